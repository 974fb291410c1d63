// Messages arrive: a row of the outbox is sent in the end, a dispatched run is started, and a person finds a
// notice on their list (CONTRACT §16). A row that was marked as sent and a message that was acknowledged have
// still not arrived while their run is queued, or no notice is there: nobody will look at them again.

import { keyed } from '../../kernel/property';
import { found, type PropertySource } from './property-source';

export const l06: PropertySource = {
  id: 'L6',
  name: 'messages arrive',
  kind: 'eventually',
  key: ['message_id'],
  keys: 'SELECT message_id FROM outbox UNION SELECT message_id FROM now_messages',
  query: `SELECT x.message_id FROM outbox x WHERE x.message_id=:message_id AND (x.sent=0
      OR (x.topic='runs.dispatch' AND EXISTS (SELECT 1 FROM runs r WHERE r.run_id=x.run_id AND r.status='queued'))
      OR (x.topic='runs.notify' AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.message_id=x.message_id)))
    UNION ALL
    SELECT m.message_id FROM now_messages m JOIN runs r ON r.run_id=m.run_id
    WHERE m.message_id=:message_id AND m.topic='runs.dispatch' AND m.ready+m.unacked>0 AND r.status='queued'
    UNION ALL
    SELECT m.message_id FROM now_messages m WHERE m.message_id=:message_id AND m.topic='runs.notify'
      AND m.ready+m.unacked>0 AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.message_id=m.message_id)`,
  // A message's id begins with its run, so the rows of a run lie together.
  lookups: {
    'L6.messages': `SELECT message_id FROM outbox WHERE message_id>=:run_id||':' AND message_id<:run_id||';'
      UNION ALL SELECT message_id FROM now_messages WHERE run_id=:run_id`,
  },
  touches: {
    outbox: keyed('message_id'),
    now_messages: keyed('message_id'),
    notices: keyed('message_id'),
    runs: found('L6.messages', 'run_id'),
  },
};
