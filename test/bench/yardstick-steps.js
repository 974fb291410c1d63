// The steps of the anchor protocol on bytes, written by hand for speed.

// What a worker does next; with rows, then without.
export const [READ, CLAIM, APPLY] = [1, 2, 4];
const [IDLE, WORK, ACK, NACK] = [0, 3, 5, 6];
// Bytes of a run, then of a worker; the dispatcher's two lie between, the budgets last.
export const [STATUS, OUTBOX, OWNER, FENCE, VERSION, SEEN, EFFECTS, READY] = [0, 1, 2, 3, 4, 5, 6, 7];
export const [RUN, HELD_FENCE, HELD_VERSION] = [1, 2, 3];
const [STEP, HOLDS] = [0, 4];

/** Its transitions, and one step on bytes in place; what was read and written is noted as bits of parts. */
export function protocolOf(runs) {
  const dispatcher = 8 * runs;
  const crashesLeft = dispatcher + 12;
  const expiriesLeft = crashesLeft + 1;
  const size = expiriesLeft + 1;
  const runAt = (run) => 8 * (run - 1);
  const workerAt = (worker) => dispatcher + 2 + 5 * (worker - 1);
  const transitions = [];
  for (let run = 1; run <= runs; run++) transitions.push([0, run, 0]);
  for (let run = 1; run <= runs; run++) transitions.push([1, run, 0]);
  transitions.push([2, 0, 0], [3, 0, 0]);
  for (let worker = 1; worker <= 2; worker++)
    for (let run = 1; run <= runs; run++) transitions.push([4, worker, run]);
  for (let worker = 1; worker <= 2; worker++) transitions.push([5, worker, 0], [6, worker, 0]);
  for (let run = 1; run <= runs; run++) transitions.push([7, run, 0], [8, run, 0]);
  const kinds = Int32Array.from(transitions, (one) => one[0]);
  const firsts = Int32Array.from(transitions, (one) => one[1]);
  const seconds = Int32Array.from(transitions, (one) => one[2]);

  // Bits: task, outbox, inbox and broker of each run; the dispatcher, two workers, two budgets.
  const task = (run) => 1 << (4 * (run - 1));
  const outbox = (run) => 2 << (4 * (run - 1));
  const inbox = (run) => 4 << (4 * (run - 1));
  const broker = (run) => 8 << (4 * (run - 1));
  const sender = 1 << (4 * runs);
  const worker = (number) => 2 << (4 * runs + number - 1);
  const crashBudget = 8 << (4 * runs);
  const expiryBudget = 16 << (4 * runs);
  const touched = { read: 0, written: 0 };

  function isAlive(s, run) {
    const owner = s[runAt(run) + OWNER];
    const at = workerAt(owner);
    touched.read |= worker(owner);
    if (s[at + RUN] !== run || s[at + HELD_FENCE] !== s[runAt(run) + FENCE]) return false;
    return s[at + STEP] === WORK || s[at + STEP] === APPLY;
  }

  function reset(s, at) {
    s[at] = s[at + 1] = s[at + 2] = s[at + 3] = s[at + 4] = 0;
  }

  /** The message goes back to the broker, if it is still this worker's. */
  function giveBack(s, at, run) {
    if (s[at + HOLDS] === 0) return;
    s[runAt(run) + READY]++;
    touched.read |= broker(run);
    touched.written |= broker(run);
  }

  function dispatch(s) {
    touched.read = sender;
    const run = s[dispatcher + 1];
    if (s[dispatcher] === 1) {
      s[runAt(run) + READY]++;
      s[dispatcher] = 2;
      touched.read |= broker(run);
      touched.written = sender | broker(run);
      return true;
    }
    if (s[dispatcher] !== 2) return false;
    s[runAt(run) + OUTBOX] = 2;
    s[dispatcher] = s[dispatcher + 1] = 0;
    touched.written = sender | outbox(run);
    return true;
  }

  function work(s, number) {
    const at = workerAt(number);
    const run = s[at + RUN];
    const row = runAt(run);
    touched.read = touched.written = worker(number);
    switch (s[at]) {
      case IDLE:
        return false;
      case READ:
        touched.read |= task(run) | inbox(run);
        s[at + HELD_VERSION] = s[row + VERSION];
        s[at] = s[row + SEEN] ? ACK : s[row + OWNER] ? NACK : CLAIM;
        return true;
      case CLAIM:
        touched.read |= task(run);
        if (s[row + VERSION] !== s[at + HELD_VERSION]) {
          s[at] = READ;
          return true;
        }
        s[row + OWNER] = number;
        s[at + HELD_FENCE] = ++s[row + FENCE];
        s[at + HELD_VERSION] = ++s[row + VERSION];
        s[at] = WORK;
        touched.written |= task(run);
        return true;
      case WORK:
        s[at] = APPLY;
        return true;
      case APPLY:
        touched.read |= task(run) | inbox(run);
        s[at] = ACK;
        if (s[row + FENCE] !== s[at + HELD_FENCE] || s[row + VERSION] !== s[at + HELD_VERSION]) return true;
        if (s[row + SEEN]) return true;
        s[row + EFFECTS]++;
        s[row + SEEN] = 1;
        s[row + STATUS] = 2;
        s[row + OWNER] = 0;
        s[row + VERSION]++;
        touched.written |= task(run) | inbox(run);
        return true;
      case NACK:
        giveBack(s, at, run);
        reset(s, at);
        return true;
      default:
        reset(s, at);
        return true;
    }
  }

  /** Changes the bytes; false, and they are worth nothing, where the transition is not enabled. */
  function take(transition, s) {
    touched.read = touched.written = 0;
    const first = firsts[transition];
    switch (kinds[transition]) {
      case 0: {
        touched.read = task(first);
        const row = runAt(first);
        if (s[row + STATUS] !== 0) return false;
        s[row + STATUS] = s[row + OUTBOX] = 1;
        touched.written = task(first) | outbox(first);
        return true;
      }
      case 1:
        touched.read = sender | outbox(first);
        if (s[dispatcher] !== 0 || s[runAt(first) + OUTBOX] !== 1) return false;
        s[dispatcher] = 1;
        s[dispatcher + 1] = first;
        touched.written = sender;
        return true;
      case 2:
        return dispatch(s);
      case 3:
        touched.read = sender | crashBudget;
        if (s[dispatcher] === 0 || s[crashesLeft] === 0) return false;
        s[crashesLeft]--;
        s[dispatcher] = s[dispatcher + 1] = 0;
        touched.written = sender | crashBudget;
        return true;
      case 4: {
        const run = seconds[transition];
        const at = workerAt(first);
        touched.read = worker(first) | broker(run);
        if (s[at] !== IDLE || s[runAt(run) + READY] === 0) return false;
        s[runAt(run) + READY]--;
        s[at] = READ;
        s[at + RUN] = run;
        s[at + HOLDS] = 1;
        touched.written = worker(first) | broker(run);
        return true;
      }
      case 5:
        return work(s, first);
      case 6: {
        const at = workerAt(first);
        touched.read = worker(first) | crashBudget;
        if (s[at] === IDLE || s[crashesLeft] === 0) return false;
        s[crashesLeft]--;
        touched.written = worker(first) | crashBudget;
        giveBack(s, at, s[at + RUN]);
        reset(s, at);
        return true;
      }
      case 7: {
        const row = runAt(first);
        touched.read = task(first);
        if (s[row + OWNER] === 0 || isAlive(s, first)) return false;
        s[row + OWNER] = 0;
        s[row + VERSION]++;
        touched.written = task(first);
        return true;
      }
      default:
        return expire(s, first);
    }
  }

  /** A lease runs out under a live holder: the message is handed out again, the holder goes on. */
  function expire(s, run) {
    const row = runAt(run);
    touched.read = task(run) | expiryBudget;
    if (s[row + OWNER] === 0 || s[expiriesLeft] === 0 || !isAlive(s, run)) return false;
    const owner = s[row + OWNER];
    s[expiriesLeft]--;
    touched.written = task(run) | expiryBudget;
    if (s[workerAt(owner) + HOLDS]) touched.written |= worker(owner);
    giveBack(s, workerAt(owner), run);
    s[workerAt(owner) + HOLDS] = 0;
    s[row + OWNER] = 0;
    s[row + VERSION]++;
    return true;
  }

  const bits = { task, outbox, inbox };
  let rows = 0;
  for (let run = 1; run <= runs; run++) rows |= task(run) | outbox(run) | inbox(run);
  return {
    ...{ runs, size, dispatcher, crashesLeft, expiriesLeft, runAt, workerAt },
    ...{ kinds, firsts, count: transitions.length, touched, take, bits, rows },
  };
}
