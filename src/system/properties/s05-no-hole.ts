// The stored history has no hole that stays and no position twice: a reader who pages through it would miss
// an event for good, or see two different ones at one cursor (CONTRACT §6; M06 §3). A hole that a writer is
// about to fill is none yet; a position taken twice is never put right.

import type { Parameters, Row, Run } from '../../kernel/store';
import type { PropertySource } from './property-source';

const HOLE = `SELECT e.seq FROM events e JOIN runs r ON r.run_id=e.run_id
  WHERE e.run_id=:run_id AND e.seq=:seq AND (e.twin>0 OR (e.seq>r.min_retained_seq
    AND NOT EXISTS (SELECT 1 FROM events p WHERE p.run_id=e.run_id AND p.seq=e.seq-1)
    AND NOT EXISTS (SELECT 1 FROM compactions c WHERE c.run_id=e.run_id AND c.to_seq=e.seq-1)))`;

const position = (row: Row, seq: number): Parameters => ({ run_id: row['run_id'] ?? null, seq });

/** An event fills or leaves its own position and the hole before the next. */
const itselfAndNext = (row: Row): readonly Parameters[] => {
  const seq = Number(row['seq']);
  return [position(row, seq), position(row, seq + 1)];
};

/** The lower end of the history moves: what lies at or below it stands at no hole. Before retention nothing does. */
const belowRetention = (row: Row, sql: Run): readonly Parameters[] => {
  const minimum = Number(row['min_retained_seq']);
  return minimum > 1 ? sql('S05.below', { run_id: row['run_id'] ?? null, minimum }) : [];
};

export const s05: PropertySource = {
  id: 'S05',
  name: 'no hole',
  kind: 'always',
  key: ['run_id', 'seq'],
  keys: 'SELECT DISTINCT run_id, seq FROM events',
  query: `${HOLE} AND NOT EXISTS (SELECT 1 FROM now_procedures q WHERE q.run_id=e.run_id AND q.pending=1
    AND e.twin=0)`,
  suspicion: HOLE,
  lookups: { 'S05.below': 'SELECT run_id, seq FROM events WHERE run_id=:run_id AND seq<=:minimum' },
  touches: {
    events: itselfAndNext,
    runs: belowRetention,
    compactions: (row) => [position(row, Number(row['to_seq']) + 1)],
  },
};
