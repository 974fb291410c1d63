// A stream as it travelled: the request that opened it, the head of the answer, and the pieces of its body, each
// decoded and cut into frames at its blank lines. What has no blank line yet is half a frame, and no event.

import { type Data, textOf } from '../kernel/json';
import type { Message } from '../kernel/channel';
import type { StepRecord, Trace } from '../kernel/trace';
import { isRequest, memberOf } from './bodies';
import { isWireFault, STREAM, tornPlace } from './diagram-wires';
import { type RequestView, requestView, type ResponseView, responseView, travelled } from './exchanges';

export interface Frame {
  readonly text: string;
  readonly isHalf: boolean;
}

export interface PieceView {
  readonly id: string;
  readonly label: string;
  readonly bytes: number;
  readonly frames: readonly Frame[];
  readonly sentAt: number;
  readonly takenAt: number | null;
  readonly lostAt: number | null;
  /** The step at which its connection was torn in the middle of it, and how long it was. */
  readonly torn: { readonly step: number; readonly of: number } | null;
}

export interface StreamEnd {
  readonly step: number;
  /** `hungUp`: its reader closed it. `last`: its server did. */
  readonly what: 'reset' | 'eof' | 'silence' | 'tear' | 'crash' | 'hungUp' | 'last';
  readonly who: string;
  /** When each end learned of it, by actor. */
  readonly told: Readonly<Record<string, number>>;
}

export interface StreamExchange {
  /** The step whose connection it is; an earlier one than the cursor's where that had none. */
  readonly step: number;
  readonly id: string;
  readonly request: RequestView;
  /** The head; of a refusal the whole answer. Null where nothing has been written yet. */
  readonly answer: ResponseView | null;
  readonly pieces: readonly PieceView[];
  readonly end: StreamEnd | null;
}

/** The stream at the cursor; null where the actor of its step had nothing to do with one so far. */
export function streamAt(trace: Trace, cursor: number): StreamExchange | null {
  const actor = trace[cursor - 1]?.actor;
  for (let step = cursor; step > 0; step--) {
    const record = trace[step - 1]!;
    const id = record.actor === actor ? connectionOf(trace, record) : null;
    if (id !== null) return exchangeOf(trace.slice(0, cursor), step, id);
  }
  return null;
}

/** The connection that a step used, or that something befell in it. */
function connectionOf(trace: Trace, { id, taken, sent, says }: StepRecord): string | null {
  const message = [...taken, ...sent].findLast(({ channel }) => channel === STREAM);
  if (message !== undefined) return message.connection ?? message.id;
  const fault = id.slice(0, id.indexOf(':'));
  if (!isWireFault(fault)) return null;
  const named = textOf(says.values, 'message');
  if (fault !== 'tear') return named;
  const { piece } = tornPlace(named);
  return sentIn(trace).find((one) => one.message.id === piece)?.message.connection ?? null;
}

interface Sent {
  readonly step: number;
  readonly message: Message;
}

const sentIn = (trace: Trace): readonly Sent[] =>
  trace.flatMap(({ sent }, i) =>
    sent.filter(({ channel }) => channel === STREAM).map((message) => ({ step: i + 1, message })),
  );

function exchangeOf(trace: Trace, step: number, id: string): StreamExchange | null {
  const sent = sentIn(trace).filter(({ message }) => (message.connection ?? message.id) === id);
  const asked = sent.find(({ message }) => isRequest(message.body));
  if (asked === undefined) return null;
  const cursor = trace.length;
  const request = requestView(trace, cursor, asked.step, asked.message);
  const written = sent.filter(({ message }) => memberOf(message.body, 'piece') !== undefined);
  const end = endOf(trace, id, request, sent);
  const first = written[0];
  const head = first === undefined ? undefined : memberOf(first.message.body, 'head');
  return {
    ...{ step, id, request, end },
    answer:
      first === undefined || head === undefined
        ? null
        : responseView(travelled(trace, cursor, first.step, first.message), head as Data),
    pieces: written
      .filter(({ message }) => memberOf(message.body, 'bytes') !== '')
      .map((one) => pieceOf(trace, one, end)),
  };
}

