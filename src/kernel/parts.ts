// A world taken apart into what can change by itself, and put together again (DESIGN §1.6). A deadline
// counts as the time that is left, a stamp not at all, a message as its content and number of copies; the
// fault budget and tables derived from the rest are no part of a world's identity.

import type { Activity, ActorState } from './actor';
import { type ChannelState, type Entry, releaseDelayed } from './channel';
import { canonical, content, type Data, type Json } from './json';
import type { Row } from './store';
import type { Times, World } from './world';

export type Part =
  | { readonly kind: 'actor'; readonly actor: string; readonly state: Standing }
  | { readonly kind: 'activity'; readonly actor: string; readonly activity: Activity }
  | { readonly kind: 'message'; readonly channel: string; readonly message: string; readonly entry: Entry }
  | { readonly kind: 'row'; readonly table: string; readonly key: string; readonly row: Row };

/** An actor without what it is in the middle of: the order of its activities has no meaning. */
export type Standing = Omit<ActorState, 'activities'>;

/** Something besides rows that a step looked at: one part, or all parts of a kind that an actor is part of. */
export type Look =
  | { readonly part: string }
  | { readonly activitiesOf: string }
  /** The actor's transactions that are open between steps. */
  | { readonly locksOf: string }
  | { readonly messagesIn: string }
  /** The channel's messages that are addressed to the actor or held by it. */
  | { readonly channel: string; readonly of: string };

/** Whether a message is among those that a look at a channel is about. */
export const concerns = ({ to, unacknowledged }: Entry, actor: string): boolean =>
  to === actor || actor in unacknowledged;

export const actorPart = (actor: string): string => `actor:${actor}`;
export const activityPart = (actor: string, request: string): string => `activity:${actor}:${request}`;
export const messagePart = (channel: string, message: string): string => `channel:${channel}:${message}`;
export const rowPart = (table: string, key: string): string => `row:${table}:${key}`;

export function partId(part: Part): string {
  switch (part.kind) {
    case 'actor':
      return actorPart(part.actor);
    case 'activity':
      return activityPart(part.actor, part.activity.request);
    case 'message':
      return messagePart(part.channel, part.message);
    case 'row':
      return rowPart(part.table, part.key);
  }
}

/** Every part of a world but the derived tables. */
export function partsOf(world: World, times: Times): readonly Part[] {
  const parts: Part[] = [];
  for (const [actor, state] of Object.entries(world.actors)) parts.push(...actorParts(actor, state));
  for (const [channel, state] of Object.entries(world.channels)) {
    for (const [message, entry] of Object.entries(state)) {
      parts.push({ kind: 'message', channel, message, entry });
    }
  }
  for (const [table, rows] of Object.entries(world.rows)) {
    if (times.derived.includes(table)) continue;
    for (const [key, row] of rows.entries()) parts.push({ kind: 'row', table, key, row });
  }
  return parts;
}

export function actorParts(actor: string, { activities, ...state }: ActorState): readonly Part[] {
  const under = activities.map((activity): Part => ({ kind: 'activity', actor, activity }));
  return [{ kind: 'actor', actor, state }, ...under];
}

/** The same part as it looks to a clock that stands at 0 when the world's stands at `now`, in ms. */
export function rebased(part: Part, now: number, times: Times): Part {
  switch (part.kind) {
    case 'actor':
      return { ...part, state: relative(part.state, now) as unknown as Standing };
    case 'activity':
      return { ...part, activity: activityFrom(part.activity, now, times) };
    case 'message': {
      const delayed = part.entry.delayed.map((at) => left(at, now));
      return delayed.length === 0 ? part : { ...part, entry: { ...part.entry, delayed } };
    }
    case 'row':
      return { ...part, row: rowFrom(part.table, part.row, now, times) };
  }
}

/** A part of a world whose clock stands at 0 after so many ms, seen from there. */
export function elapsed(part: Part, ms: number, times: Times): Part {
  if (part.kind !== 'message') return rebased(part, ms, times);
  const state: ChannelState = { [part.message]: part.entry };
  const entry = releaseDelayed(state, ms)[part.message] ?? part.entry;
  return rebased({ ...part, entry }, ms, times);
}

/** What of a part counts, as canonical text; of a part that was rebased. */
export function partText(part: Part, times: Times): string {
  switch (part.kind) {
    case 'actor':
      return content(part.state, times.members);
    case 'activity':
      return activityText(part.activity, times);
    case 'message':
      return content(part.entry as unknown as Json, times.members);
    case 'row':
      return canonical(timeless(part.table, part.row, times));
  }
}

function activityFrom({ open, ...activity }: Activity, now: number, times: Times): Activity {
  const moved = relative(activity as unknown as Json, now) as unknown as Activity;
  if (open === undefined) return moved;
  const rows = open.map(({ table, key, before, after }) => {
    return { table, key, before, after: after === null ? null : rowFrom(table, after, now, times) };
  });
  return { ...moved, open: rows };
}

/** Of the rows of a transaction that is still open, what they become counts as it does in a row. */
function activityText({ open, ...activity }: Activity, times: Times): string {
  const text = content(activity as unknown as Json, times.members);
  if (open === undefined) return text;
  const rows = open.map(({ table, key, after }) => {
    return [table, key, after === null ? null : timeless(table, after, times)] as const;
  });
  // A deadline column may bear the name of a member that does not count elsewhere.
  return `${text} ${canonical(rows)}`;
}

/** A deadline that has passed is passed, whenever that was. */
const left = (at: number, now: number): number => Math.max(0, at - now);

function rowFrom(table: string, row: Row, now: number, times: Times): Row {
  const deadlines = times.deadlines[table];
  if (deadlines === undefined) return row;
  const moved: Record<string, Row[string]> = { ...row };
  for (const column of deadlines) {
    const value = row[column];
    if (typeof value === 'number') moved[column] = left(value, now);
  }
  return moved;
}

function timeless(table: string, row: Row, times: Times): Data {
  const stamps = times.stamps[table] ?? [];
  const json = times.json[table] ?? [];
  const kept: Record<string, Json> = {};
  for (const [column, value] of Object.entries(row)) {
    if (stamps.includes(column)) continue;
    kept[column] = json.includes(column) ? content(value, times.members) : value;
  }
  return kept;
}

// Actors keep points in time under names that end in `At`, in ms, as the rows keep them in deadline columns.
function relative(value: Json | undefined, now: number): Json {
  if (Array.isArray(value)) return value.map((item) => relative(item as Json, now));
  if (value === null || value === undefined || typeof value !== 'object') return value ?? null;
  const data: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value as Data)) {
    if (member === undefined) continue;
    data[name] =
      name.endsWith('At') && typeof member === 'number' ? left(member, now) : relative(member, now);
  }
  return data;
}
