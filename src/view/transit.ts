// Which events are on their way to a browser: in an answer that is in flight to it, or arrived and not yet
// applied. The first would be lost with the connection, the second with the tab; neither is in the view.

import { type Data, type Json, textOf } from '../kernel/json';
import type { World } from '../kernel/world';
import { STREAM } from './diagram-wires';
import { framesOf } from './stream-exchange';

/** The channel of requests and answers. */
const HTTP = 'http';

/** What of a stream's frame holds an event. */
const DATA = 'data: ';

/** Events by browser, as `run/seq`. */
export interface Transit {
  readonly onWire: ReadonlyMap<string, ReadonlySet<string>>;
  readonly arrived: ReadonlyMap<string, ReadonlySet<string>>;
}

export const NO_TRANSIT: Transit = { onWire: new Map(), arrived: new Map() };

export const eventName = (run: string, seq: number): string => `${run}/${seq}`;

export function transitAt({ channels, actors }: Pick<World, 'channels' | 'actors'>): Transit {
  const onWire = new Map<string, Set<string>>();
  for (const channel of [HTTP, STREAM]) {
    for (const { to, body } of Object.values(channels[channel] ?? {})) {
      if (to !== null) add(onWire, to, carriedBy(body));
    }
  }
  const arrived = new Map<string, Set<string>>();
  for (const [id, { activities }] of Object.entries(actors)) {
    for (const { locals } of activities) {
      add(arrived, id, namesOf(locals['accepted'] ?? locals['events'] ?? null));
    }
  }
  return { onWire, arrived };
}

function add(to: Map<string, Set<string>>, browser: string, names: readonly string[]): void {
  if (names.length > 0) to.set(browser, new Set([...(to.get(browser) ?? []), ...names]));
}

const carried = new WeakMap<object, readonly string[]>();

/** The events of a page or of a piece; none for any other message. A message in flight stays the same object. */
function carriedBy(message: Json): readonly string[] {
  if (!isData(message)) return [];
  const known = carried.get(message);
  if (known !== undefined) return known;
  const page = message['status'] === 200 ? eventsIn(message['body']) : [];
  const names = namesOf(typeof message['bytes'] === 'string' ? eventsOf(message['bytes']) : page);
  carried.set(message, names);
  return names;
}

function eventsIn(body: Json | undefined): Json {
  const page = typeof body === 'string' ? parsed(body) : null;
  return isData(page) ? (page['events'] ?? null) : null;
}

/** Of a piece's whole frames, those that hold an event. */
function eventsOf(bytes: string): readonly Json[] {
  const lines = framesOf(bytes).flatMap(({ text, isHalf }) => (isHalf ? [] : text.split('\n')));
  return lines
    .filter((line) => line.startsWith(DATA))
    .map((line) => parsed(line.slice(DATA.length)))
    .filter((event) => isData(event) && event['run_id'] !== undefined && event['seq'] !== undefined);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function namesOf(events: Json): readonly string[] {
  if (!Array.isArray(events)) return [];
  return (events as readonly Json[])
    .filter(isData)
    .map((event) => eventName(textOf(event, 'run_id'), Number(event['seq'])));
}

const isData = (value: Json): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
