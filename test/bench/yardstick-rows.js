// The rows of the anchor protocol in SQLite, for the search by hand.

import {
  READ,
  CLAIM,
  APPLY,
  STATUS,
  OUTBOX,
  OWNER,
  FENCE,
  VERSION,
  SEEN,
  EFFECTS,
  READY,
  RUN,
  HELD_FENCE,
  HELD_VERSION,
} from './yardstick-steps.js';

const SCHEMA = [
  'CREATE TABLE task(id INTEGER PRIMARY KEY, status INT, owner INT, fence INT, version INT)',
  'CREATE TABLE outbox(id INTEGER PRIMARY KEY, state INT)',
  'CREATE TABLE inbox(id INTEGER PRIMARY KEY, seen INT, effects INT)',
];

const STATEMENTS = {
  task: 'SELECT status, owner, fence, version FROM task WHERE id=?',
  outbox: 'SELECT state FROM outbox WHERE id=?',
  inbox: 'SELECT seen, effects FROM inbox WHERE id=?',
  putTask: 'INSERT OR REPLACE INTO task VALUES(?,?,?,?,?)',
  putOutbox: 'INSERT OR REPLACE INTO outbox VALUES(?,?)',
  putInbox: 'INSERT OR REPLACE INTO inbox VALUES(?,?,?)',
  dropTask: 'DELETE FROM task WHERE id=?',
  dropOutbox: 'DELETE FROM outbox WHERE id=?',
  dropInbox: 'DELETE FROM inbox WHERE id=?',
  insertTask: 'INSERT INTO task VALUES(?,1,0,0,0) RETURNING id',
  insertOutbox: 'INSERT INTO outbox VALUES(?,1) RETURNING id',
  unsent: 'SELECT id FROM outbox WHERE id=? AND state=1',
  mark: 'UPDATE outbox SET state=2 WHERE id=? RETURNING id',
  claim: 'UPDATE task SET owner=?2, fence=fence+1, version=version+1 WHERE id=?1 AND version=?3 RETURNING id',
  finish: `UPDATE task SET status=2, owner=0, version=version+1 WHERE id=?1 AND fence=?2 AND version=?3
    AND NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.id=task.id) RETURNING id`,
  effect: `INSERT INTO inbox VALUES(?,1,1) ON CONFLICT(id) DO UPDATE SET effects=effects+1 RETURNING id`,
  free: 'UPDATE task SET owner=0, version=version+1 WHERE id=? RETURNING id',
  twice: 'SELECT id FROM inbox WHERE id=? AND effects>1',
};