function pieceOf(trace: Trace, { step, message }: Sent, end: StreamEnd | null): PieceView {
  const { id, body } = message;
  const { takenAt } = travelled(trace, trace.length, step, message);
  const whole = textOf(body as Data, 'bytes');
  const tornBy = trace.findIndex((record) => record.id.startsWith(`tear:${STREAM}:${id}@`));
  const kept = tornBy < 0 ? whole.length : tornPlace(trace[tornBy]!.id).bytes;
  const isLost = takenAt === null && tornBy < 0 && end !== null && takesAway(end, message);
  return {
    ...{ id, label: id.slice(id.lastIndexOf('.') + 1), bytes: kept, sentAt: step, takenAt },
    frames: framesOf(whole.slice(0, kept)),
    lostAt: isLost ? Math.max(step, end.step) : null,
    torn: tornBy < 0 ? null : { step: tornBy + 1, of: whole.length },
  };
}

/** Whether what was on its way, or is still written, does not arrive any more. */
function takesAway({ what, who }: StreamEnd, { from }: Message): boolean {
  if (what === 'crash') return who !== from;
  return what === 'reset' || what === 'silence' || what === 'tear';
}

/** The first thing that ended it, and when its ends learned of that. */
function endOf(
  trace: Trace,
  id: string,
  { from, to, sentAt }: RequestView,
  sent: readonly Sent[],
): StreamEnd | null {
  const begun = sentAt ?? 1;
  const at = trace.findIndex((record, i) => i >= begun && endedBy(trace, record, id, [from, to ?? '']));
  const by = sent.find(({ message }) => closes(message));
  const told: Record<string, number> = {};
  trace.forEach(({ actor, taken }, i) => {
    if (taken.some((message) => message.connection === id && isFarewell(message))) told[actor] ??= i + 1;
  });
  if (at >= 0 && (by === undefined || at + 1 < by.step)) {
    const { id: action, says } = trace[at]!;
    const what = action.slice(0, action.indexOf(':')) as StreamEnd['what'];
    return { step: at + 1, what, who: textOf(says.values, 'target'), told };
  }
  if (by === undefined) return null;
  const { step, message } = by;
  return { step, what: message.from === from ? 'hungUp' : 'last', who: message.from, told };
}

function endedBy(trace: Trace, record: StepRecord, id: string, ends: readonly string[]): boolean {
  const { id: action, says } = record;
  if (action.startsWith('crash:')) return ends.includes(textOf(says.values, 'target'));
  return isWireFault(action.slice(0, action.indexOf(':'))) && connectionOf(trace, record) === id;
}

const closes = ({ body }: Message): boolean =>
  memberOf(body, 'closed') !== undefined || memberOf(body, 'isLast') === true;

const isFarewell = ({ body }: Message): boolean =>
  ['reset', 'ended', 'closed'].some((name) => memberOf(body, name) !== undefined);

/** Frames of a piece, at its blank lines; without their last line ends. */
export function framesOf(bytes: string): readonly Frame[] {
  const parts = decoded(bytes).split(/(?<=\n\n)/);
  return parts
    .filter((text) => text !== '')
    .map((text) => ({ text: text.replace(/\n+$/, ''), isHalf: !text.endsWith('\n\n') }));
}

const SEQUENCES = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

/** One character a byte, as text; what is no whole character is a replacement character. */
export function decoded(bytes: string): string {
  return bytes.replace(SEQUENCES, (sequence) => {
    if (sequence.length === 1) return '\ufffd';
    const hex = sequence.replace(/./gs, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
    try {
      return decodeURIComponent(hex);
    } catch {
      return '\ufffd';
    }
  });
}
