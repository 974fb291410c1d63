// Statements of the table compactions, and what a log may lose: the deltas of texts that are complete, and what
// lies before the events that are kept (CONTRACT §6).

export const compactions = {
  page_ranges: `SELECT from_seq,to_seq FROM compactions WHERE run_id=:run_id AND to_seq>:after_seq
    ORDER BY to_seq`,

  record_range: `INSERT INTO compactions(run_id,from_seq,to_seq,message_id)
    VALUES(:run_id,:from_seq,:to_seq,:message_id)`,

  delete_deltas: `DELETE FROM events WHERE run_id=:run_id AND seq BETWEEN :from_seq AND :to_seq
    AND type='text.delta'`,

  /** The first complete text whose deltas are still there, and stand without anything between them. */
  next_compaction: `SELECT m.run_id, m.message_id, MIN(e.seq) AS from_seq, MAX(e.seq) AS to_seq
    FROM messages m JOIN events e ON e.run_id=m.run_id AND e.type='text.delta'
      AND json_extract(e.payload,'$.message_id')=m.message_id
    GROUP BY m.run_id, m.message_id HAVING MAX(e.seq)-MIN(e.seq)+1=COUNT(*)
    ORDER BY m.run_id, m.message_id LIMIT 1`,

  /** The logs that hold more events than are to be kept. */
  overlong_logs: `SELECT run_id, last_seq, min_retained_seq FROM runs WHERE last_seq-:keep>=min_retained_seq ORDER BY run_id`,
} as const;
