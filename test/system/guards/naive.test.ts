// Every naive text of every fragment is run once on real rows, through the store and under its own design:
// what breaks in a lesson must be the service and not its SQL.

import { expect, test } from 'vitest';
import { safeDesign } from '../../../src/kernel/decision';
import type { Parameters } from '../../../src/kernel/store';
import { openSqlite, openStore } from '../../../src/sqlite/open';
import { decisions } from '../../../src/system/catalog';
import { type StatementName, statements } from '../../../src/system/sql/statements';
import { assembleDesign, schemaOf, statementsFor } from '../../../src/system/system';
import { LEASE_MS } from '../../../src/system/time';
import { History } from './history';
import { planning } from './reading';

interface Naive {
  readonly decision: string;
  readonly alternative: string;
  /** The statements that its fragments fill. */
  readonly filled: readonly StatementName[];
}

const names = Object.keys(statements) as StatementName[];

const naive: readonly Naive[] = decisions.flatMap(({ id, alternatives }) =>
  alternatives
    .filter((alternative) => !alternative.safe)
    .map(({ name, edits }) => {
      const fragments = edits.flatMap((edit) => (edit.edit === 'fragment' ? [`{${edit.fragment}}`] : []));
      const filled = names.filter((each) => fragments.some((one) => statements[each].includes(one)));
      return { decision: id, alternative: name, filled };
    })
    .filter(({ filled }) => filled.length > 0),
);

/** What else a statement asks for. */
const more: Parameters = {
  ...{ conversation_id: 'conv_1', principal: 'alice', key: 'another', fingerprint: 'f1', body: '{}' },
  ...{ attempts: 3, steps: 20, resumes: null, resumed: 'run_1', result: '{}', code: 'timeout', ref: 'ref_1' },
  ...{ ttl: LEASE_MS, available_at: 0, approval_id: 'apr_1', decision: 'approved', reason: null },
  ...{ worker_now: 0, window: 1, refunded_read: 0, after_seq: 0, limit: 100 },
  ...{ seq: 1, twin: 0, type: 'text.delta', fence: null, attempt_id: null, payload: '{}' },
};

/** What single statements ask for besides, or a row that must not be there yet. */
const own: Partial<Record<StatementName, Parameters>> = {
  insert_run: { run_id: 'run_2' },
  plan_operation: { step_key: 's2' },
  provider_remember: { provider_ref: 'ref_1' },
};

for (const { decision, alternative, filled } of naive) {
  test(`${decision}=${alternative}: ${filled.join(', ')} can be run`, async () => {
    const assembly = assembleDesign({ ...safeDesign(decisions), [decision]: alternative });
    const texts = statementsFor(assembly);
    const service = Object.fromEntries(names.map((name) => [name, texts[name] ?? '']));
    const store = openStore(await openSqlite(), schemaOf(assembly), service);
    const history = new History(store);
    const reading = history.held('run_1');
    const known = { ...more, ...planning(reading), operation_id: history.plan(reading) };
    for (const name of filled) {
      const parameters = { ...known, now: 0, actor: 'worker-1', ...own[name] };
      store.begin();
      expect(() => store.run(name, parameters), name).not.toThrow();
      store.rollback();
      store.commit();
    }
    store.close();
  });
}
