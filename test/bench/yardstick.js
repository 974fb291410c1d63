// The anchor protocol once more, written by hand for speed: a search that knows its dozen steps and nothing
// else, with bytes in place of parts. It has the explorer's duties, so that rates may be compared: what a step
// does is found out in SQLite once for each thing that it reads, what a statement reads and changes is taken
// from its plan, rows come and go, and at most one effect a run is judged in every new state. The types of its
// byte arrays would say nothing, so the compiler reads only what it returns.

import { openRows } from './yardstick-rows.js';
import {
  protocolOf,
  STATUS,
  OUTBOX,
  OWNER,
  FENCE,
  VERSION,
  SEEN,
  EFFECTS,
  READY,
} from './yardstick-steps.js';

/**
 * Searches the protocol breadth first, with real SQLite behind every step that was not seen before.
 * @param {import('../../src/sqlite/open').Sqlite} sqlite
 * @param {number} runs
 * @param {number} crashes
 * @param {number} expiries how often a lease may run out under a live holder
 * @returns {{ states: number, generated: number, executed: number, stuck: number, broken: number, bytes: number }}
 */
export function searchByHand(sqlite, runs, crashes, expiries) {
  const protocol = protocolOf(runs);
  const database = openRows(sqlite, protocol);
  try {
    return search(protocol, database, crashes, expiries);
  } finally {
    database.close();
  }
}

/** States that were met, as vectors of the numbers of their parts, with a table that finds them again. */
function openStates(width) {
  let room = 1 << 16;
  let arena = new Int32Array(room * width);
  let parents = new Int32Array(room);
  let moves = new Uint8Array(room);
  let hashes = new Int32Array(room);
  let table = new Int32Array(1 << 18).fill(-1);
  let count = 0;
  const grown = (column) => {
    const next = new column.constructor(column.length * 2);
    next.set(column);
    return next;
  };

  /** Where a vector is, or the complement of its place in the table. */
  function find(vector, hash) {
    let place = (hash ^ (hash >>> 16)) & (table.length - 1);
    for (;;) {
      const state = table[place];
      if (state < 0) return ~place;
      if (hashes[state] === hash) {
        const from = state * width;
        let part = 0;
        while (part < width && arena[from + part] === vector[part]) part++;
        if (part === width) return state;
      }
      place = (place + 1) & (table.length - 1);
    }
  }

  function add(place, vector, hash, parent, move) {
    if (count === room) {
      room *= 2;
      [arena, parents, moves, hashes] = [grown(arena), grown(parents), grown(moves), grown(hashes)];
    }
    if (count * 2 > table.length) {
      table = new Int32Array(table.length * 2).fill(-1);
      for (let state = 0; state < count; state++) {
        let at = (hashes[state] ^ (hashes[state] >>> 16)) & (table.length - 1);
        while (table[at] >= 0) at = (at + 1) & (table.length - 1);
        table[at] = state;
      }
      place = ~find(vector, hash);
    }
    table[place] = count;
    arena.set(vector, count * width);
    parents[count] = parent;
    moves[count] = move;
    hashes[count] = hash;
    return count++;
  }

  return {
    find,
    add,
    count: () => count,
    /** Fills a vector; returns its hash. */
    load: (state, vector) => {
      vector.set(arena.subarray(state * width, (state + 1) * width));
      return hashes[state];
    },
    bytes: () => [arena, parents, moves, hashes, table].reduce((sum, column) => sum + column.byteLength, 0),
  };
}

