// A gateway that waits to be told of an append sleeps on if it is not told: the event is in the log, and nobody
// reads it. To be told is a hint that saves time; whoever looks from time to time as well cannot miss anything.
// M06 §4, "SSE is a notice". (Where it looks, wake-ups would change nothing, and are no steps here.)

import type { Decision } from '../../kernel/decision';
import { add, parameter, withTrigger } from '../../kernel/edit';
import { listen, takeWakeUp, unlisten } from '../actors/gateway/listening';

export const wakeupMode: Decision = {
  id: 'wakeup.mode',
  kind: 'liveness',
  properties: ['L7'],
  alternatives: [
    {
      name: 'notify_only',
      safe: false,
      failure: 'lost wake-up',
      edits: [
        withTrigger('events_notify'),
        add('gateway.open.listen', 'outside before checkCursor', listen),
        add('gateway.tail.takeWakeUp', 'before readPage', takeWakeUp),
        add('gateway.closed.unlisten', 'after forget', unlisten),
        parameter('wakeup', 'notify'),
      ],
    },
    { name: 'notify_and_poll', safe: true, failure: '', edits: [] },
  ],
};
