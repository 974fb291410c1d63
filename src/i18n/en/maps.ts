// The panes beside the tables: the machine of a run's states, which id lives where, and what went over HTTP.

/** Sentences without their subject, which the page puts before them; `[[…]]` is the half that names the effect. */
const machineSays = {
  made: 'takes {row}: [[{run} is there, {to}, version {version}.]]',
  took: 'takes {row}: [[{from} becomes {to}, version {version}.]]',
  stayed: 'takes {row}: [[the run stays {to}, version {version}.]]',
  unlawful: 'turns {from} into {to}. [[No row allows that: {row} starts from {start}.]]',
  stray: 'turns {from} into {to}. [[No row of the table allows that.]]',
  tried: 'tries {row}, from {from} to {to}. [[It is refused, and no row changes.]]',
  refused: 'is refused at {operation}. [[No row changes; {run} stays {to}.]]',
  untouched: 'does not touch the status. [[{run} stays {to}.]]',
};

/** What a transition demands besides the status that it starts from. */
const guards = {
  status: 'status',
  uniqueKey: 'the key is new',
  available: 'it may be taken now',
  leaseOver: 'the lease is over',
  owner: 'owner',
  fence: 'fence',
  version: 'version',
  attempts: 'attempts are left',
  lastAttempt: 'no further attempt is left',
  attemptsOrUnsettled: 'attempts are left, or something is unsettled',
  retryable: 'the failure may pass',
  settled: 'nothing is unsettled',
  nothingOpen: 'nothing is planned or unsettled',
  nothingSent: 'nothing is unsettled or committed',
  nothingLeft: 'nothing is planned, unsettled or committed',
  committed: 'something is committed or unsettled',
  notCancelled: 'no cancel was asked for',
  notCancelledOrCommitted: 'no cancel was asked for, or something is committed',
  cancelAsked: 'a cancel was asked for',
  pending: 'the approval is pending',
  notExpired: 'it has not expired',
  expired: 'it has expired',
  sameProposal: 'the proposal is the same',
};

const machine = {
  says: machineSays,
  guards,
  title: ({ run }: { run: string }) => `The states of ${run}`,
  titleWithout: 'The states of a run',
  chooseRun: 'Run',
  noRun: 'There is no run yet.',
  facts: ({ version, fence, owner }: { version: number; fence: number; owner: string | null }) =>
    `version ${version}, fence ${fence}, ${owner === null ? 'no owner' : `owner ${owner}`}`,
  refusedBy: 'Refused by',
  constraint: ({ name }: { name: string }) => `the constraint ${name}`,
  demanded: ({ column, named, found }: { column: string; named: string; found: string }) =>
    `${column}: it wrote for ${named}, the row is at ${found}`,
  unmet: ({ guard }: { guard: string }) => `not so: ${guard}`,
  ownCondition: ({ operation }: { operation: string }) => `the condition of ${operation} itself`,
  nobody: 'nobody',
  ways: ({ status }: { status: string }) => `Ways out of ${status}`,
  noWay: ({ status }: { status: string }) => `${status} is an ending: no row leads on.`,
  beginnings: 'How a run begins',
  allRows: 'All rows of the table',
  onlyFromHere: 'Only the ways out of this state',
  stays: 'stays',
  nothing: 'nothing there',
  point: ({ id, from, to }: { id: string; from: string; to: string }) =>
    `${id}, from ${from} to ${to}: show it in the picture`,
  demands: 'if',
  writes: 'writes',
  takers: {
    submitter: 'API, for the submitter',
    worker: 'a worker',
    otherWorker: 'another worker',
    holder: 'the holder',
    assignee: 'API, for the assignee',
    timer: 'the timer',
    member: 'API, for whoever may cancel',
  },
};

const schema = {
  title: 'Which id lives where',
  hint: 'Point at an id: every place where it lives lights up.',
  lives: ({ id, home, others }: { id: string; home: string; others: string }) =>
    others === ''
      ? `${id} lives in ${home} alone.`
      : `${id} is at home in ${home}; it also lives in ${others}.`,
  livesWithout: ({ id, places }: { id: string; places: string }) =>
    `${id} lives in ${places}; no table is its own.`,
  key: 'key',
  home: 'at home here',
  column: ({ table, column, isKey }: { table: string; column: string; isKey: boolean }) =>
    `${column} of ${table}${isKey ? ', part of its key' : ''}`,
  others: ({ count }: { count: number }) => (count === 1 ? '+ 1 column' : `+ ${count} columns`),
  changed: ({ rows }: { rows: number }) => (rows === 1 ? '1 row changed' : `${rows} rows changed`),
  read: 'read',
  wrote: ({ tables }: { tables: string }) => `The last step changed ${tables}.`,
  readFrom: ({ tables }: { tables: string }) => `It read ${tables}.`,
  onlyRead: ({ tables }: { tables: string }) => `The last step read ${tables} and changed no table.`,
  between: ' ',
  untouched: 'The last step touched no table.',
  all: ({ count }: { count: number }) => `All ${count} tables`,
  staged: 'Only the tables on stage',
};

const http = {
  title: 'Over HTTP',
  none: ({ name }: { name: string }) => `${name} has sent and received nothing over HTTP so far.`,
  noStep: 'Nothing has gone over HTTP yet.',
  earlier: ({ name }: { name: string }) => `Nothing in this step. The last exchange of ${name}:`,
  atStep: ({ step }: { step: string }) => step,
  request: 'Request',
  answer: 'Answer',
  way: ({ from, to }: { from: string; to: string }) => `${from} → ${to}`,
  sent: 'sent',
  taken: 'arrived',
  lost: 'lost on the way',
  onTheWay: 'on the way',
  headers: 'Headers',
  body: 'Body',
  noBody: 'No body',
  problem: ({ code }: { code: string }) => `problem ${code}`,
  noRequest: 'The request is not part of this run.',
  noAnswer: 'No answer so far.',
  reset: 'The connection is gone. No answer comes, and what became of the request is unknown.',
  allLines: ({ lines }: { lines: number }) => `All ${lines} lines`,
  fewLines: 'Fewer lines',
};

export const maps = {
  panes: { state: 'State', machine: 'Machine', schema: 'Schema', http: 'HTTP' },
  choose: 'What to look at',
  machine,
  schema,
  http,
};
