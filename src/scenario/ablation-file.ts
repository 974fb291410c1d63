// The ablation as a file that the page and the README read. It carries the digest of what it was made from, so
// that a table that no longer speaks of these designs is found out.

import { safeDesign } from '../kernel/decision';
import { canonical, type Json } from '../kernel/json';
import { procedureText } from '../kernel/procedure';
import { decisions, properties } from '../system/catalog';
import { sha256 } from '../system/digest';
import { statementsOf } from '../system/properties/property-source';
import { assembleDesign, schemaOf, statementsFor } from '../system/system';
import { type Ablation, type AblationRow, decisionsIn, distinctStarts, naiveChoices } from './ablation';
import { ABLATION_BOUNDS, limitsFor } from './ablation-bounds';
import type { Scenario } from './scenario';

export interface AblationFile extends Pick<Ablation, 'rows' | 'redundant'> {
  /** Digest of the designs, properties, starts and bounds that it was made from. */
  readonly made: string;
}

const MADE_DIGITS = 16;

/** What an ablation of these scenarios is made from, in short: its procedures, statements, schema and starts. */
export function madeFrom(scenarios: readonly Scenario[]): string {
  const safe = safeDesign(decisions);
  const designs = [{}, ...naiveChoices(decisions).map((one) => ({ [one.decision]: one.alternative }))];
  const told = designs.map((overrides) => {
    const assembly = assembleDesign({ ...safe, ...overrides });
    const texts = [...assembly.procedures.values()].map((one) => `${one.name}: ${procedureText(one)}`);
    const operations = [...assembly.operations.keys()];
    const { parameters } = assembly;
    return { texts, operations, parameters, schema: schemaOf(assembly), statements: statementsFor(assembly) };
  });
  const judged = properties.map((property) => ({ id: property.id, texts: statementsOf(property) }));
  const starts = distinctStarts(scenarios).map((scenario) => {
    const { id, given, plan } = scenario;
    const bounds = ABLATION_BOUNDS.map((searches) => searches.map((one) => limitsFor(scenario, one)));
    return { id, given, plan, decisions: decisionsIn(scenario), bounds };
  });
  const all = { told, judged, starts } as unknown as Json;
  return sha256(canonical(all)).slice(0, MADE_DIGITS);
}

export function ablationFile({ rows, redundant }: Ablation, scenarios: readonly Scenario[]): AblationFile {
  return { made: madeFrom(scenarios), rows, redundant };
}

/** The words of a table: what is taken out, what breaks, what stands for it, where and how. */
export interface TableWords {
  readonly head: readonly [string, string, string, string];
  readonly only: string;
  readonly nothing: string;
  readonly way: (row: AblationRow) => string;
}

/** The table of what breaks, in Markdown; the formatter of this repository aligns it. */
export function ablationTable({ rows, redundant }: Omit<AblationFile, 'made'>, words: TableWords): string {
  const told = rows.map((row) => [
    `\`${row.decision}=${row.alternative}\``,
    row.property,
    row.with.length === 0 ? words.only : row.with.map((one) => `\`${one}\``).join(', '),
    `\`${row.scenario}\`, ${words.way(row)}`,
  ]);
  const none = redundant.map((one) => [`\`${one.decision}=${one.alternative}\``, words.nothing, '', '']);
  const lines = [words.head, words.head.map(() => '---'), ...told, ...none];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The READMEs by file, and the words of their tables. */
export const TABLES: Readonly<Record<string, TableWords>> = {
  'README.md': {
    head: ['taken out', 'breaks', 'only together with', 'shortest way'],
    only: 'alone: the only line of defence',
    nothing: 'nothing within these bounds',
    way: ({ faults, steps, from }) =>
      `${String(faults)} faults, ${String(steps)} steps${from === 'schedule' ? ', its schedule' : ''}`,
  },
  'README.zh-CN.md': {
    head: ['拿掉', '坏了', '须连同', '最短办法'],
    only: '单独即坏：唯一的防线',
    nothing: '在这些界限内没有坏',
    way: ({ faults, steps, from }) =>
      `${String(faults)} 次故障，${String(steps)} 步${from === 'schedule' ? '，场景写好的' : ''}`,
  },
};

const MARK = /<!-- ablation -->[\s\S]*?<!-- \/ablation -->/;

/** A README with its table made anew. */
export const withTable = (readme: string, table: string): string =>
  readme.replace(MARK, () => `<!-- ablation -->\n\n${table}\n\n<!-- /ablation -->`);
