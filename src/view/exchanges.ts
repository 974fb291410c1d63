// A request and the answer to it, as they travelled: what the step at the cursor sent or took, or the last thing
// that its actor did. Nothing later than the cursor is looked at, so an answer that is still to come is none.

import { type Data, type Json, textOf } from '../kernel/json';
import type { Message } from '../kernel/channel';
import type { StepRecord, Trace } from '../kernel/trace';

/** The channel of requests and answers. */
const HTTP = 'http';

export interface Travelled {
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
  /** The steps that sent and took it, from 1; null where the run has none so far. */
  readonly sentAt: number | null;
  readonly takenAt: number | null;
  /** The step at which it was lost on the way. */
  readonly lostAt: number | null;
}

interface Payload {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Laid out where it is JSON; null where there is none. */
  readonly body: string | null;
}

export interface RequestView extends Travelled, Payload {
  readonly method: string;
  readonly path: string;
}

export interface ResponseView extends Travelled, Payload {
  readonly status: number;
  /** The code of a problem; null for anything else. */
  readonly problem: string | null;
}

/** The connection was gone before an answer came. */
interface ResetView extends Travelled {
  readonly isReset: true;
}

export type AnswerView = ResponseView | ResetView;
export const isReset = (answer: AnswerView): answer is ResetView => 'isReset' in answer;

export interface Exchange {
  /** The step whose message it is; an earlier one than the cursor's where that had none. */
  readonly step: number;
  readonly request: RequestView | null;
  readonly answer: AnswerView | null;
}

/** The exchange at the cursor; null where the actor of its step had none so far. */
export function exchangeAt(trace: Trace, cursor: number): Exchange | null {
  const actor = trace[cursor - 1]?.actor;
  for (let step = cursor; step > 0; step--) {
    const record = trace[step - 1]!;
    if (record.actor !== actor) continue;
    const message = messagesOf(record)[0];
    if (message !== undefined) return exchangeOf(trace, cursor, step, message);
  }
  return null;
}

const messagesOf = ({ sent, taken }: StepRecord): readonly Message[] =>
  [...taken, ...sent].filter(({ channel }) => channel === HTTP);

function exchangeOf(trace: Trace, cursor: number, step: number, message: Message): Exchange {
  const answered = answeredBy(message);
  if (answered === null) {
    const begun = firstStep(trace, step, message);
    return {
      step,
      request: requestView(trace, cursor, begun, message),
      answer: answerTo(trace, cursor, begun, message),
    };
  }
  const at = firstStep(trace, step, message);
  const asked = lastRequest(trace, at, answered);
  const request = asked === null ? null : requestView(trace, cursor, asked.step, asked.message);
  return { step, request, answer: answerView(trace, cursor, at, message) };
}

/** The id of the request that a message answers or resets; null where it is a request itself. */
function answeredBy({ body }: Message): string | null {
  if (!isData(body)) return null;
  const answered = body['answers'] ?? body['reset'];
  return typeof answered === 'string' ? answered : null;
}

const isSame = (a: Message, b: Message): boolean => a.channel === b.channel && a.id === b.id;

/** The step that sent the message that this step sent or took; the step itself where nobody did. */
function firstStep(trace: Trace, step: number, message: Message): number {
  for (let at = step; at > 0; at--) {
    if (trace[at - 1]!.sent.some((one) => isSame(one, message))) return at;
  }
  return step;
}

/** The name that a second copy of a request was served under ends with its number. */
const withoutCopy = (id: string): string => id.replace(/~\d+$/, '');

function lastRequest(trace: Trace, before: number, id: string): { step: number; message: Message } | null {
  for (let step = before; step > 0; step--) {
    const message = messagesOf(trace[step - 1]!).find(
      (one) => answeredBy(one) === null && (one.id === id || one.id === withoutCopy(id)),
    );
    if (message !== undefined) return { step: firstStep(trace, step, message), message };
  }
  return null;
}

/** The first answer to a request that was sent at a step, unless the request was sent anew before it. */
function answerTo(trace: Trace, cursor: number, begun: number, request: Message): AnswerView | null {
  for (let step = begun; step <= cursor; step++) {
    const record = trace[step - 1]!;
    if (step > begun && record.sent.some((one) => isSame(one, request))) return null;
    const answer = messagesOf(record).find((one) => {
      const answered = answeredBy(one);
      return answered !== null && (answered === request.id || withoutCopy(answered) === request.id);
    });
    if (answer !== undefined) return answerView(trace, cursor, step, answer);
  }
  return null;
}

export function travelled(trace: Trace, cursor: number, begun: number, message: Message): Travelled {
  const { id, from, to } = message;
  const isSent = trace[begun - 1]?.sent.some((one) => isSame(one, message)) === true;
  const upTo = trace.slice(0, cursor);
  const after = (isMeant: (record: StepRecord) => boolean): number | null => {
    const found = upTo.findIndex((record, at) => at >= begun - 1 && isMeant(record));
    return found < 0 ? null : found + 1;
  };
  return {
    ...{ id, from, to, sentAt: isSent ? begun : null },
    takenAt: after((record) => record.taken.some((one) => isSame(one, message))),
    lostAt: after((record) => record.id === `drop:${message.channel}:${id}`),
  };
}

export function requestView(trace: Trace, cursor: number, begun: number, message: Message): RequestView {
  const body = dataOf(message.body);
  return {
    ...travelled(trace, cursor, begun, message),
    ...payloadOf(body),
    method: textOf(body, 'method'),
    path: textOf(body, 'path'),
  };
}

function answerView(trace: Trace, cursor: number, begun: number, message: Message): AnswerView {
  const body = dataOf(message.body);
  const way = travelled(trace, cursor, begun, message);
  return body['reset'] === undefined ? responseView(way, body) : { ...way, isReset: true };
}

export function responseView(way: Travelled, body: Data): ResponseView {
  const payload = payloadOf(body);
  const isProblem = payload.headers.some(
    ([name, value]) => name === 'content-type' && value.startsWith('application/problem+json'),
  );
  const code = isProblem ? parsed(body['body'])?.['code'] : undefined;
  const problem = typeof code === 'string' ? code : null;
  return { ...way, ...payload, status: Number(body['status']), problem };
}

function payloadOf(message: Data): Payload {
  const headers = Object.entries(dataOf(message['headers'] ?? null)).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  const { body } = message;
  if (typeof body !== 'string' || body === '') return { headers, body: null };
  const laidOut = parsed(body);
  return { headers, body: laidOut === null ? body : JSON.stringify(laidOut, null, 2) };
}

function parsed(text: Json | undefined): Data | null {
  if (typeof text !== 'string') return null;
  try {
    const value = JSON.parse(text) as Json;
    return isData(value) ? value : null;
  } catch {
    return null;
  }
}

const dataOf = (value: Json): Data => (isData(value) ? value : {});

const isData = (value: Json): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
