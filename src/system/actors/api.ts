// The task API: takes submissions, shows runs, pages through their events (CONTRACT §2).
//
//   api.accept   authorize [ findKey compareFingerprint insertRun appendCreated insertOutbox ] respond
//   api.read     authorize [ readRun ] respond
//   api.page     authorize [ checkCursor readPage ] respond
//   api.conversation   authorize [ readConversation ] respond
//   api.decide   authorize [ decideApproval requeueRun appendDecided insertOutbox ] respond
//   api.cancel   authorize [ cancelRun appendCancel withdrawApproval abandonPlanned appendEnding
//                insertOutbox ] respond
//   api.download authorize [ readArtifact ] respond
//
// Each request is an activity of its own and answers once. A crash forgets all of them and resets their
// connections; the only thing that it remembers of its own is how many runs it has named.

import type { ActorKind } from '../../kernel/actor';
import { asRequest, route } from '../http';
import { accepting } from './api/accepting';
import { authorizeWith, byMatrix } from './api/authorize';
import { cancelling } from './api/cancelling';
import { deciding } from './api/deciding';
import { reading } from './api/reading';
import { api, type ApiDisk, send } from './api/state';

export const apiKind: ActorKind<object, ApiDisk> = {
  kind: 'api',
  several: true,
  procedures: {
    'api.accept': 'authorize [ findKey compareFingerprint insertRun appendCreated insertOutbox ] respond',
    'api.read': 'authorize [ readRun ] respond',
    'api.page': 'authorize [ checkCursor readPage ] respond',
    'api.conversation': 'authorize [ readConversation ] respond',
    'api.decide': 'authorize [ decideApproval requeueRun appendDecided insertOutbox ] respond',
    'api.cancel':
      'authorize [ cancelRun appendCancel withdrawApproval abandonPlanned appendEnding insertOutbox ] respond',
    'api.download': 'authorize [ readArtifact ] respond',
  },
  operations: {
    authorize: api(authorizeWith(byMatrix)),
    ...accepting,
    ...reading,
    ...deciding,
    ...cancelling,
    respond: api((view) => send(view, view.locals.answer)),
  },
  writes: [
    ...['insertRun', 'appendCreated', 'insertOutbox', 'publish'],
    ...['decideApproval', 'requeueRun', 'appendDecided'],
    ...['cancelRun', 'appendCancel', 'withdrawApproval', 'abandonPlanned', 'appendEnding'],
  ],
  memory: {},
  disk: { runs: 0 },
  begins: [],
  starts: () => [],
  receives: (message) => `api.${route(asRequest(message.body))?.endpoint ?? 'read'}`,
};
