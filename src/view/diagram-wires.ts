// Connections that stay open, as the diagram follows them: what travels on each, what becomes of that when the
// connection breaks, and for how long each end believes that it is there. What tells the ends comes from nobody
// on stage, and neither does it stand in the record of a step: it follows from what befell.

import type { Json } from '../kernel/json';
import type { Message } from '../kernel/channel';
import type { StepRecord } from '../kernel/trace';
import { isRequest, memberOf } from './bodies';
import type { OpenSpan, Spans } from './diagram-spans';
import type { Wire } from './span';

/** The channel whose connections stay open, and who serves them. */
export const STREAM = 'stream';
const GATEWAY = 'gateway';

interface Known extends Wire {
  is: 'open' | 'silent' | 'gone';
  /** Who gives it up by itself once the idle time is over, as nothing comes any more. */
  waits: 'nobody' | 'both' | 'client';
  /** Pieces that somebody on the way collects from here on; null where nobody does. */
  kept: Set<string> | null;
}

type Side = 'client' | 'server';

const UNTOUCHED = { waits: 'nobody', kept: null } as const;

/** What befalls a connection; where it is torn, a piece of it is named. */
const FAULTS: readonly string[] = ['reset', 'eof', 'silence', 'tear'];
export const isWireFault = (fault: string): boolean => FAULTS.includes(fault);

/** The connection, or the piece and the byte, that a fault names. */
export function tornPlace(message: string): { readonly piece: string; readonly bytes: number } {
  const at = message.lastIndexOf('@');
  return { piece: message.slice(0, at), bytes: Number(message.slice(at + 1)) };
}

export class Wires {
  private readonly book: Spans;
  private readonly known = new Map<string, Known>();

  constructor(book: Spans) {
    this.book = book;
  }

  /** A connection that was opened at some time. */
  of(id: string): Wire | undefined {
    return this.known.get(id);
  }

  /** Its server has taken the request: from here on there is something to break. */
  serve(id: string, client: string, server: string): void {
    this.known.set(id, { id, client, server, is: 'open', ...UNTOUCHED });
    this.begin(id, 'server');
  }

  took({ id, from, body, connection = id }: Message, { actor, facts }: StepRecord): void {
    const known = this.known.get(connection);
    if (isRequest(body)) this.serve(connection, from, actor);
    if (known === undefined || isRequest(body)) return;
    if (actor === known.client && isOver(body)) this.close(known, 'client');
    // A server that did not know the connection yet goes on serving it.
    if (actor === known.server && facts.some(({ fact }) => fact === 'disconnected')) {
      known.is = 'gone';
      this.close(known, 'server');
      this.disperse(known);
    }
  }

  /** Sent by an actor; what finds no way is lost where it was written. */
  sent(message: Message): void {
    const { id, from, to, body, connection = id } = message;
    const known = this.known.get(connection);
    const isUp = to === null || this.book.is('down', to) === undefined;
    const hasWay = known === undefined || known.is === 'gone' ? from !== GATEWAY : known.is === 'open';
    if (isRequest(body)) this.ask(message, isUp);
    else if (isUp && hasWay) this.book.put(message);
    else this.writtenInVain(message);
    if (known === undefined) return;
    if (from === known.client && memberOf(body, 'closed') !== undefined) this.close(known, 'client');
    if (from !== known.server || memberOf(body, 'piece') === undefined) return;
    if (memberOf(body, 'isLast') !== true) {
      known.kept?.add(id);
      return;
    }
    known.kept = null;
    known.is = 'gone';
    this.close(known, 'server');
  }

  private ask(message: Message, isUp: boolean): void {
    const { id, from, to } = message;
    const server = to ?? GATEWAY;
    this.known.set(id, { id, client: from, server, is: 'gone', ...UNTOUCHED });
    this.begin(id, 'client');
    if (isUp) this.book.put({ ...message, connection: id });
    else this.refuse(id, server, from);
  }

  private writtenInVain(message: Message): void {
    const copy = this.book.put(message);
    const span = this.book.open.find((one) => one.copy === copy);
    if (span !== undefined) this.book.lose(span);
  }

  /** Whoever sent it learns that nobody is there. */
  private refuse(id: string, from: string, to: string): void {
    this.tell(id, 'reset', from, to, 'sender');
    const known = this.known.get(id);
    if (known !== undefined) this.deaden(known, 'client');
  }

  befall(fault: string, message: string): void {
    const { piece, bytes } = tornPlace(message);
    const id = fault === 'tear' ? this.pieceOf(piece)?.copy?.connection : message;
    const known = this.known.get(id ?? '');
    if (known === undefined) return;
    if (fault === 'tear') this.tear(piece, bytes);
    const torn = fault === 'tear' ? piece : null;
    if (fault !== 'eof') this.clear(known.id, torn);
    known.is = fault === 'silence' ? 'silent' : 'gone';
    known.kept = null;
    if (fault === 'silence') known.waits = 'both';
    for (const side of ['client', 'server'] as const) this.deaden(known, side);
    if (fault === 'silence') return;
    this.tell(known.id, fault === 'eof' ? 'eof' : 'reset', known.server, known.client, 'break');
    this.tell(known.id, 'closed', known.client, known.server, 'break');
  }

