// What lasts on a lane, from the step that begins it to the one that ends it, and the message that it is about.

import type { Json } from '../kernel/json';

export interface Copy {
  readonly channel: string;
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
  readonly body: Json;
  /** Place in the order in which copies came to be: of those at the broker, from 1; else of all. */
  readonly number: number;
  /** The step that sent it; 0 where it was there at the start. */
  readonly sent: number;
  /** The same message was sent before. */
  readonly isAgain: boolean;
  /** The connection that it travels on, where it stays open. */
  readonly connection: string | null;
  /** Who put it on its way: an actor, what broke its connection, or an end that heard nothing for too long. */
  readonly origin: 'sender' | 'break' | 'idle';
  /** Where its connection was torn in the middle of it: how many of its bytes still arrive. */
  readonly tornAt: number | null;
}

/** A connection that stays open, and its two ends. */
export interface Wire {
  readonly id: string;
  readonly client: string;
  readonly server: string;
}

/** `wire`: an end of an open connection. `dead`: the connection is gone, and this end does not know it yet. */
export type SpanKind =
  'rests' | 'flies' | 'held' | 'late' | 'lease' | 'open' | 'down' | 'paused' | 'wire' | 'dead';
export type SpanEnd = 'taken' | 'acknowledged' | 'returned' | 'lost' | 'torn' | 'over';

export interface Span {
  readonly kind: SpanKind;
  readonly lane: string;
  readonly copy: Copy | null;
  /** The connection, of a span that is one of its ends. */
  readonly wire: Wire | null;
  readonly from: number;
  /** Null where no step has ended it. */
  readonly to: number | null;
  readonly end: SpanEnd | null;
  /** Who took it. */
  readonly by: string | null;
}
