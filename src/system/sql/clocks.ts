// Statements of the table clocks: which worker's clock is ahead of the database's, and by how much.

export const clocks = {
  read_clock: `SELECT ahead_ms FROM clocks WHERE actor=:actor`,

  wrong_clocks: `SELECT actor FROM clocks ORDER BY actor`,

  set_clock: `INSERT INTO clocks(actor,ahead_ms) VALUES(:worker,:ahead_ms)`,
} as const;
