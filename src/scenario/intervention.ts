// The sentences of a schedule: `until POINT`, `before POINT: EFFECT, …`, `after POINT: EFFECT, …`, or bare
// effects. A point is `ACTOR.operation [run] [#n]`. Points are operations and not steps, so that one
// schedule serves every design (DESIGN §3).

import { ConvergeError } from '../kernel/errors';
import { CONNECTION_FAULTS, MESSAGE_FAULTS } from '../kernel/fault';
import { serviceFaultNames } from '../system/faults';
import { nearest } from './nearest';
import { type Complaint, quoted } from './problem';

export interface Point {
  readonly text: string;
  /** An actor's id, or a kind of which any will do. */
  readonly actor: string;
  readonly operation: string;
  readonly run: string | null;
  /** Which of such steps of the whole run; null is the next one. */
  readonly nth: number | null;
}

export type Effect =
  | { readonly text: string; readonly does: 'take'; readonly action: string }
  | { readonly text: string; readonly does: 'hold' | 'release'; readonly actor: string }
  | { readonly text: string; readonly does: 'quiet' };

export interface Intervention {
  readonly text: string;
  readonly when: 'now' | 'before' | 'after';
  readonly point: Point | null;
  readonly effects: readonly Effect[];
}

export type Parsed<T> = { readonly value: T } | { readonly complaint: Complaint };

const POINT =
  /^(?<actor>[A-Za-z][\w-]*)\.(?<operation>[A-Za-z]\w*)(?: (?<run>[A-Za-z][\w-]*))?(?: #(?<nth>\d{1,6}))?$/;
const POINT_FORM = 'a point such as "worker-1.claim", "worker.claim run_1" or "api.insertRun run_1 #2"';

export function parseIntervention(text: string): Parsed<Intervention> {
  const trimmed = text.trim();
  const when = /^(until|before|after)(?:\s+|$)/.exec(trimmed);
  if (when === null) return parseEffects(trimmed, text, 'now', null);
  const rest = trimmed.slice(when[0].length);
  const colon = rest.indexOf(':');
  const place = parsePoint(colon < 0 ? rest : rest.slice(0, colon));
  if ('complaint' in place) return place;
  const point = place.value;
  if (when[1] === 'until') {
    if (colon < 0) return { value: { text, when: 'after', point, effects: [] } };
    return complain(rest.slice(colon), 'nothing after the point of "until"; effects follow "after"');
  }
  if (colon < 0) return complain(text, `": EFFECT" after the point of "${String(when[1])}"`);
  return parseEffects(rest.slice(colon + 1), text, when[1] === 'before' ? 'before' : 'after', point);
}

export function parsePoint(text: string): Parsed<Point> {
  const groups = POINT.exec(text.trim())?.groups;
  if (groups === undefined) return complain(text.trim(), POINT_FORM);
  const { actor = '', operation = '', run, nth } = groups;
  if (nth !== undefined && Number(nth) < 1) return complain(`#${nth}`, '#1 or more');
  const count = nth === undefined ? null : Number(nth);
  return { value: { text: text.trim(), actor, operation, run: run ?? null, nth: count } };
}

function parseEffects(
  list: string,
  text: string,
  when: Intervention['when'],
  point: Point | null,
): Parsed<Intervention> {
  const effects: Effect[] = [];
  for (const part of list.split(',')) {
    const effect = parseEffect(part.trim());
    if ('complaint' in effect) return effect;
    effects.push(effect.value);
  }
  return { value: { text, when, point, effects } };
}

interface Verb {
  readonly argument: RegExp;
  readonly form: string;
  readonly effect: (text: string, verb: string, argument: string) => Effect;
}

const take = (text: string, verb: string, argument: string): Effect => ({
  ...{ text, does: 'take' },
  action: verb === 'pick' ? argument : `${verb}:${argument}`,
});
const onActor: Verb = { argument: /^[A-Za-z][\w-]*$/, form: 'ACTOR', effect: take };
const onMessage: Verb = { argument: /^[^\s:]+:\S+$/, form: 'CHANNEL:MESSAGE', effect: take };
const onConnection: Verb = { ...onMessage, form: 'CHANNEL:CONNECTION' };
const keeping = (does: 'hold' | 'release'): Verb => ({
  ...onActor,
  effect: (text, _verb, actor) => ({ text, does, actor }),
});

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['crash', onActor],
  ['restart', onActor],
  ['pause', onActor],
  ['resume', onActor],
  ...MESSAGE_FAULTS.map((fault) => [fault, onMessage] as const),
  ...CONNECTION_FAULTS.map((fault) => [fault, onConnection] as const),
  ...serviceFaultNames.map((fault) => [fault, onActor] as const),
  ['hold', keeping('hold')],
  ['release', keeping('release')],
  ['pick', { argument: /^\S+$/, form: 'ACTION', effect: take }],
  ['quiet', { argument: /^$/, form: '', effect: (text) => ({ text, does: 'quiet' }) }],
]);

export function parseEffect(text: string): Parsed<Effect> {
  const [word = '', ...rest] = text.split(/\s+/);
  const verb = VERBS.get(word);
  if (verb === undefined) {
    const words = ['until', 'before', 'after', ...VERBS.keys()];
    const expected = `an effect (${[...VERBS.keys()].join(', ')})`;
    return { complaint: { found: quoted(text), expected, nearest: nearest(word, words) } };
  }
  const argument = rest.join(' ');
  if (!verb.argument.test(argument)) return complain(text, `"${`${word} ${verb.form}`.trim()}"`);
  return { value: verb.effect(text, word, argument) };
}

function complain(found: string, expected: string): { readonly complaint: Complaint } {
  return { complaint: { found: quoted(found), expected } };
}

/** The point that a text is, in a file that has been checked. */
export const pointIn = (text: string): Point => certain(parsePoint(text), text);

/** The intervention that a text is, in a file that has been checked. */
export const interventionIn = (text: string): Intervention => certain(parseIntervention(text), text);

function certain<T>(parsed: Parsed<T>, text: string): T {
  if ('value' in parsed) return parsed.value;
  throw new ConvergeError('definition', `This was not checked: ${text}`);
}
