// Nothing of an older attempt appears after a newer one began: a worker that was taken for dead goes on
// talking, and a reader sees two workers tell different tales (CONTRACT §9; M06 §7).

import type { Parameters, Row, Run } from '../../kernel/store';
import type { PropertySource } from './property-source';

/** An attempt that begins somewhere else than at the end makes old voices of the events after it. */
const itselfAndLater = (row: Row, sql: Run): readonly Parameters[] => {
  const key = { run_id: row['run_id'] ?? null, seq: row['seq'] ?? null };
  return row['type'] === 'attempt.started' ? [key, ...sql('S10.later', key)] : [key];
};

// Only the newest attempt that began before the event is looked at: fences grow with every claim, and to
// look at all of them would cost more with every attempt. Where a position was taken twice, two may have begun
// there; the higher fence is the newer one.
export const s10: PropertySource = {
  id: 'S10',
  name: 'no voice from the past',
  kind: 'always',
  key: ['run_id', 'seq'],
  keys: 'SELECT DISTINCT run_id, seq FROM events',
  query: `SELECT e.seq FROM events e WHERE e.run_id=:run_id AND e.seq=:seq AND e.type<>'attempt.ended'
    AND e.fence<(SELECT MAX(s.fence) FROM events s WHERE s.run_id=:run_id AND s.type='attempt.started'
      AND s.seq=(SELECT MAX(t.seq) FROM events t WHERE t.run_id=:run_id AND t.type='attempt.started'
        AND t.seq<:seq))`,
  lookups: { 'S10.later': 'SELECT run_id, seq FROM events WHERE run_id=:run_id AND seq>:seq' },
  touches: { events: itselfAndLater },
};
