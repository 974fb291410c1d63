// A gateway that numbers what it shows by a count of its own, in its memory (stream.id=process_counter). While it lives
// a number names a place in the log. A gateway that has started again counts from one again, and to a reader with a
// number of the old count all that comes is old.

import { type Json, textOf } from '../../../kernel/json';
import type { Log } from '../../cursor';
import type { GatewayMemory, View } from './state';

type Counting = Pick<GatewayMemory, 'countedFrom'>;

export const isCounted = ({ parameters }: { readonly parameters: Readonly<Record<string, Json>> }): boolean =>
  textOf(parameters, 'frame_id') === 'counted';

/** The number of an event of a run; null for one that was there before the count began. */
export function numberIn({ countedFrom = {} }: Counting, runId: string, seq: number): number | null {
  const number = seq - (countedFrom[runId] ?? 0);
  return number > 0 ? number : null;
}

interface Start {
  readonly memory: Counting;
  /** Position in the log that the reader goes on from. */
  readonly cursor: number;
}

/**
 * Where a reader goes on from that asks for what is after a number, or after a position where it has had no number
 * yet, or is sent to one. The count of a run begins at the head of its log when the first reader comes.
 */
export function countedStart({ memory, locals }: View, { lastSeq }: Log, asked: number): Start {
  const { runId = '', page } = locals;
  const from = memory.countedFrom?.[runId] ?? lastSeq;
  return {
    memory: { countedFrom: { ...memory.countedFrom, [runId]: from } },
    cursor: page?.isNumber === true && asked === page.afterSeq ? from + asked : asked,
  };
}
