// What makes two worlds the same (DESIGN §1.6): a vector of components, each as canonical text. A deadline
// counts as the time that is left, a stamp not at all, a message as its content and number of copies;
// derived tables and the fault budget are no part of it.

import { canonical, type Data, type Json } from './json';
import type { ChannelState } from './channel';
import type { Row } from './store';
import type { Times, World } from './world';

export interface Component {
  /** `actor:worker-1`, `channel:runs:run_1:1`, `row:runs:run_1`. */
  readonly id: string;
  readonly value: string;
}

/** The components of a world, sorted by id. */
export function identity(world: World, times: Times): readonly Component[] {
  const components: Component[] = [];
  for (const [id, state] of Object.entries(world.actors)) {
    const value = relative({ ...state, activities: [...state.activities] } as unknown as Json, world.now);
    components.push({ id: `actor:${id}`, value: canonical(value) });
  }
  for (const [id, state] of Object.entries(world.channels))
    components.push(...messages(id, state, world.now));
  for (const [table, rows] of Object.entries(world.rows)) {
    if (times.derived.includes(table)) continue;
    for (const [key, row] of rows.entries()) {
      components.push({
        id: `row:${table}:${key}`,
        value: canonical(timeless(table, row, world.now, times)),
      });
    }
  }
  return components.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** One text for the whole identity: equal exactly where two worlds are the same. */
export function identityText(world: World, times: Times): string {
  return identity(world, times)
    .map((component) => `${component.id}=${component.value}`)
    .join('\n');
}

function messages(channel: string, state: ChannelState, now: number): Component[] {
  return Object.entries(state).map(([id, entry]) => ({
    id: `channel:${channel}:${id}`,
    value: canonical({ ...entry, delayed: entry.delayed.map((at) => left(at, now)) }),
  }));
}

/** A deadline that has passed is passed, whenever that was. */
const left = (at: number, now: number): number => Math.max(0, at - now);

function timeless(table: string, row: Row, now: number, times: Times): Data {
  const deadlines = times.deadlines[table] ?? [];
  const stamps = times.stamps[table] ?? [];
  const kept: Record<string, Json> = {};
  for (const [column, value] of Object.entries(row)) {
    if (stamps.includes(column)) continue;
    const dropped = times.stampedMembers[`${table}.${column}`];
    if (deadlines.includes(column)) kept[column] = typeof value === 'number' ? left(value, now) : value;
    else if (dropped !== undefined && typeof value === 'string') kept[column] = without(value, dropped);
    else kept[column] = value;
  }
  return kept;
}

function without(text: string, members: readonly string[]): Json {
  const data = JSON.parse(text) as Record<string, Json>;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !members.includes(name)));
}

// Actors keep points in time under names that end in `At`, in ms, as the rows keep them in deadline columns.
function relative(value: Json | undefined, now: number): Json {
  if (Array.isArray(value)) return value.map((item) => relative(item as Json, now));
  if (value === null || value === undefined || typeof value !== 'object') return value ?? null;
  const data: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value as Data)) {
    data[name] =
      name.endsWith('At') && typeof member === 'number' ? left(member, now) : relative(member, now);
  }
  return data;
}
