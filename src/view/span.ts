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
}

export type SpanKind = 'rests' | 'flies' | 'held' | 'late' | 'lease' | 'open' | 'down' | 'paused';
export type SpanEnd = 'taken' | 'acknowledged' | 'returned' | 'lost' | 'over';

export interface Span {
  readonly kind: SpanKind;
  readonly lane: string;
  readonly copy: Copy | null;
  readonly from: number;
  /** Null where no step has ended it. */
  readonly to: number | null;
  readonly end: SpanEnd | null;
  /** Who took it. */
  readonly by: string | null;
}
