// A channel carries messages between actors as a bag: any message may arrive next, so reordering needs
// no fault of its own. A message is its content; copies are a count, not an identity (DESIGN §1.6).

import { ConvergeError } from './errors';
import { canonical, type Data, type Json } from './json';

export interface ChannelKind {
  readonly id: string;
  /** Actors that may receive from it, in lane order. */
  readonly receivers: readonly string[];
  /** A delivered copy stays until it is acknowledged, and returns if its receiver crashes. */
  readonly acknowledged: boolean;
  /** The messages of one run, or of one connection to one receiver, keep the order in which they came: each is delivered when those before it are gone. */
  readonly ordered?: 'run' | 'connection';
  /** Its connections stay open: an answer may come in many pieces. */
  readonly streams?: Streams;
  /** The serving end, where messages belong to connections: its crash resets what the others wait for. */
  readonly server: string | null;
  /** `redeliver`: the broker waits no longer for whoever holds a message, and delivers it again. */
  readonly faults: readonly ('drop' | 'duplicate' | 'delay' | 'redeliver')[];
  /** Where an acknowledgement names the message alone, one that comes late settles the newest delivery of it. */
  readonly receipts?: 'per_message';
}

/** What a network does to connections that stay open. */
export interface Streams {
  /** The numbers of bytes of a piece after which a connection may be torn. */
  tears(body: Json): readonly number[];
  /** The part of a piece that still arrives where its connection is torn after so many bytes. */
  torn(body: Json, bytes: number): Json;
  /** After how many ms both ends notice that nothing gets through any more; null where they never do. */
  readonly noticesMs: number | null;
  /** Whether its clients listen for what a server that is set up like this sends to be heard. */
  clientsListen(server: Data): boolean;
  /** Whether somebody on the way may keep pieces until the stream ends. */
  readonly collects: boolean;
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
  /** The connection that it travels on, in a channel that keeps connections open. */
  readonly connection?: string;
  /** Where it stands among those whose order the channel keeps. */
  readonly place?: number;
  /** Copies that somebody on the way keeps back. */
  readonly kept?: number;
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
  readonly connection?: string;
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
 * @param ordered whose order the channel keeps
 */
export function put(
  channel: string,
  state: ChannelState,
  message: Message,
  contentOf: (body: Json) => string = canonical,
  ordered?: ChannelKind['ordered'],
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
  const { from, to, run, body, connection } = message;
  const travels = connection === undefined ? {} : { connection };
  const bare = { from, to, run, body, ready: 0, delayed: [], unacknowledged: {}, ...travels };
  const place = ordered === undefined ? {} : { place: nextPlace(state, bare) };
  const added = entry ?? { ...bare, ...place };
  return [{ ...state, [id]: { ...added, ready: added.ready + 1 } }, id];
}

/** Whether the order of two messages of one channel is kept: they are of one connection and receiver, or of one run. */
function isKept(one: Entry, other: Entry): boolean {
  return one.connection === undefined && other.connection === undefined
    ? one.run === other.run
    : one.connection === other.connection && one.to === other.to;
}

/** The place behind every message whose order is kept with this one. */
function nextPlace(state: ChannelState, message: Entry): number {
  const taken = Object.values(state).map((entry) => (isKept(entry, message) ? (entry.place ?? 0) : 0));
  return Math.max(0, ...taken) + 1;
}

/** The first message that has to be gone before this one may be delivered, or null. */
export function firstBefore(state: ChannelState, message: Entry): string | null {
  const { place } = message;
  if (place === undefined) return null;
  const before = Object.entries(state).filter(
    ([, entry]) => isKept(entry, message) && entry.place !== undefined && entry.place < place,
  );
  return before.toSorted(([, a], [, b]) => (a.place ?? 0) - (b.place ?? 0))[0]?.[0] ?? null;
}

/** The state with one entry replaced; an entry without copies is gone. */
export function withEntry(state: ChannelState, id: string, entry: Entry): ChannelState {
  const held = Object.keys(entry.unacknowledged).length + (entry.kept ?? 0);
  const left = entry.ready + entry.delayed.length + held;
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

/** A message that somebody on the way keeps back. */
export const keptBack = (state: ChannelState, id: string): ChannelState => {
  const entry = state[id];
  return entry === undefined
    ? state
    : { ...state, [id]: { ...entry, ready: entry.ready - 1, kept: (entry.kept ?? 0) + 1 } };
};

/** Everything of a connection that was kept back is on its way. */
export function passedOn(state: ChannelState, connection: string): ChannelState {
  const entries = Object.entries(state).map(([id, entry]) => {
    const { kept, ...rest } = entry;
    const isPassed = kept !== undefined && entry.connection === connection;
    return [id, isPassed ? { ...rest, ready: entry.ready + kept } : entry] as const;
  });
  return Object.fromEntries(entries);
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
