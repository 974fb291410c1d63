// An audit runs looked-up steps again and compares: a difference means that a step depends on something that
// it did not say it had read.

import { ConvergeError } from '../kernel/errors';
import type { Move } from './moves';
import type { Space } from './space';

export interface Audit {
  /** Whether the step of this transition is run again. */
  chooses(transition: number): boolean;
}

/** All of the first so many transitions, then one in a hundred, chosen by a seed. */
export function auditOf(all: number, seed: number): Audit {
  return { chooses: (n) => n <= all || Math.imul(n + seed, 0x9e3779b1) >>> 0 < 0xffffffff / 100 };
}

/** Throws where a step that was run again does something else than what was looked up. */
export function audited(space: Space, move: Move, writes: readonly number[]): void {
  const [looked, run] = [asText(space, writes), asText(space, space.execute(move))];
  if (looked === run) return;
  throw new ConvergeError(
    'definition',
    `${move.id} did something else than what was looked up for it.\nLooked up:\n${looked}\nRun:\n${run}`,
    { action: move.id },
  );
}

/** What is different afterwards, part by part. */
function asText(space: Space, writes: readonly number[]): string {
  const { slots, vector } = space;
  const lines: string[] = [];
  for (let i = 0; i < writes.length; i += 2) {
    const [slot, value] = [writes[i]!, writes[i + 1]!];
    if (vector[slot] === value) continue;
    const { id, texts } = slots.all[slot]!;
    lines.push(value === 0 ? `${id} is gone` : `${id} = ${texts[value]!}`);
  }
  return lines.toSorted().join('\n');
}
