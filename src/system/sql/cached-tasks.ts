// Statements of the tables cached_tasks and cache_lapses, the second store's own: what it keeps until a worker
// gets it, and that it has forgotten everything and has not been filled again.

export const cachedTasks = {
  keep_task: `INSERT INTO cached_tasks(cache,message_id,run_id,seq) VALUES(:cache,:message_id,:run_id,:seq)
    ON CONFLICT(cache,message_id) DO NOTHING`,

  next_task: `SELECT message_id, run_id, seq FROM cached_tasks WHERE cache=:cache
    ORDER BY run_id, seq LIMIT 1`,

  drop_task: `DELETE FROM cached_tasks WHERE cache=:cache AND message_id=:message_id`,

  forget_tasks: `DELETE FROM cached_tasks WHERE cache=:cache`,

  begin_lapse: `INSERT INTO cache_lapses(cache) VALUES(:cache) ON CONFLICT(cache) DO NOTHING`,

  lapse: `SELECT cache FROM cache_lapses WHERE cache=:cache`,

  end_lapse: `DELETE FROM cache_lapses WHERE cache=:cache`,

  /** What the list is made from again. A run whose time has not come has its row in the outbox. */
  queued_runs: `SELECT run_id, last_seq FROM runs WHERE status='queued' AND available_at<=:now ORDER BY run_id`,
} as const;
