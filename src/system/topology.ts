// Who there is, in lane order: each actor's id, kind, and what may befall it. Six are on every stage; the
// others come where a scenario casts them, and bring the operations that exist for their sake alone.

import type { ActorKind } from '../kernel/actor';
import type { ChannelKind } from '../kernel/channel';
import type { Decision, Edit } from '../kernel/decision';
import type { Json } from '../kernel/json';
import type { Actor } from '../kernel/world';
import { apiKind } from './actors/api';
import { browserKind } from './actors/browser';
import { cacheKind } from './actors/cache';
import { dispatcherKind } from './actors/dispatcher';
import { gatewayKind } from './actors/gateway';
import { notifierKind } from './actors/notifier';
import { telling } from './actors/notifier/telling';
import { streaming } from './actors/browser/streaming';
import { prunerKind } from './actors/pruner';
import { timerKind } from './actors/timer';
import { workerKind } from './actors/worker';
import { channelKinds } from './channels';
import { IDLE_MS } from './stream';

/** An actor kind over its own types, as the kernel keeps it: it hands each kind the data that it made. */
const kept = <Memory extends object, Disk extends object>(kind: ActorKind<Memory, Disk>): ActorKind => {
  return kind as unknown as ActorKind;
};

export const actorKinds = {
  browser: kept(browserKind),
  api: kept(apiKind),
  gateway: kept(gatewayKind),
  dispatcher: kept(dispatcherKind),
  cache: kept(cacheKind),
  worker: kept(workerKind),
  timer: kept(timerKind),
  notifier: kept(notifierKind),
  pruner: kept(prunerKind),
} as const;

interface Role extends Actor {
  /** Null where the actor is on every stage; else what its presence changes in the others' procedures. */
  readonly extra: readonly Edit[] | null;
}

const role = (id: string, kind: ActorKind, pauses: boolean, extra: Role['extra'] = null): Role => ({
  ...{ id, kind, crashes: true, pauses, extra },
});

const roles: readonly Role[] = [
  role('browser-1', actorKinds.browser, false),
  role('browser-2', actorKinds.browser, false),
  role('browser-3', actorKinds.browser, false, []),
  role('gateway', actorKinds.gateway, false, streaming),
  role('api', actorKinds.api, false),
  role('dispatcher', actorKinds.dispatcher, false),
  role('dispatcher-2', actorKinds.dispatcher, false, []),
  role('cache', actorKinds.cache, false, []),
  role('worker-1', actorKinds.worker, true),
  role('worker-2', actorKinds.worker, true),
  role('timer', actorKinds.timer, false, []),
  role('notifier', actorKinds.notifier, true, telling),
  role('pruner', actorKinds.pruner, false, []),
];

const actorOf = ({ id, kind, crashes, pauses }: Role): Actor => ({ id, kind, crashes, pauses });

/** Everybody, on stage or not. */
export const actors: readonly Actor[] = roles.map(actorOf);

/** Those who are on a stage only where a scenario casts them. */
export const extras: readonly string[] = roles.filter(({ extra }) => extra !== null).map(({ id }) => id);

/** The actors of a stage with these extras. */
export const actorsWith = (cast: readonly string[]): readonly Actor[] =>
  roles.filter(({ id, extra }) => extra === null || cast.includes(id)).map(actorOf);

/**
 * What the presence of each extra changes, in the form of decisions, so that one mechanism applies them: they
 * are no decisions of a design.
 */
export const castings: readonly Decision[] = roles.flatMap(({ id, extra }) =>
  extra === null ? [] : [castingOf(id, extra)],
);

function castingOf(id: string, edits: readonly Edit[]): Decision {
  const alternative = { safe: true, failure: '' };
  const alternatives = [
    { ...alternative, name: 'absent', edits: [] },
    { ...alternative, name: 'present', edits },
  ];
  return { id, kind: 'both_safe', properties: [], alternatives };
}

const idsOf = (all: readonly Actor[], kind: ActorKind): readonly string[] =>
  all.filter((one) => one.kind === kind).map((one) => one.id);

/** What stands on a stage beside the actors, though it takes no steps: the broker, and the refund provider. */
export const BYSTANDERS = ['broker', 'refunds'] as const;

export const browserIds = idsOf(actors, actorKinds.browser);

/** The channels between these actors, under a design's parameters. */
export const channelsOf = (
  all: readonly Actor[],
  parameters: Readonly<Record<string, Json>> = {},
): readonly ChannelKind[] =>
  channelKinds(
    idsOf(all, actorKinds.worker),
    idsOf(all, actorKinds.browser),
    idsOf(all, actorKinds.notifier),
    idsOf(all, actorKinds.cache),
    idsOf(all, actorKinds.gateway),
    parameters['receipts'] === 'per_message' ? { receipts: 'per_message' } : {},
    parameters['heartbeat'] === 'none' ? null : IDLE_MS,
  );

export const channels = channelsOf(actors);
