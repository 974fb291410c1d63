// Frames of the stream (CONTRACT §5). Only what the log holds carries an id: a frame without one leaves the cursor
// of its reader alone.

import { type Data, type Json, textOf } from '../../../kernel/json';
import type { RunEvent } from '../../events';
import type { Range } from '../../ranges';
import { encodeFrame } from '../../wire/encode';

type Designed = { readonly parameters: Readonly<Record<string, Json>> };

/** How a design names the event of a frame. */
const IDS: Readonly<Record<string, (event: Pick<RunEvent, 'run_id' | 'seq'>) => string | undefined>> = {
  none: () => undefined,
  seq: ({ seq }) => String(seq),
  run_and_seq: ({ run_id: run, seq }) => `${run}:${String(seq)}`,
};

const idIn = ({ parameters }: Designed, event: Pick<RunEvent, 'run_id' | 'seq'>): string | undefined =>
  (IDS[textOf(parameters, 'frame_id')] ?? IDS['run_and_seq'])?.(event);

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
  position: Pick<RunEvent, 'run_id' | 'seq'>,
): string => controlFrame(designed, 'compacted', { from, to }, position);

/** A frame of the stream's own: never stored, no event of the run. */
export function controlFrame(
  designed: Designed,
  name: string,
  data: Data,
  position: Pick<RunEvent, 'run_id' | 'seq'>,
): string {
  const isNumbered = designed.parameters['control_id'] === 'next';
  const id = isNumbered ? idIn(designed, { ...position, seq: position.seq + 1 }) : undefined;
  const named = id === undefined ? {} : { id };
  return encodeFrame({ ...named, event: `stream.${name}`, data: JSON.stringify(data) });
}
