// What breaks if a guard is taken out, as `converge ablate --write` found it, and the address of each row: the
// page replays its path from there.

import type { Design } from '../kernel/decision';
import type { AblationRow } from '../scenario/ablation';
import type { AblationFile } from '../scenario/ablation-file';

/** What the page shows of a row. */
export type GuardRow = Omit<AblationRow, 'schedule' | 'ends' | 'from' | 'path'>;

interface Shown extends Pick<AblationFile, 'redundant'> {
  readonly rows: readonly GuardRow[];
}

const [file] = Object.values(
  import.meta.glob('../scenario/ablation.json', { eager: true, query: '?outline', import: 'default' }),
);

/** Without the paths: they come with the engine. */
export const ablation = file as Shown;

export const designOfRow = (row: GuardRow): Design =>
  Object.fromEntries([
    [row.decision, row.alternative],
    ...row.with.map((text) => text.split('=') as [string, string]),
  ]);

/** `#/run/SCENARIO?without=DECISION=ALTERNATIVE` */
export const addressOf = ({ scenario, decision, alternative }: GuardRow): string =>
  `#/run/${scenario}?without=${decision}=${alternative}`;

/** The row that an address names, or null. */
export function rowAt(fragment: string): GuardRow | null {
  return ablation.rows.find((row) => addressOf(row) === fragment) ?? null;
}