  /** Somebody on the way keeps what is written from here on, and its reader hears nothing. */
  collect(id: string): void {
    const known = this.known.get(id);
    if (known === undefined) return;
    known.kept = new Set();
    known.waits = 'client';
  }

  /** What was kept comes no more, and neither does word that nothing came. */
  private disperse({ id, kept }: Known): void {
    for (const span of kept === null ? [] : this.book.open) {
      const { kind, copy } = span;
      if (kind !== 'flies' || copy === null || copy.connection !== id) continue;
      if (kept?.has(copy.id) === true || copy.origin === 'idle') this.book.lose(span);
    }
  }

  /** A part of the piece goes on; it is another copy, as what was before the cut was whole. */
  private tear(piece: string, bytes: number): void {
    const span = this.pieceOf(piece);
    if (span?.copy == null || bytes === 0) return;
    const copy = { ...span.copy, tornAt: bytes };
    const late = this.book.open.find((one) => one.kind === 'late' && one.copy === span.copy);
    this.book.end(span, 'torn');
    this.book.settleLate(span);
    this.book.begin('flies', span.lane, copy);
    if (late !== undefined) this.book.begin('late', late.lane, copy);
    this.book.note(copy);
  }

  /** A piece in flight, delayed or not. */
  private pieceOf(id: string): OpenSpan | undefined {
    return this.book.oldest(STREAM, id, false) ?? this.book.oldest(STREAM, id, true);
  }

  /** What no end was told of is told when the idle time is over; true where that was it. */
  falls(due: string): boolean {
    const [, id = '', what] = /^stream:(.+):(reset|closed)$/.exec(due) ?? [];
    const known = this.known.get(id);
    if (known === undefined || (what !== 'reset' && what !== 'closed')) return false;
    if (known.waits === 'nobody' || (known.waits === 'client' && what === 'closed')) return false;
    // A message by that name which was delayed has come to be long ago.
    if (this.book.oldest(STREAM, `${id}:${what}`, true) !== undefined) return false;
    const [from, to] = what === 'reset' ? [known.server, known.client] : [known.client, known.server];
    this.tell(id, what, from, to, 'idle');
    return true;
  }

  crash(actor: string): void {
    for (const span of this.book.open) {
      const { kind, copy } = span;
      if (kind !== 'flies' || copy?.channel !== STREAM || copy.to !== actor) continue;
      this.book.lose(span);
      if (actor === GATEWAY && isRequest(copy.body)) this.refuse(copy.id, actor, copy.from);
    }
    for (const known of this.known.values()) {
      if (known.client === actor) this.abandon(known);
      if (known.server === actor) this.leave(known);
    }
  }

  /** The client is gone: what it had sent is lost, and the server is told. */
  private abandon(known: Known): void {
    this.close(known, 'client');
    if (known.is === 'gone') return;
    this.clear(known.id, null);
    this.deaden(known, 'server');
    if (known.is === 'open') this.tell(known.id, 'closed', known.client, known.server, 'sender');
    known.is = 'gone';
  }

  private leave(known: Known): void {
    this.close(known, 'server');
    this.disperse(known);
    if (known.is === 'open') this.refuse(known.id, known.server, known.client);
    known.is = 'gone';
  }

  private tell(
    connection: string,
    what: 'reset' | 'eof' | 'closed',
    from: string,
    to: string,
    origin: 'sender' | 'break' | 'idle',
  ): void {
    const body = { [what === 'eof' ? 'ended' : what]: connection };
    this.book.put({ channel: STREAM, id: `${connection}:${what}`, from, to, body, connection, origin });
  }

  /** Nothing of what travelled on a connection arrives, but for one piece. */
  private clear(id: string, but: string | null): void {
    for (const span of this.book.open) {
      const { kind, copy } = span;
      if (kind === 'flies' && copy?.connection === id && copy.id !== but) this.book.lose(span);
    }
  }

  private begin(id: string, side: Side): void {
    const known = this.known.get(id);
    if (known !== undefined) this.book.begin('wire', known[side], null, plain(known));
  }

  /** An end believes in a connection that is gone. */
  private deaden(known: Known, side: Side): void {
    const span = this.endOf(known, side, ['wire']);
    if (span === undefined) return;
    this.book.end(span, 'lost');
    this.book.begin('dead', known[side], null, plain(known));
  }

  private close(known: Known, side: Side): void {
    const span = this.endOf(known, side, ['wire', 'dead']);
    if (span !== undefined) this.book.end(span, 'over');
  }

  private endOf({ id, ...sides }: Known, side: Side, kinds: readonly string[]): OpenSpan | undefined {
    return this.book.open.find(
      ({ kind, wire, lane }) => wire?.id === id && lane === sides[side] && kinds.includes(kind),
    );
  }
}

const plain = ({ id, client, server }: Known): Wire => ({ id, client, server });

/** What ends a connection for whoever reads it. */
function isOver(body: Json): boolean {
  if (memberOf(body, 'reset') !== undefined || memberOf(body, 'ended') !== undefined) return true;
  return memberOf(body, 'isLast') === true;
}
