// Who is on stage, in lane order: each actor's id, kind, and what may befall it.

import type { ActorKind } from '../kernel/actor';
import type { Actor } from '../kernel/world';
import { apiKind } from './actors/api';
import { browserKind } from './actors/browser';
import { dispatcherKind } from './actors/dispatcher';
import { workerKind } from './actors/worker';
import { channelKinds } from './channels';

/** An actor kind over its own types, as the kernel keeps it: it hands each kind the data that it made. */
const kept = <Memory extends object, Disk extends object>(kind: ActorKind<Memory, Disk>): ActorKind => {
  return kind as unknown as ActorKind;
};

export const actorKinds = {
  browser: kept(browserKind),
  api: kept(apiKind),
  dispatcher: kept(dispatcherKind),
  worker: kept(workerKind),
} as const;

const actor = (id: string, kind: ActorKind, pauses: boolean): Actor => ({ id, kind, crashes: true, pauses });

export const actors: readonly Actor[] = [
  actor('browser-1', actorKinds.browser, false),
  actor('browser-2', actorKinds.browser, false),
  actor('api', actorKinds.api, false),
  actor('dispatcher', actorKinds.dispatcher, false),
  actor('worker-1', actorKinds.worker, true),
  actor('worker-2', actorKinds.worker, true),
];

const idsOf = (kind: ActorKind): readonly string[] =>
  actors.filter((one) => one.kind === kind).map((one) => one.id);

/** What stands on a stage beside the actors, though it takes no steps: the broker, and the refund provider. */
export const BYSTANDERS = ['broker', 'refunds'] as const;

export const browserIds = idsOf(actorKinds.browser);
export const channels = channelKinds(idsOf(actorKinds.worker), browserIds);
