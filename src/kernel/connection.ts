// Connections that stay open: a request opens one and names it, the answer comes in pieces for as long as the
// server's activity goes on. What befalls a connection befalls both ends: each is told, in a message of its own,
// unless nothing gets through any more.

import type { Activity, ActorState, Caller } from './actor';
import { type ChannelKind, type ChannelState, type Entry, keptBack, passedOn, put } from './channel';
import { ConvergeError, must } from './errors';
import { actorPart, type Look } from './parts';
import type { System, World } from './world';

/** A connection as its server knows it. */
export interface Connection {
  readonly kind: ChannelKind;
  readonly server: string;
  readonly caller: Caller;
}

/** The connection that an activity serves, where its channel keeps connections open; null once it is gone. */
export function connectionOf(
  { channels }: Pick<System, 'channels'>,
  server: string,
  { caller }: Activity,
): Connection | null {
  const kind = channels.find(({ id }) => id === caller?.channel);
  if (kind?.streams === undefined || caller === null) return null;
  return { kind, server, caller };
}

/** Every connection that is open on a channel. */
export function openOn(world: World, kind: ChannelKind): readonly Connection[] {
  const { server, streams } = kind;
  if (server === null || streams === undefined) return [];
  return (world.actors[server]?.activities ?? []).flatMap(
    (activity) => connectionOf({ channels: [kind] }, server, activity) ?? [],
  );
}

export function connectionNamed(world: World, kind: ChannelKind, id: string): Connection | null {
  return openOn(world, kind).find(({ caller }) => caller.id === id) ?? null;
}

/** Whether what is written arrives, on every connection that is open. */
export const areSound = ({ channels }: Pick<System, 'channels'>, world: World): boolean =>
  channels
    .flatMap((kind) => openOn(world, kind))
    .every(({ caller }) => caller.silent !== true && caller.collected !== true);

/** Whether the far end has taken all that was written on the connection so far. */
export function isDrained(world: World, { kind, server, caller }: Connection): boolean {
  if (caller.silent === true) return false;
  const state = world.channels[kind.id] ?? {};
  return !Object.entries(state).some(
    ([id, entry]) =>
      entry.connection === caller.id &&
      entry.from === server &&
      entry.kept === undefined &&
      id !== told.reset(caller.id).name,
  );
}

/** What tells a client that its connection was reset, or that the stream ended; and a server that it is closed. */
const told = {
  reset: (id: string) => ({ name: `${id}:reset`, body: { reset: id } }),
  // Its server knows nothing of it: the client has given the connection up, and is the one to say so.
  unheard: (id: string) => ({ name: `${id}:reset`, body: { reset: id, unheard: true } }),
  eof: (id: string) => ({ name: `${id}:eof`, body: { ended: id } }),
  closed: (id: string) => ({ name: `${id}:closed`, body: { closed: id } }),
} as const;

export type Breaking = 'reset' | 'eof' | 'silence' | 'collect';

type Broken = Pick<World, 'actors' | 'channels'>;

/** The world after something befell a connection. */
export function broken(world: World, connection: Connection, how: Breaking): World {
  const { kind, caller } = connection;
  const before = world.channels[kind.id] ?? {};
  if (how === 'silence' || how === 'collect') {
    const { collected: _over, ...known } = caller;
    const next: Caller = how === 'silence' ? { ...known, silent: true } : { ...known, collected: true };
    // What was written before somebody collects still arrives.
    const state = how === 'silence' ? without(before, caller.id) : before;
    const channels = { ...world.channels, [kind.id]: later(world, connection, state, noticeOf(how)) };
    return { ...world, channels, actors: withCaller(world, connection, next) };
  }
  // Whoever has kept pieces back passes them on where the stream ends cleanly.
  const state = how === 'eof' ? ended(before, caller.id) : without(before, caller.id);
  return { ...world, ...parted(world, connection, tell(connection, state, 'client', how)) };
}

/** The world after a connection was torn within a piece that is in flight. */
export function tornAt(world: World, connection: Connection, message: string, bytes: number): World {
  const { kind, caller } = connection;
  const state = world.channels[kind.id] ?? {};
  const piece = must(state[message], `${kind.id}:${message}`);
  const streams = must(kind.streams, `open connections of ${kind.id}`);
  const rest = bytes === 0 ? {} : { [message]: { ...piece, body: streams.torn(piece.body, bytes) } };
  // What comes through of it does so even where somebody had kept it back: the end lies behind it.
  const left = passedOn({ ...without(state, caller.id), ...rest }, caller.id);
  return { ...world, ...parted(world, connection, tell(connection, left, 'client', 'reset')) };
}

/** The client's end is gone, and not by its own will: what it had sent is lost, and the server is told. */
export function abandoned(world: World, connection: Connection): World {
  const { kind, caller } = connection;
  // Nothing gets through: the server learns of it when the idle time is over, if it ever does.
  if (caller.silent === true) return world;
  const state = without(world.channels[kind.id] ?? {}, caller.id);
  return { ...world, ...parted(world, connection, state) };
}

