// The task API: takes submissions, shows runs, pages through their events (CONTRACT §2).
//
//   api.accept   authorize [ findKey compareFingerprint insertRun appendCreated insertOutbox ] respond
//   api.read     authorize [ readRun ] respond
//   api.page     authorize [ checkCursor readPage ] respond
//
// Each request is an activity of its own and answers once. A crash forgets all of them and resets their
// connections; the only thing that it remembers of its own is how many runs it has named.

import type { ActorKind } from '../../kernel/actor';
import { asRequest, route } from '../http';
import { accepting } from './api/accepting';
import { authorize } from './api/authorize';
import { reading } from './api/reading';
import { api, type ApiDisk, send } from './api/state';

export const apiKind: ActorKind<object, ApiDisk> = {
  kind: 'api',
  several: true,
  procedures: {
    'api.accept': 'authorize [ findKey compareFingerprint insertRun appendCreated insertOutbox ] respond',
    'api.read': 'authorize [ readRun ] respond',
    'api.page': 'authorize [ checkCursor readPage ] respond',
  },
  operations: {
    authorize: api(authorize),
    ...accepting,
    ...reading,
    respond: api((view) => send(view, view.locals.answer)),
  },
  writes: ['insertRun', 'appendCreated', 'insertOutbox', 'publish'],
  memory: {},
  disk: { runs: 0 },
  begins: [],
  starts: () => [],
  receives: (message) => `api.${route(asRequest(message.body))?.endpoint ?? 'read'}`,
};
