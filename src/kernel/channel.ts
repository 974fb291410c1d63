// A channel carries messages between actors as a bag: any message may arrive next, so reordering needs
// no fault of its own. A message is its content; copies are a count, not an identity (DESIGN §1.6).

import { ConvergeError } from './errors';
import { canonical, type Json } from './json';

export interface ChannelKind {
  readonly id: string;
  /** Actors that may receive from it, in lane order. */
  readonly receivers: readonly string[];
  /** A delivered copy stays until it is acknowledged, and returns if its receiver crashes. */
  readonly acknowledged: boolean;
  /** The messages of one run keep the order in which they came: each is delivered when those before it are gone. */
  readonly ordered?: boolean;
  /** The serving end, where messages belong to connections: its crash resets what the others wait for. */
  readonly server: string | null;
  /** `redeliver`: the broker waits no longer for whoever holds a message, and delivers it again. */
  readonly faults: readonly ('drop' | 'duplicate' | 'delay' | 'redeliver')[];
  /** Where an acknowledgement names the message alone, one that comes late settles the newest delivery of it. */
  readonly receipts?: 'per_message';
}

export interface Entry {
  readonly from: string;
  readonly to: string | null;
  readonly run: string | null;
  readonly body: Json;
  /** Copies that may be delivered now. */
  readonly ready: number;
  /** Times at which delayed copies become ready. */
  readonly delayed: readonly number[];
  /** Copies delivered and not acknowledged, by receiver. */
  readonly unacknowledged: Readonly<Record<string, number>>;
  /** Where it stands among the messages of its run, in a channel that keeps their order. */
  readonly place?: number;
}

/** Messages by id. */
export type ChannelState = Readonly<Record<string, Entry>>;

export interface Message {
  readonly channel: string;
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
  readonly run: string | null;
  readonly body: Json;
}

export interface Receipt {
  readonly channel: string;
  readonly id: string;
}

export const CHANNEL_LENGTH_MAX = 1_024;

/** The names that a message or request is given, the first one that is free for it. */
export function* namesOf(id: string): Generator<string> {
  yield id;
  for (let n = 2; ; n++) yield `${id}~${String(n)}`;
}

/**
 * Adds a copy; returns the id it got (`id~2` where another content already has that id).
 * @param contentOf the text by which bodies are compared: a message is its content, and stamps do not count
 * @param ordered whether the channel keeps the order of a run's messages
 */
export function put(
  channel: string,
  state: ChannelState,
  message: Message,
  contentOf: (body: Json) => string = canonical,
  ordered = false,
): [ChannelState, string] {
  let { id } = message;
  for (id of namesOf(message.id)) {
    const entry = state[id];
    if (entry === undefined) break;
    if (entry.to === message.to && contentOf(entry.body) === contentOf(message.body)) break;
  }
  const entry = state[id];
  if (entry === undefined && Object.keys(state).length >= CHANNEL_LENGTH_MAX) {
    throw new ConvergeError('limit', `${channel} holds ${String(CHANNEL_LENGTH_MAX)} messages, its limit.`);
  }
  const { from, to, run, body } = message;
  const place = ordered ? { place: nextPlace(state, run) } : {};
  const added = entry ?? { from, to, run, body, ready: 0, delayed: [], unacknowledged: {}, ...place };
  return [{ ...state, [id]: { ...added, ready: added.ready + 1 } }, id];
}

/** The place behind every message of a run. */
function nextPlace(state: ChannelState, run: string | null): number {
  const taken = Object.values(state).map((entry) => (entry.run === run ? (entry.place ?? 0) : 0));
  return Math.max(0, ...taken) + 1;
}

/** The first message of the same run that has to be gone before this one may be delivered, or null. */
export function firstBefore(state: ChannelState, { run, place }: Entry): string | null {
  if (place === undefined) return null;
  const before = Object.entries(state).filter(
    ([, entry]) => entry.run === run && entry.place !== undefined && entry.place < place,
  );
  return before.toSorted(([, a], [, b]) => (a.place ?? 0) - (b.place ?? 0))[0]?.[0] ?? null;
}

/** The state with one entry replaced; an entry without copies is gone. */
export function withEntry(state: ChannelState, id: string, entry: Entry): ChannelState {
  const left = entry.ready + entry.delayed.length + Object.keys(entry.unacknowledged).length;
  if (left > 0) return { ...state, [id]: entry };
  const { [id]: _gone, ...rest } = state;
  return rest;
}

/** Takes a ready copy out; it stays as unacknowledged where the channel waits for that. */
export function deliver(kind: ChannelKind, state: ChannelState, id: string, receiver: string): ChannelState {
  const entry = entryOf(kind.id, state, id);
  const count = (entry.unacknowledged[receiver] ?? 0) + 1;
  const unacknowledged = kind.acknowledged
    ? { ...entry.unacknowledged, [receiver]: count }
    : entry.unacknowledged;
  return withEntry(state, id, { ...entry, ready: entry.ready - 1, unacknowledged });
}

/** What an acknowledgement settles: the sender's own delivery, a newer one of somebody else, or nothing. */
export function settledBy(
  { receipts }: Pick<ChannelKind, 'receipts'>,
  { ready, unacknowledged }: Entry,
  receiver: string,
): { readonly receiver: string | null } | null {
  if (unacknowledged[receiver] !== undefined) return { receiver };
  if (receipts !== 'per_message') return null;
  const newer = Object.keys(unacknowledged).toSorted().at(-1);
  if (newer !== undefined) return { receiver: newer };
  return ready > 0 ? { receiver: null } : null;
}

/** Takes back a copy that is to be delivered again and was not yet. */
export function withdraw(state: ChannelState, id: string): ChannelState {
  const entry = state[id];
  return entry === undefined ? state : withEntry(state, id, { ...entry, ready: entry.ready - 1 });
}

/** Settles one delivery: the copy is gone, or ready again where `back` is true. */
export function settle(state: ChannelState, id: string, receiver: string, back: boolean): ChannelState {
  const entry = state[id];
  const held = entry?.unacknowledged[receiver];
  if (entry === undefined || held === undefined) return state;
  const { [receiver]: _settled, ...others } = entry.unacknowledged;
  const unacknowledged = held > 1 ? { ...others, [receiver]: held - 1 } : others;
  return withEntry(state, id, { ...entry, unacknowledged, ready: entry.ready + (back ? 1 : 0) });
}

export function entryOf(channel: string, state: ChannelState, id: string): Entry {
  const entry = state[id];
  if (entry === undefined) throw new ConvergeError('not-enabled', `${channel} holds no message ${id}.`);
  return entry;
}

/** Makes delayed copies ready whose time has come. */
export function releaseDelayed(state: ChannelState, now: number): ChannelState {
  let next = state;
  for (const [id, entry] of Object.entries(state)) {
    const due = entry.delayed.filter((at) => at <= now);
    if (due.length === 0) continue;
    const delayed = entry.delayed.filter((at) => at > now);
    next = { ...next, [id]: { ...entry, delayed, ready: entry.ready + due.length } };
  }
  return next;
}
