// The event-stream server: a connection is an activity that goes on for as long as the stream is open, and the log
// is the only thing that it ever delivers from (CONTRACT §5).
//
//   gateway.open     authorize [ checkCursor ] register sendHead
//   gateway.tail     [ recheck readPage ] writeFrames     again and again, where there is something to tell
//   gateway.beat     [ recheckAtBeat writeBeat ]          beside a round without news, where beats are on stage
//   gateway.push     pushFrames                           only where a design shows what is not written yet
//   gateway.closed   forget                               the reader is gone; its run goes on
//
// It keeps nothing that would have to survive: after a crash its readers come back with their cursors.

import type { ActorKind } from '../../kernel/actor';
import { asStreamArrival } from '../stream';
import { authorizeWith, byMatrix } from './api/authorize';
import { api } from './api/state';
import { opening } from './gateway/opening';
import { beatBeside, beating, beatsAhead } from './gateway/beating';
import { gateway, type GatewayDisk, type GatewayMemory } from './gateway/state';
import { isPush, pushing } from './gateway/pushing';
import { recheck, tailing, tailWaits } from './gateway/tailing';

export const gatewayKind: ActorKind<GatewayMemory, GatewayDisk> = {
  kind: 'gateway',
  several: true,
  procedures: {
    'gateway.open': 'authorize [ checkCursor ] register sendHead',
    'gateway.tail': '[ recheck readPage ] writeFrames',
    'gateway.beat': '[ recheckAtBeat writeBeat ]',
    'gateway.push': 'pushFrames',
    'gateway.closed': 'forget',
  },
  operations: {
    authorize: api(authorizeWith(byMatrix, 'sendHead')),
    ...opening,
    ...tailing,
    ...beating,
    // Of its own name: a round and a beat beside it are two steps, and a step is named by its first operation.
    recheckAtBeat: gateway(recheck),
    ...pushing,
  },
  writes: ['cancelRun'],
  memory: { connections: {} },
  disk: { bufferLimit: 64, pageLength: 100 },
  begins: [],
  starts: () => [],
  waitsFor: tailWaits,
  aside: beatBeside,
  deadlines: ({ memory }) => beatsAhead(memory),
  receives: ({ body }) => {
    if (isPush(body)) return 'gateway.push';
    return 'closed' in asStreamArrival(body) ? 'gateway.closed' : 'gateway.open';
  },
};
