// Every named statement of the service. A name stands for one text in every design; what a design changes
// are the fragments in braces.

import { approvals } from './approvals';
import { artifacts } from './artifacts';
import { cachedTasks } from './cached-tasks';
import { clocks } from './clocks';
import { compactions } from './compactions';
import { documents } from './documents';
import { events } from './events';
import { listeners } from './listeners';
import { messages } from './messages';
import { notices } from './notices';
import { operations } from './operations';
import { orders } from './orders';
import { outbox } from './outbox';
import { principals } from './principals';
import { refundKeys } from './refund-keys';
import { runs } from './runs';

export const statements = {
  ...principals,
  ...orders,
  ...runs,
  ...events,
  ...outbox,
  ...messages,
  ...compactions,
  ...notices,
  ...listeners,
  ...operations,
  ...approvals,
  ...artifacts,
  ...documents,
  ...refundKeys,
  ...clocks,
  ...cachedTasks,
} as const;

export type StatementName = keyof typeof statements;
