// A proxy on the way collects what comes until it has enough for a block. For a file that is thrift; a stream that says
// little stays in its hands for as long as the stream lasts, signs of life and all. A reader that listens for these
// gives such a connection up after a while and reads on from its cursor, by way of the log; one that does not waits
// for ever. A header asks the proxy not to collect, and nobody waits.
// PROTOCOLS: HTML §9.2, "Proxy buffering"; M06 §5.

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const streamBuffering: Decision = {
  id: 'stream.buffering',
  kind: 'liveness',
  properties: ['L7'],
  alternatives: [
    {
      name: 'allowed',
      safe: false,
      failure: 'proxy buffering',
      edits: [parameter('buffering', 'allowed')],
    },
    { name: 'refused', safe: true, failure: '', edits: [] },
  ],
};
