// What may befall this service and no other: a worker's clock that goes wrong. What is wrong is a row, so that
// it is part of the world and lasts as long as it should (CONTRACT §14).

import type { OwnFault } from '../kernel/world';
import { actors } from './topology';

export interface ServiceFault extends OwnFault {
  /** Everybody whom it could ever befall. */
  readonly all: readonly string[];
}

/** How far ahead a clock that has jumped is: further than any lease lasts. */
const JUMP_MS = 60_000;

const workers = actors.filter(({ kind }) => kind.kind === 'worker').map(({ id }) => id);

const jump: ServiceFault = {
  fault: 'jump',
  all: workers,
  targets: (sql) => {
    const wrong = sql('wrong_clocks', {}).map((row) => row['actor']);
    return workers.filter((id) => !wrong.includes(id));
  },
  befall: (target, sql) => {
    sql('set_clock', { worker: target, ahead_ms: JUMP_MS });
    return [];
  },
};

export const serviceFaults: readonly ServiceFault[] = [jump];

/** The faults of the service's own by name. */
export const serviceFaultNames: readonly string[] = serviceFaults.map(({ fault }) => fault);
