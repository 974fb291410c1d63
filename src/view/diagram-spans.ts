// The spans of a run while it grows: what began and ended at which step, and which copies of messages each step
// had to do with. What makes a span begin or end is a matter of those who keep this book.

import type { Message } from '../kernel/channel';
import { isBrokered, shelfOf } from './shelves';
import type { Copy, Span, SpanEnd, SpanKind, Wire } from './span';

export type OpenSpan = { -readonly [K in keyof Span]: Span[K] };

/** A message as it came to be, with what tells of it where no actor sent it. */
export type Put = Omit<Message, 'run'> & Partial<Pick<Copy, 'origin'>>;

export class Spans {
  /** In the order in which they began. */
  readonly spans: Span[] = [];
  /** Copies that a step sent, took, acknowledged or had a fault befall, by step. */
  readonly copies = new Map<number, readonly Copy[]>();
  open: readonly OpenSpan[] = [];
  step = 0;
  /** What is open after each number of steps. */
  private readonly openAfter: (readonly OpenSpan[])[] = [];
  private readonly named = new Set<string>();
  private numbered = { broker: 0, other: 0 };

  /** What had begun and not ended after a number of steps. */
  openAt(cursor: number): readonly Span[] {
    return this.openAfter[cursor] ?? [];
  }

  /** What lasted at some time between two steps, both included. */
  between(from: number, to: number): readonly Span[] {
    const begun: Span[] = [];
    for (let i = this.firstFrom(from); i < this.spans.length; i++) {
      const span = this.spans[i]!;
      if (span.from > to) break;
      begun.push(span);
    }
    return [...this.openAt(Math.max(0, from - 1)).filter((span) => span.from < from), ...begun];
  }

  /** Nothing more begins or ends at this step. */
  turn(): void {
    this.openAfter.push(this.open);
  }

  begin(kind: SpanKind, lane: string, copy: Copy | null = null, wire: Wire | null = null): void {
    const span: OpenSpan = { kind, lane, copy, wire, from: this.step, to: null, end: null, by: null };
    this.spans.push(span);
    this.open = [...this.open, span];
  }

  end(span: OpenSpan, end: SpanEnd, by: string | null = null): void {
    Object.assign(span, { to: this.step, end, by });
    this.open = this.open.filter((one) => one !== span);
    if (span.copy !== null && span.kind !== 'late') this.note(span.copy);
  }

  note(copy: Copy): void {
    const known = this.copies.get(this.step) ?? [];
    if (!known.includes(copy)) this.copies.set(this.step, [...known, copy]);
  }

  copyOf({ channel, id, from, to, body, connection = null, origin = 'sender' }: NullablePut): Copy {
    const number = isBrokered(channel) ? ++this.numbered.broker : ++this.numbered.other;
    const name = `${channel} ${id}`;
    const isAgain = this.named.has(name);
    this.named.add(name);
    const is = { isAgain, connection, origin, tornAt: null };
    return { channel, id, from, to, body, number, sent: this.step, ...is };
  }

  /** A copy comes to be: at rest at the broker, or on its way. */
  put(message: NullablePut): Copy {
    const copy = this.copyOf(message);
    if (isBrokered(copy.channel)) this.begin('rests', shelfOf(copy.channel), copy);
    else this.begin('flies', copy.from, copy);
    if (this.step > 0) this.note(copy);
    return copy;
  }

  /** A copy does not arrive, delayed or not. */
  lose(span: OpenSpan): void {
    this.end(span, 'lost');
    this.settleLate(span);
  }

  /** Whether it was delayed or not no longer matters. */
  settleLate({ copy }: OpenSpan): void {
    for (const one of this.open) if (one.kind === 'late' && one.copy === copy) this.end(one, 'over');
  }

  heldOf(at: string, id: string): readonly OpenSpan[] {
    return this.open.filter(({ kind, copy: c }) => kind === 'held' && c?.channel === at && c.id === id);
  }

  is(kind: SpanKind, lane: string): OpenSpan | undefined {
    return this.open.find((span) => span.kind === kind && span.lane === lane);
  }

  oldest(channel: string, id: string, isLate: boolean): OpenSpan | undefined {
    const late = new Set(this.open.filter(({ kind }) => kind === 'late').map(({ copy }) => copy));
    return this.open
      .filter(({ kind, copy }) => {
        return (kind === 'rests' || kind === 'flies') && copy?.channel === channel && copy.id === id;
      })
      .filter(({ copy }) => late.has(copy) === isLate)
      .toSorted((a, b) => (a.copy?.number ?? 0) - (b.copy?.number ?? 0))[0];
  }

  private firstFrom(step: number): number {
    let [low, high] = [0, this.spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.spans[middle]!.from < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

type NullablePut = Omit<Put, 'connection'> & { readonly connection?: string | null };
