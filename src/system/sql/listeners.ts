// Statements of the tables listeners and wakeups: who waits to be told of an append, and has been.

export const listeners = {
  listen: `INSERT INTO listeners(conn_id,browser,run_id) VALUES(:conn_id,:browser,:run_id)`,

  unlisten: `DELETE FROM listeners WHERE conn_id=:conn_id`,

  woken: `SELECT conn_id FROM wakeups WHERE conn_id=:conn_id`,

  take_wakeup: `DELETE FROM wakeups WHERE conn_id=:conn_id`,

  woken_browsers: `SELECT DISTINCT browser FROM wakeups ORDER BY browser`,

  lose_wakeups: `DELETE FROM wakeups WHERE browser=:browser`,
} as const;
