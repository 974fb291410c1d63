// Statements of the table events. An append is two statements in one transaction: the run row gives the next
// seq, the event row takes it, so commit order is seq order (CONTRACT §10).

export const events = {
  insert_event: `INSERT INTO events(run_id,seq,type,attempt_id,fence,actor,payload,created_at)
    VALUES(:run_id,:seq,:type,:attempt_id,:fence,:actor,:payload,:now)`,

  /** An event whose place was drawn before: another one may stand there, and then this is its twin. */
  insert_drawn: `INSERT INTO events(run_id,seq,twin,type,attempt_id,fence,actor,payload,created_at)
    VALUES(:run_id,:seq,:twin,:type,:attempt_id,:fence,:actor,:payload,:now)`,

  count_at: `SELECT COUNT(*) AS count FROM events WHERE run_id=:run_id AND seq=:seq`,

  next_place: `SELECT COALESCE(MAX(seq),0)+1 AS seq FROM events WHERE run_id=:run_id`,

  /** As a sequence of a database does: never given back. */
  draw_place: `INSERT INTO sequences(name,last) SELECT run_id,last_seq+1 FROM runs WHERE run_id=:run_id
    ON CONFLICT(name) DO UPDATE SET last=MAX(last+1,excluded.last) RETURNING last AS seq`,

  delete_prefix: `DELETE FROM events WHERE run_id=:run_id AND seq<:minimum`,

  newest_of: `SELECT seq FROM events WHERE run_id=:run_id AND type=:type ORDER BY seq DESC LIMIT 1`,

  /** What a next attempt continues from. */
  completed_steps: `SELECT seq,attempt_id,payload FROM events WHERE run_id=:run_id AND type='step.completed'
    ORDER BY seq`,

  /** The first of them while somebody may still continue from it. */
  first_step: `SELECT e.seq FROM events e JOIN runs r ON r.run_id=e.run_id
    WHERE e.run_id=:run_id AND e.type='step.completed' AND r.status NOT IN ('succeeded','failed','cancelled')
    ORDER BY e.seq LIMIT 1`,

  /** Whether a page after a cursor would hold anything. */
  peek_page: `SELECT seq FROM events WHERE run_id=:run_id AND {after} ORDER BY seq LIMIT 1`,

  page: `SELECT seq,type,attempt_id,payload,created_at FROM events WHERE run_id=:run_id AND {after}
    ORDER BY seq, twin LIMIT :limit`,
} as const;