/** SQLite behind the steps: rows are brought to where a step begins, its statements run, its rows are read back. */
export function openRows(sqlite, protocol) {
  const { bits, runAt, workerAt, dispatcher, kinds, firsts, touched } = protocol;
  const database = new sqlite.Database();
  for (const ddl of SCHEMA) database.run(ddl);
  const query = (text) => database.exec(text)[0]?.values ?? [];
  const roots = new Map(
    query("SELECT rootpage, name FROM sqlite_schema WHERE type='table'").map(([root, name]) => [root, name]),
  );
  const prepared = Object.fromEntries(
    Object.entries(STATEMENTS).map(([name, text]) => [
      name,
      { statement: database.prepare(text), ...plan(text) },
    ]),
  );
  const begin = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const now = new Uint8Array(protocol.size);

  /** The tables that a statement reads and changes. */
  function plan(text) {
    const opened = query(`EXPLAIN ${text}`).filter(
      ([, opcode]) => opcode === 'OpenRead' || opcode === 'OpenWrite',
    );
    const names = (wanted) =>
      opened.filter(([, code]) => wanted(code)).map(([, , , root]) => roots.get(root));
    return { reads: names(() => true), writes: names((code) => code === 'OpenWrite') };
  }

  /** The first row that a statement gives; what its plan touches is noted. */
  function ask(name, run, ...more) {
    const { statement, reads, writes } = prepared[name];
    statement.bind([run, ...more]);
    const row = statement.step() ? statement.get() : null;
    statement.reset();
    for (const table of reads) touched.read |= bits[table](run);
    if (row !== null) for (const table of writes) touched.written |= bits[table](run);
    return row;
  }

  /** Brings one table's row of a run to what a state says; a row of zeros is none. */
  function bring(s, run, put, drop, bytes) {
    const at = runAt(run);
    if (bytes.every((byte) => now[at + byte] === s[at + byte])) return;
    const values = bytes.map((byte) => s[at + byte]);
    if (values[0] === 0) ask(drop, run);
    else ask(put, run, ...values);
  }

  /** The statements of a step of a run. */
  function statementsOf(kind, step, run, number, s) {
    if (kind === 0) {
      if (ask('task', run) === null) ask('insertTask', run);
      ask('insertOutbox', run);
    } else if (kind === 1) ask('unsent', run);
    else if (kind === 2) ask('mark', run);
    else if (kind === 7 || kind === 8) {
      ask('task', run);
      ask('free', run);
    } else if (step === READ) {
      ask('task', run);
      ask('inbox', run);
    } else {
      const at = workerAt(number);
      if (step === CLAIM) ask('claim', run, number, s[at + HELD_VERSION]);
      else if (ask('finish', run, s[at + HELD_FENCE], s[at + HELD_VERSION]) !== null) ask('effect', run);
    }
  }

  function readBack(run) {
    const at = runAt(run);
    const [task, outbox, inbox] = [ask('task', run), ask('outbox', run), ask('inbox', run)];
    [now[at + STATUS], now[at + OWNER], now[at + FENCE], now[at + VERSION]] = task ?? [0, 0, 0, 0];
    [now[at + OUTBOX]] = outbox ?? [0];
    [now[at + SEEN], now[at + EFFECTS]] = inbox ?? [0, 0];
  }

  /** The run whose rows a step of this kind asks for; 0 where it asks for none. */
  function runOf(kind, first, before) {
    if (kind === 0 || kind === 1 || kind === 7 || kind === 8) return first;
    if (kind === 2) return before[dispatcher] === 2 ? before[dispatcher + 1] : 0;
    if (kind !== 5) return 0;
    const at = workerAt(first);
    return before[at] === READ || before[at] === CLAIM || before[at] === APPLY ? before[at + RUN] : 0;
  }

  return {
    close: () => database.close(),
    isTwice: (run, seen, effects) => {
      if (seen === 0) ask('dropInbox', run);
      else ask('putInbox', run, seen, effects);
      const isBroken = ask('twice', run) !== null;
      const at = runAt(run);
      [now[at + SEEN], now[at + EFFECTS]] = [seen, effects];
      return isBroken;
    },
    /** Changes the bytes, with what concerns rows done by SQLite; throws where it does something else. */
    take: (transition, s) => {
      const before = s.slice();
      if (!protocol.take(transition, s)) return false;
      const [kind, first] = [kinds[transition], firsts[transition]];
      const run = runOf(kind, first, before);
      if (run === 0) return true;
      bring(before, run, 'putTask', 'dropTask', [STATUS, OWNER, FENCE, VERSION]);
      bring(before, run, 'putOutbox', 'dropOutbox', [OUTBOX]);
      bring(before, run, 'putInbox', 'dropInbox', [SEEN, EFFECTS]);
      // From here on it is the plans that say which rows the step has touched.
      touched.read &= ~protocol.rows;
      touched.written &= ~protocol.rows;
      begin.run();
      statementsOf(kind, before[workerAt(first)], run, first, before);
      commit.run();
      const { read, written } = touched;
      readBack(run);
      [touched.read, touched.written] = [read, written];
      const at = runAt(run);
      for (let byte = 0; byte < READY; byte++) {
        if (now[at + byte] !== s[at + byte]) throw new Error(`SQLite does otherwise at ${transition}`);
      }
      return true;
    },
  };
}
