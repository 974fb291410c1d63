// What becomes of frames that a reader does not take (stream.buffer). One buffer a connection: a slow reader is
// nobody else's business.

import { type Json, textOf } from '../../../kernel/json';

/** The frames that are kept, given those that were and those that come; or the connection is closed. */
type Buffer = (
  kept: readonly string[],
  added: readonly string[],
  limit: number,
  isDrained: boolean,
) => readonly string[] | 'close';

/** Never from the middle: a reader that cannot follow is sent away and comes back with its cursor. */
const disconnectSlow: Buffer = (kept, added, limit, isDrained) => {
  const all = [...kept, ...added];
  return !isDrained && all.length > limit ? 'close' : all;
};

const BUFFERS: Readonly<Record<string, Buffer>> = {
  unbounded: (kept, added) => [...kept, ...added],
  block_writer: (kept, added) => [...kept, ...added],
  drop_oldest: (kept, added, limit, isDrained) => {
    const all = [...kept, ...added];
    return isDrained ? all : all.slice(-limit);
  },
};

/** Whether what was read is held back until the reader has taken what came before. */
export const holdsBack = ({ parameters }: Designed): boolean => parameters['buffer'] === 'block_writer';

type Designed = { readonly parameters: Readonly<Record<string, Json>> };

export const buffersIn = ({ parameters }: Designed): Buffer =>
  BUFFERS[textOf(parameters, 'buffer')] ?? disconnectSlow;
