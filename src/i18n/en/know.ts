// The right column: the log beside the views, tables and where their values come from, properties.

/** Sentences for what was lost: `{name}` is a value, or a step where the sentence leads to one. */
const harm = {
  S21: '{run}, step {part}: the refund of {order} was paid at {first} and again at {again}.',
  S27: '{run} is queued, and since {at} nothing will start it: no unsent row, no message.',
  'S17.pending': '{run} is {status} since {at}, and {approval} is still pending: a person is asked in vain.',
  'S17.unasked': '{run} waits for an approval since {at}, and nobody was asked.',
  other: 'Broken at {at} for {whom}.',
};

export const know = {
  harm,
  logOf: ({ run }: { run: string }) => `Log of ${run}`,
  logAndViewsOf: ({ run }: { run: string }) => `Log of ${run}, and the views`,
  event: ({ seq, marks }: { seq: number; marks: string }) => `event ${seq}: ${marks}`,
  mark: ({ browser, what }: { browser: string; what: string }) => `${browser} ${what}`,
  marks: {
    applied: 'applied',
    onWire: 'on the wire',
    arrived: 'received, not applied yet',
    notSent: 'not sent',
    missing: 'missing: the cursor has passed it',
    ahead: 'ahead: the log has no such event',
    none: 'not there',
  },
  appliedTimes: ({ times }: { times: number }) => `applied ${times} times`,
  ignored: ({ times }: { times: number }) =>
    times === 1 ? 'a duplicate ignored' : `${times} duplicates ignored`,
  notInLog: 'not in the log',
  earlierEvents: ({ count }: { count: number }) =>
    count === 1 ? '1 earlier event' : `${count} earlier events`,

  cellsChanged: ({ count }: { count: number }) => (count === 1 ? '1 cell changed' : `${count} cells changed`),
  rowsInserted: ({ count }: { count: number }) => (count === 1 ? '1 row inserted' : `${count} rows inserted`),
  rowsDeleted: ({ count }: { count: number }) => (count === 1 ? '1 row deleted' : `${count} rows deleted`),
  changedElsewhere: 'changed in columns not shown',
  unchanged: ({ rows }: { rows: number }) =>
    rows === 0 ? 'no rows' : rows === 1 ? '1 row, unchanged' : `${rows} rows, unchanged`,
  tables: 'Tables',
  noRowsYet: 'No rows yet. The first appears here.',
  earlierRows: ({ count }: { count: number }) =>
    count === 1 ? '1 earlier row is not drawn.' : `${count} earlier rows are not drawn.`,
  otherLogs: ({ count }: { count: number }) =>
    count === 1 ? 'The log of 1 other run is not drawn.' : `The logs of ${count} other runs are not drawn.`,
  seconds: ({ seconds }: { seconds: string }) => `${seconds} s`,

  whence: 'Where this value comes from',
  writtenBy: '{value} was written by {step}',
  atStart: '{value} was there at the start.',
  derived: '{value} is read from the actors and channels as they stand; no step wrote it down.',
  start: 'the start',
  step: ({ step }: { step: number }) => `step ${step}`,
  stepDid: ({ step, did }: { step: number; did: string }) => `step ${step} ${did}`,
  commit: 'commit',
  causedBy: 'caused by',
  itself: 'itself',

  lookHere: 'look here',
  afterStep: 'after the step:',
  all: 'All tables, columns and properties',
  staged: 'Only what is on stage',
  keys: {
    step_key: ({ value }: { value: string }) => `step ${value}`,
    seq: ({ value }: { value: string }) => `event ${value}`,
    incarnation: ({ value }: { value: string }) => `page load ${value}`,
  },
};
