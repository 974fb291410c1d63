// What each browser shows, and what it applied: the first from the world, the second from the trace, so
// that a view which lost its memory cannot hide what it had shown before.

import type { Json } from '../kernel/json';
import type { Trace } from '../kernel/trace';
import type { World } from '../kernel/world';
import type { BrowserDisk, BrowserMemory } from './actors/browser/state';
import { browserIds } from './topology';

export interface BrowserView {
  /** State of its recovery machine, or of its submission while there is no run. */
  readonly state: string;
  readonly cursor: number;
  /** Seqs in the order in which they were applied, repeats included. */
  readonly applied: readonly number[];
  readonly projection: Json;
  /** Status of each answer to what its person asked for beside submitting, in order. */
  readonly answers: readonly number[];
}

/** Every browser's view at a world, with what it applied in the trace up to there. */
export function viewsOf(world: World, trace: Trace): Readonly<Record<string, BrowserView>> {
  const onStage = browserIds.filter((id) => world.actors[id] !== undefined);
  const views = onStage.map((id) => {
    const memory = world.actors[id]?.memory as unknown as BrowserMemory;
    const disk = world.actors[id]?.disk as unknown as BrowserDisk;
    const state = disk.runId === null ? memory.submission : memory.recovery;
    return [
      id,
      {
        ...{ state, cursor: disk.cursor, applied: told(id, trace, 'applied', 'seq') },
        ...{ projection: disk.view, answers: told(id, trace, 'call_answered', 'status') },
      },
    ] as const;
  });
  return Object.fromEntries(views);
}

/** A member of each fact of that name about a browser, in the order of the steps. */
function told(browser: string, trace: Trace, name: string, member: string): readonly number[] {
  return trace.flatMap((record) =>
    record.facts
      .filter((fact) => fact.fact === name && fact['browser'] === browser)
      .map((fact) => Number(fact[member])),
  );
}
