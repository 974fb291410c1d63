// Statements of the table operations: what a run asks of the outside world. Intent is recorded before the
// call and the outcome after it; nothing but the holder of the run's fence may write either (CONTRACT §11).

export const operations = {
  plan_operation: `INSERT INTO operations(operation_id,run_id,step_key,kind,order_id,amount_cents,currency,
      request_digest,requires_approval,created_at)
    SELECT {operation_id},:run_id,:step_key,'refund',:order_id,:amount_cents,:currency,:digest,
      :requires_approval,:now
    WHERE EXISTS (SELECT 1 FROM runs WHERE run_id=:run_id AND {holder}) RETURNING operation_id`,

  /** The model may say something else the next time; what has been approved does not follow. */
  replan_operation: `UPDATE operations SET amount_cents=:amount_cents, request_digest=:digest
    WHERE operation_id=:operation_id AND status='planned'
      AND EXISTS (SELECT 1 FROM runs WHERE run_id=operations.run_id AND {holder})
    RETURNING operation_id`,
  /** What an interrupted run has planned is the business of the run that goes on. */
  hand_over: `UPDATE operations SET run_id=:run_id WHERE run_id=:resumed AND status='planned'
    RETURNING operation_id, step_key, kind, order_id, amount_cents, currency, request_digest`,

  /** The key of a call that nothing was written down of. */
  name_operation: `SELECT {operation_id} AS operation_id`,

  find_operation: `SELECT operation_id, status, provider_ref FROM operations
    WHERE run_id=:run_id AND {same_operation}`,

  operation_start: `UPDATE operations SET status='started', started_fence=:fence, started_at=:now
    WHERE operation_id=:operation_id AND status='planned'
      AND EXISTS (SELECT 1 FROM runs WHERE run_id=operations.run_id AND {holder} AND {not_cancelled})
      AND (requires_approval=0 OR EXISTS (SELECT 1 FROM approvals a
        WHERE a.operation_id=operations.operation_id AND a.status='approved' AND {bound}))
    RETURNING order_id, amount_cents`,

  operation_unknown: `UPDATE operations SET status='unknown', error_code=:code
    WHERE operation_id=:operation_id AND status='started'
      AND EXISTS (SELECT 1 FROM runs WHERE run_id=operations.run_id AND {holder})
    RETURNING operation_id`,

  operation_commit: `UPDATE operations SET status='committed', provider_ref=:ref, settled_at=:now
    WHERE operation_id=:operation_id AND status IN ('started','unknown')
      AND EXISTS (SELECT 1 FROM runs WHERE run_id=operations.run_id AND {holder})
    RETURNING order_id, amount_cents`,

  operation_fail: `UPDATE operations SET status='failed', error_code=:code, settled_at=:now
    WHERE operation_id=:operation_id AND status IN ('started','unknown')
      AND EXISTS (SELECT 1 FROM runs WHERE run_id=operations.run_id AND {holder})
    RETURNING order_id, amount_cents`,

  abandon_planned: `UPDATE operations SET status='abandoned', settled_at=:now
    WHERE run_id=:run_id AND status='planned' RETURNING operation_id`,

  read_operation: `SELECT operation_id, run_id, step_key, kind, order_id, amount_cents, currency, request_digest,
      requires_approval, status, started_fence, provider_ref, error_code
    FROM operations WHERE operation_id=:operation_id`,

  /** All that is needed to repeat each call with its own key. */
  read_unsettled: `SELECT operation_id, step_key, kind, order_id, amount_cents, currency, request_digest, status,
      started_fence
    FROM operations WHERE run_id=:run_id AND status IN ('started','unknown') ORDER BY step_key, operation_id`,

  run_operations: `SELECT operation_id, step_key, kind, status, order_id, amount_cents, currency
    FROM operations WHERE run_id=:run_id ORDER BY step_key, operation_id`,
} as const;
