// How a lesson goes on by itself. A learner should be left with one thing to press, so the way out of every
// fault is part of it: a process that died is started again, then the default scheduler has its turns, and
// only where nobody has anything left to do a paused process goes on, and after that the clock.

import { type Action, CLOCK_ADVANCE } from '../kernel/action';
import type { FaultKind } from '../kernel/fault';
import { nextAction } from '../kernel/scheduler';
import { isSteady, type Scheduler } from '../scenario/schedule';

/** An operation that has its turn only when nobody else has anything to do: somebody outside is slow. */
export interface Slow {
  readonly actor: string;
  readonly operation: string;
}

export interface Pace {
  readonly slow: readonly Slow[];
  /** Whether the clock moves once nobody has anything left to do. */
  readonly time: 'passes' | 'stands';
  /** Late: only when nobody else has anything left to do. */
  readonly restarts: 'at once' | 'late';
}

/** A lesson's way on; it comes to null where the run is over. */
export function onwardWith({ slow, time, restarts }: Pace): Scheduler {
  const isSlow = ({ lane, operations }: Action): boolean =>
    slow.some(({ actor, operation }) => actor === lane && operations[0] === operation);
  return (enabled, lanes, last, held) => {
    const possible = enabled.filter((action) => action.blocked === null);
    const restart = possible.find((action) => faultOf(action) === 'restart');
    const quick = slow.length === 0 ? possible : possible.filter((action) => !isSlow(action));
    return (
      (restarts === 'at once' ? restart : undefined) ??
      nextAction(quick, lanes, last, held) ??
      nextAction(possible, lanes, last, held) ??
      restart ??
      possible.find((action) => faultOf(action) === 'resume') ??
      (time === 'stands' || isSteady(enabled)
        ? null
        : (possible.find((action) => action.id === CLOCK_ADVANCE) ?? null))
    );
  };
}

export function faultOf({ deed }: Action): FaultKind | null {
  return deed.deed === 'fault' ? deed.fault : null;
}
