// No message for a run that does not and will not exist: a worker would start a task that nobody submitted,
// or find nothing (CONTRACT §4, outbox; M06 §6). While the API is still accepting, the run may come.

import { keyed } from '../../kernel/property';
import { found, type PropertySource } from './property-source';

const NO_RUN = `SELECT m.message_id FROM now_messages m WHERE m.message_id=:message_id AND m.ready+m.unacked>0
  AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id=m.run_id)`;

export const s28: PropertySource = {
  id: 'S28',
  name: 'no phantom',
  kind: 'always',
  key: ['message_id'],
  keys: 'SELECT message_id FROM now_messages',
  query: `${NO_RUN} AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.run_id=m.run_id
    AND p.procedure='api.accept')`,
  suspicion: NO_RUN,
  lookups: { 'S28.messages': 'SELECT message_id FROM now_messages WHERE run_id=:run_id' },
  touches: { now_messages: keyed('message_id'), runs: found('S28.messages', 'run_id') },
};
