// What a statement is recorded to have read is complete: for every statement of the service under every text
// of its fragments, with and without its constraints, and for statements made to be difficult.

import fc from 'fast-check';
import { describe, test, vi } from 'vitest';
import { openStore } from '../../src/sqlite/open';
import { expectReadsComplete, samples } from './completeness';
import { knottyDomains, knottySchema, knottyStatements } from './knotty';
import { serviceDomains } from './service-domains';
import { constraints, tables } from './service-schema';
import { everyStatement } from './service-statements';
import { type Domains, shapesOf, sqlite } from './worlds';

const RUNS = Number(process.env['READS_RUNS'] ?? 6);

function claims(
  schema: readonly string[],
  statements: Readonly<Record<string, string>>,
  domains: Domains,
  runs: number,
): void {
  const shapes = shapesOf(schema).filter(
    ({ name }) => !/^(principals|conversation|artifacts|refund)/.test(name),
  );
  const store = openStore(sqlite, schema, statements);
  const bare = (name: string): string => name.split(' ')[0] ?? '';
  test.each([...new Set(Object.keys(statements).map(bare))])('%s', (statement) => {
    for (const [name, text] of Object.entries(statements)) {
      if (bare(name) !== statement) continue;
      fc.assert(
        fc.property(samples(text, shapes, domains), (sample) => {
          expectReadsComplete(store, shapes, domains, name, sample);
        }),
        { numRuns: runs },
      );
    }
  });
}

vi.setConfig({ testTimeout: 120_000 });

describe('changing only rows that it did not read changes nothing for a statement of the service', () => {
  claims([...tables, ...constraints], everyStatement, serviceDomains, RUNS);
});

describe('the same without any constraint, where other indexes serve', () => {
  claims(tables, everyStatement, serviceDomains, RUNS);
});

describe('the same for statements and triggers in which everything hangs together', () => {
  claims(knottySchema, knottyStatements, knottyDomains, 10 * RUNS);
});