function mixed(part, value) {
  let hash = Math.imul(value + 1, 0x9e3779b1) ^ Math.imul(part + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
}

/** The values of parts by number, a part being a few of a state's bytes. */
function openParts({ runs, dispatcher, crashesLeft, expiriesLeft, runAt, workerAt }) {
  const cells = [];
  for (let run = 1; run <= runs; run++) {
    const at = runAt(run);
    cells.push([at + STATUS, at + OWNER, at + FENCE, at + VERSION], [at + OUTBOX]);
    cells.push([at + SEEN, at + EFFECTS], [at + READY]);
  }
  cells.push([dispatcher, dispatcher + 1]);
  for (const at of [workerAt(1), workerAt(2)]) cells.push([at, at + 1, at + 2, at + 3, at + 4]);
  cells.push([crashesLeft], [expiriesLeft]);
  const numbers = cells.map(() => new Map());
  const values = cells.map(() => []);
  return {
    width: cells.length,
    values,
    intern: (part, s) => {
      const bytes = cells[part].map((byte) => s[byte]);
      const text = bytes.join();
      let number = numbers[part].get(text);
      if (number === undefined) {
        number = values[part].push(bytes) - 1;
        numbers[part].set(text, number);
      }
      return number;
    },
    write: (vector, s) => {
      for (let part = 0; part < cells.length; part++) {
        const bytes = values[part][vector[part]];
        for (let i = 0; i < bytes.length; i++) s[cells[part][i]] = bytes[i];
      }
    },
  };
}

/** What a transition asks for first: its actor, or else its run's task. */
function firstPart({ kinds, firsts, runs }, transition) {
  const [kind, first] = [kinds[transition], firsts[transition]];
  if (kind === 0 || kind > 6) return 4 * (first - 1);
  return kind <= 3 ? 4 * runs : 4 * runs + first;
}

function search(protocol, database, crashes, expiries) {
  const { runs, size, count, touched } = protocol;
  const parts = openParts(protocol);
  const { width, values, intern } = parts;
  const states = openStates(width);
  const roots = Array.from({ length: count }, (_, one) => ({ part: firstPart(protocol, one), kids: [] }));
  const current = new Int32Array(width);
  const next = new Int32Array(width);
  const bytes = new Uint8Array(size);
  const verdicts = Array.from({ length: runs }, () => []);
  let [executed, generated, stuck, broken] = [0, 1, 0, 0];

  /** Runs a step once, and keeps what it wrote under all that it read or wrote. */
  function learn(transition, node, path) {
    executed++;
    parts.write(current, bytes);
    const isEnabled = database.take(transition, bytes);
    const touches = touched.read | touched.written;
    let [last, key] = [node, current[node.part]];
    for (let part = 0; part < width; part++) {
      if (((touches >> part) & 1) === 0 || path.includes(part)) continue;
      last = last.kids[key] = { part, kids: [] };
      key = current[part];
    }
    const writes = [];
    for (let part = 0; isEnabled && part < width; part++) {
      if (((touched.written >> part) & 1) === 0) continue;
      const value = intern(part, bytes);
      if (value === current[part]) continue;
      writes.push(part, value, (mixed(part, value) - mixed(part, current[part])) | 0);
    }
    return (last.kids[key] = { part: -1, isEnabled, writes });
  }

  /** At most one effect a run; asked once for each row of the inbox that there ever is. */
  function judge() {
    for (let run = 0; run < runs; run++) {
      const part = 4 * run + 2;
      const value = next[part];
      if ((verdicts[run][value] ??= database.isTwice(run + 1, ...values[part][value]))) broken++;
    }
  }

  function isDone() {
    for (let run = 0; run < runs; run++) {
      if (values[4 * run][current[4 * run]][0] !== 2) return false;
      if (values[4 * run + 1][current[4 * run + 1]][0] !== 2) return false;
    }
    return true;
  }

  bytes[protocol.crashesLeft] = crashes;
  bytes[protocol.expiriesLeft] = expiries;
  let start = 0;
  for (let part = 0; part < width; part++) {
    next[part] = intern(part, bytes);
    start = (start + mixed(part, next[part])) | 0;
  }
  states.add(~states.find(next, start), next, start, -1, 0);
  judge();
  const path = [];
  for (let state = 0; state < states.count(); state++) {
    const hash = states.load(state, current);
    let isMoving = false;
    for (let transition = 0; transition < count; transition++) {
      let node = roots[transition];
      path.length = 0;
      while (node.part >= 0) {
        const kid = node.kids[current[node.part]];
        path.push(node.part);
        node = kid ?? learn(transition, node, path);
      }
      if (!node.isEnabled) continue;
      isMoving = true;
      generated++;
      next.set(current);
      let sum = hash;
      const { writes } = node;
      for (let i = 0; i < writes.length; i += 3) {
        next[writes[i]] = writes[i + 1];
        sum = (sum + writes[i + 2]) | 0;
      }
      const found = states.find(next, sum);
      if (found >= 0) continue;
      states.add(~found, next, sum, state, transition);
      judge();
    }
    if (isDone()) generated++;
    else if (!isMoving) stuck++;
  }
  return { ...{ states: states.count(), generated, executed, stuck, broken }, bytes: states.bytes() };
}