/** A connection's server no longer has anybody at the other end, and is told. */
function parted(world: World, connection: Connection, state: ChannelState): Broken {
  const { kind } = connection;
  const next = tell(connection, state, 'server', 'closed');
  return { channels: { ...world.channels, [kind.id]: next }, actors: withCaller(world, connection, null) };
}

function tell(
  { kind, server, caller }: Connection,
  state: ChannelState,
  whom: 'client' | 'server',
  how: keyof typeof told,
): ChannelState {
  const { name, body } = told[how](caller.id);
  const [from, to] = whom === 'client' ? [server, caller.actor] : [caller.actor, server];
  const message = { channel: kind.id, id: name, from, to, run: null, body, connection: caller.id };
  return put(kind.id, state, message, undefined, kind.ordered)[0];
}

type Notice = readonly (readonly ['client' | 'server', keyof typeof told])[];

/** Who gives up a connection on which nothing comes: both ends, or the one to which nothing comes. */
const noticeOf = (how: 'silence' | 'collect'): Notice =>
  how === 'collect'
    ? [['client', 'unheard']]
    : [
        ['client', 'reset'],
        ['server', 'closed'],
      ];

/** They are told once the idle time is over, where it is ever over; a client that listens for itself is not. */
function later(world: World, connection: Connection, state: ChannelState, notice: Notice): ChannelState {
  const { kind, caller, server } = connection;
  const after = kind.streams?.noticesMs ?? null;
  if (after === null) return state;
  const listens = kind.streams?.clientsListen(world.actors[server]?.disk ?? {}) === true;
  const untold = notice.filter(([whom]) => whom === 'server' || !listens);
  return untold.reduce((before, [whom, how]) => {
    const { name } = told[how](caller.id);
    const next = tell(connection, before, whom, how);
    const entry = must(next[name], name);
    const held = { ...entry, ready: entry.ready - 1, delayed: [...entry.delayed, world.now + after] };
    return { ...next, [name]: held };
  }, state);
}

/** Everything that was kept back is on its way, and whoever waited for it in vain no longer does. */
function ended(state: ChannelState, connection: string): ChannelState {
  const { name } = told.unheard(connection);
  const { [name]: waiting, ...rest } = state;
  return passedOn(waiting === undefined || waiting.ready > 0 ? state : rest, connection);
}

/** A channel without what only the one who collects on a connection has, now that there is nobody to wait for. */
export function dispersed(state: ChannelState, connection: string): ChannelState {
  const isKept = (id: string, entry: Entry): boolean =>
    entry.connection === connection && (entry.kept !== undefined || id === told.unheard(connection).name);
  return Object.fromEntries(Object.entries(state).filter(([id, entry]) => !isKept(id, entry)));
}

/** A channel without what travels on a connection. */
function without(state: ChannelState, connection: string): ChannelState {
  return Object.fromEntries(Object.entries(state).filter(([, entry]) => entry.connection !== connection));
}

function withCaller(world: World, { server, caller }: Connection, next: Caller | null): World['actors'] {
  const state: ActorState | undefined = world.actors[server];
  if (state === undefined) throw new ConvergeError('not-enabled', `There is no actor ${server} on stage.`);
  const activities = state.activities.map((activity) =>
    activity.caller?.channel === caller.channel && activity.caller.id === caller.id
      ? { ...activity, caller: next }
      : activity,
  );
  return { ...world.actors, [server]: { ...state, activities } };
}

/** What breaking one of a channel's connections looks at. */
export function connectionLooks({ id, server }: ChannelKind): readonly Look[] {
  const ofServer = server === null ? [] : [{ part: actorPart(server) }, { activitiesOf: server }];
  return [...ofServer, { messagesIn: id }];
}

/** What becomes of a message that was put on a connection where somebody on the way keeps pieces back. */
export function collected(
  world: World,
  kind: ChannelKind,
  state: ChannelState,
  { id, connection, from }: Pick<Entry, 'connection' | 'from'> & { readonly id: string },
  isLast: boolean,
): ChannelState {
  if (kind.streams === undefined || connection === undefined || from !== kind.server) return state;
  if (connectionNamed(world, kind, connection)?.caller.collected !== true) return state;
  return isLast ? ended(state, connection) : keptBack(state, id);
}

/** Whether what is sent on a connection still has a way: its server's end is there, and it is not silent. */
export function hasWay(
  world: World,
  kind: ChannelKind,
  { connection, from }: Pick<Entry, 'connection' | 'from'>,
) {
  if (kind.streams === undefined || connection === undefined) return true;
  const open = connectionNamed(world, kind, connection);
  // Whoever is not the server may send what opens a connection, or closes one that is gone.
  return open === null ? from !== kind.server : open.caller.silent !== true;
}
