// A run as the fragment of a link: scenario, what its file said, alternatives in place of the safe ones, and
// the actions taken. Ids are written once and named by number, then deflated, so that a long run still fits.
// Whatever stands in a link came from somewhere else: reading is bounded, and says what is wrong in words.

import { deflateSync, inflateSync } from 'fflate';
import * as z from 'zod/mini';
import type { Design } from '../kernel/decision';
import { SCHEDULE_STEPS_MAX } from './schedule';
// For its side effect on zod, which has to come before the first schema.
import './shape';

export interface LinkedRun {
  readonly scenario: string;
  /** Digest of the scenario's file as it was; another one means that the run may not fit any more. */
  readonly content: string;
  readonly overrides: Design;
  readonly path: readonly string[];
  /** How many steps to look at; all of them where it is left out. */
  readonly at?: number;
}

export type LinkRead = { readonly run: LinkedRun } | { readonly problem: LinkProblem };

export interface LinkProblem {
  /** A key for the words of a page. */
  readonly key: 'notALink' | 'damaged' | 'tooLong' | 'otherForm';
  readonly message: string;
}

export const LINK_BYTES_MAX = 65_536;
/** Deflate shrinks text of ids to a fraction; nothing that we wrote is longer than this. */
export const LINK_LENGTH_MAX = 65_536;

const shortText = z.string().check(z.maxLength(60));
const payload = z.strictObject({
  v: z.literal(1),
  content: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  overrides: z.record(shortText, shortText),
  ids: z.array(z.string().check(z.minLength(1), z.maxLength(400))).check(z.maxLength(SCHEDULE_STEPS_MAX)),
  path: z.array(z.int().check(z.gte(0))).check(z.maxLength(SCHEDULE_STEPS_MAX)),
});

/** A relative link that opens a run in the page; null where the run is longer than a link can hold. */
export function linkTo({ scenario, content, overrides, path, at }: LinkedRun): string | null {
  if (path.length > SCHEDULE_STEPS_MAX) return null;
  const ids = [...new Set(path)];
  const numbers = new Map(ids.map((id, i) => [id, i]));
  const data = { v: 1, content, overrides, ids, path: path.map((id) => numbers.get(id)) };
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  if (bytes.length > LINK_BYTES_MAX) return null;
  const place = at === undefined ? '' : `&at=${String(at)}`;
  return `index.html#/run/${scenario}?r=${toBase64Url(deflateSync(bytes, { level: 9 }))}${place}`;
}

/** Reads a link, or its fragment alone. */
export function readLink(link: string): LinkRead {
  if (link.length > LINK_LENGTH_MAX)
    return problem('tooLong', `It is longer than ${String(LINK_LENGTH_MAX)} characters.`);
  const match = /^[^#]*#\/run\/([a-z0-9][a-z0-9-]{0,60})\?r=([\w-]+)(?:&at=(\d{1,5}))?$/.exec(link);
  const [, scenario, text, at] = match ?? [];
  if (scenario === undefined || text === undefined) {
    return problem('notALink', 'A link to a run reads "#/run/SCENARIO?r=…".');
  }
  const bytes = fromBase64Url(text);
  const inflated = bytes === null ? null : inflate(bytes);
  if (inflated === null)
    return problem('damaged', 'Part of it is missing or changed; it cannot be unpacked.');
  if (inflated.length > LINK_BYTES_MAX) {
    return problem('tooLong', `It unpacks to more than ${String(LINK_BYTES_MAX)} bytes.`);
  }
  const read = runIn(scenario, inflated);
  return 'run' in read && at !== undefined ? { run: { ...read.run, at: Number(at) } } : read;
}

function runIn(scenario: string, bytes: Uint8Array): LinkRead {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return problem('damaged', 'Part of it is missing or changed; what it unpacks to is no data.');
  }
  const parsed = payload.safeParse(value);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join('.') ?? '';
    return problem('otherForm', `It does not hold a run in a form that this version knows (${place}).`);
  }
  const { content, overrides, ids, path } = parsed.data;
  const taken = path.flatMap((number) => ids[number] ?? []);
  if (taken.length < path.length) return problem('otherForm', 'It takes a step that it does not name.');
  return { run: { scenario, content, overrides, path: taken } };
}

function problem(key: LinkProblem['key'], message: string): LinkRead {
  return { problem: { key, message: `This link cannot be opened. ${message}` } };
}

/** Inflates into a buffer of one byte more than is allowed: fflate writes no further, whatever comes. */
function inflate(bytes: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(bytes, { out: new Uint8Array(LINK_BYTES_MAX + 1) });
  } catch {
    return null;
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => ALPHABET[(bits >> shift) & 63]!);
    text += letters.slice(0, Math.min(4, bytes.length - i + 1)).join('');
  }
  return text;
}

function fromBase64Url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 255;
  }
  return bytes;
}
