// Frames of the stream (CONTRACT §5). Only what the log holds carries an id: a frame without one leaves the cursor
// of its reader alone.

import { type Data, type Json, textOf } from '../../../kernel/json';
import type { RunEvent } from '../../events';
import type { Range } from '../../ranges';
import { encodeFrame } from '../../wire/encode';
import { numberIn } from './counting';
import type { GatewayMemory } from './state';

interface Designed {
  readonly parameters: Readonly<Record<string, Json>>;
  readonly memory?: Pick<GatewayMemory, 'countedFrom'>;
}

type Position = Pick<RunEvent, 'run_id' | 'seq'>;

/** How a design names the event of a frame. */
const IDS: Readonly<Record<string, (event: Position, designed: Designed) => string | undefined>> = {
  none: () => undefined,
  seq: ({ seq }) => String(seq),
  run_and_seq: ({ run_id: run, seq }) => `${run}:${String(seq)}`,
  counted: ({ run_id: run, seq }, { memory = {} }) => {
    const number = numberIn(memory, run, seq);
    return number === null ? undefined : `${run}:${String(number)}`;
  },
};

const idIn = (designed: Designed, event: Position): string | undefined =>
  (IDS[textOf(designed.parameters, 'frame_id')] ?? IDS['run_and_seq'])?.(event, designed);

/** What comes before the first frame. */
export const preamble = (runId: string, cursor: number): string =>
  encodeFrame({ retry: 1_000, comment: `open ${runId} after ${String(cursor)}` });

/** A stored event. */
export function eventFrame(designed: Designed, event: RunEvent): string {
  const id = idIn(designed, event);
  return encodeFrame({ ...(id === undefined ? {} : { id }), event: event.type, data: JSON.stringify(event) });
}

/** A range in place of events that are in another one's words now. */
export const rangeFrame = (
  designed: Designed,
  { from_seq: from, to_seq: to }: Range,
  position: Position,
): string => controlFrame(designed, 'compacted', { from, to }, position);

/** A frame of the stream's own: never stored, no event of the run. */
export function controlFrame(designed: Designed, name: string, data: Data, position: Position): string {
  const isNumbered = designed.parameters['control_id'] === 'next';
  const id = isNumbered ? idIn(designed, { ...position, seq: position.seq + 1 }) : undefined;
  const named = id === undefined ? {} : { id };
  return encodeFrame({ ...named, event: `stream.${name}`, data: JSON.stringify(data) });
}
