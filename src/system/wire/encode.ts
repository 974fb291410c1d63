// One block of a text/event-stream, as a server writes it. A line end inside a value would begin a line of
// its own, and so a field that nobody meant: such a value is refused, never mended.

import { ConvergeError } from '../../kernel/errors';
import { bytesOf } from './bytes';

export interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  /** How many milliseconds to wait before connecting again. */
  readonly retry?: number;
  readonly comment?: string;
}

type TextField = Exclude<keyof Frame, 'retry'>;

/** What may not stand in a value, by name. A reader ignores an id with NUL, and the cursor would stay behind. */
const REFUSED: Record<TextField, readonly string[]> = {
  id: ['CR', 'LF', 'NUL'],
  event: ['CR', 'LF', 'NUL'],
  data: ['CR', 'LF'],
  comment: ['CR', 'LF'],
};

const NAMES = new Map([
  ['\r', 'CR'],
  ['\n', 'LF'],
  ['\0', 'NUL'],
]);

const EXCERPT_LENGTH_MAX = 40;

/** The bytes of a frame: LF only, `name: value`, its data on one line, a blank line last. */
export function encodeFrame(frame: Frame): string {
  const { id, event, data, retry, comment } = frame;
  const lines: string[] = [];
  if (comment !== undefined) lines.push(`: ${checked('comment', comment)}`);
  if (retry !== undefined) lines.push(`retry: ${checkedRetry(retry)}`);
  if (id !== undefined) lines.push(`id: ${checked('id', id)}`);
  if (event !== undefined) lines.push(`event: ${checked('event', event)}`);
  if (data !== undefined) lines.push(`data: ${checked('data', data)}`);
  return bytesOf([...lines, ''].map((line) => `${line}\n`).join(''));
}

function checked(field: TextField, value: string): string {
  const refused = REFUSED[field];
  // As code points: half of a surrogate pair alone is one of its own, and no UTF-8 can carry it.
  let at = 0;
  for (const character of value) {
    const name = NAMES.get(character);
    if (name !== undefined && refused.includes(name)) throw refusal(field, value, at, name);
    if (/^\p{Surrogate}$/u.test(character)) throw refusal(field, value, at, 'half of a surrogate pair');
    at += character.length;
  }
  return value;
}

function refusal(field: TextField, value: string, at: number, found: string): ConvergeError {
  const from = Math.max(0, at - EXCERPT_LENGTH_MAX / 2);
  const excerpt = JSON.stringify(value.slice(from, from + EXCERPT_LENGTH_MAX));
  const hint = field === 'data' ? ' JSON text writes a line end as \\n.' : '';
  return new ConvergeError(
    'definition',
    `The ${field} of a frame holds ${found} at place ${at}, in ${excerpt}. ` +
      `It must be one line of whole characters without ${listed(REFUSED[field])}.${hint}`,
    { field, found, at },
  );
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

function checkedRetry(retry: number): string {
  if (Number.isSafeInteger(retry) && retry >= 0) return String(retry);
  const found = String(retry);
  throw new ConvergeError(
    'definition',
    `The retry of a frame is ${found}. It must be a whole number of milliseconds, 0 or more.`,
    { field: 'retry', found },
  );
}
