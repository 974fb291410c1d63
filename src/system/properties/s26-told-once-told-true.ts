// "Refund committed" stands in the history once for a committed refund, and never otherwise: a customer who
// reads it twice, or without money, or not at all, has been told something false (CONTRACT §4).

import { keyed } from '../../kernel/property';
import type { Data } from '../../kernel/json';
import type { Parameters, Row, Run } from '../../kernel/store';
import type { PropertySource } from './property-source';

const UNTRUE = `SELECT c.operation_id FROM (
    SELECT o.operation_id, o.run_id, o.status='committed' AS done,
      (SELECT COUNT(*) FROM events e WHERE e.run_id=o.run_id AND e.type='refund.committed'
        AND json_extract(e.payload,'$.operation_id')=o.operation_id) AS told
    FROM operations o WHERE o.operation_id=:operation_id) c
  JOIN runs r ON r.run_id=c.run_id
  WHERE (c.told>c.done OR (c.told<c.done AND r.min_retained_seq=1))`;

/** The operation that a history says was refunded. */
const told = (row: Row): readonly Parameters[] => {
  if (row['type'] !== 'refund.committed') return [];
  const { operation_id } = JSON.parse(String(row['payload'])) as Data;
  return typeof operation_id === 'string' ? [{ operation_id }] : [];
};

/** Once retention has begun, a telling may have been removed. */
const ofRetainedRun = (row: Row, sql: Run): readonly Parameters[] =>
  row['min_retained_seq'] === 1 ? [] : sql('S26.operations', { run_id: row['run_id'] ?? null });

export const s26: PropertySource = {
  id: 'S26',
  name: 'told once, told true',
  kind: 'always',
  key: ['operation_id'],
  keys: 'SELECT operation_id FROM operations',
  query: `${UNTRUE} AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.run_id=c.run_id AND p.pending=1)`,
  suspicion: UNTRUE,
  lookups: { 'S26.operations': 'SELECT operation_id FROM operations WHERE run_id=:run_id' },
  touches: { operations: keyed('operation_id'), events: told, runs: ofRetainedRun },
};
