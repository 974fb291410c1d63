// What may befall this service and no other: a worker's clock that goes wrong, a provider that is not heard,
// does not hear, or says no, and a second store that forgets. What is wrong is a row, so that it is part of the
// world and lasts as long as it should (CONTRACT §14).

import type { OwnFault } from '../kernel/world';
import { TROUBLES } from './actors/worker/provider';
import { MEMBERS } from './people';
import { actors, browserIds } from './topology';

export interface ServiceFault extends OwnFault {
  /** Everybody whom it could ever befall. */
  readonly all: readonly string[];
}

/** The refund provider's lane. */
const REFUNDS = 'refunds';

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

/** The provider's next call comes to something else than an answer. */
const trouble = (fault: (typeof TROUBLES)[number]): ServiceFault => ({
  ...{ fault, lane: REFUNDS, all: [REFUNDS] },
  targets: (sql) => (sql('refund_trouble', {}).length > 0 ? [] : [REFUNDS]),
  befall: (_target, sql) => {
    sql('begin_trouble', { trouble: fault });
    return [];
  },
});

const caches = actors.filter(({ kind }) => kind.kind === 'cache').map(({ id }) => id);

/** All that a second store keeps is gone, and it knows no more than that. */
const forget: ServiceFault = {
  fault: 'forget',
  all: caches,
  targets: (sql) => caches.filter((id) => sql('next_task', { cache: id }).length > 0),
  befall: (target, sql) => {
    sql('forget_tasks', { cache: target });
    sql('begin_lapse', { cache: target });
    return [];
  },
};

const people = Object.keys(MEMBERS);

/** Somebody is no longer a member of the conversation. */
const leave: ServiceFault = {
  fault: 'leave',
  all: people,
  targets: (sql) => sql('members', {}).map((row) => String(row['principal_id'])),
  befall: (target, sql) => {
    sql('end_membership', { principal_id: target });
    return [];
  },
};

/** A wake-up does not arrive. */
const lose: ServiceFault = {
  fault: 'lose',
  all: browserIds,
  targets: (sql) => sql('woken_browsers', {}).map((row) => String(row['browser'])),
  befall: (target, sql) => {
    sql('lose_wakeups', { browser: target });
    return [];
  },
};

export const serviceFaults: readonly ServiceFault[] = [jump, ...TROUBLES.map(trouble), forget, leave, lose];

/** The faults of the service's own by name. */
export const serviceFaultNames: readonly string[] = serviceFaults.map(({ fault }) => fault);
