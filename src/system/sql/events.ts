// Statements of the table events. An append is two statements in one transaction: the run row gives the next
// seq, the event row takes it, so commit order is seq order (CONTRACT §10).

export const events = {
  insert_event: `INSERT INTO events(run_id,seq,type,attempt_id,fence,actor,payload,created_at)
    VALUES(:run_id,:seq,:type,:attempt_id,:fence,:actor,:payload,:now)`,

  delete_prefix: `DELETE FROM events WHERE run_id=:run_id AND seq<:minimum`,

  newest_of: `SELECT seq FROM events WHERE run_id=:run_id AND type=:type ORDER BY seq DESC LIMIT 1`,

  page: `SELECT seq,type,attempt_id,payload,created_at FROM events WHERE run_id=:run_id AND {after}
    ORDER BY seq, twin LIMIT :limit`,
} as const;
