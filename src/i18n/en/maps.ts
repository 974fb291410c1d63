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

/** What a transition needs besides the status that it starts from. */
const guards = {
  status: 'the same status',
  uniqueKey: 'a new key',
  available: 'a start that is due',
  leaseOver: 'a lease that is over',
  owner: 'the same owner',
  fence: 'the same fence',
  version: 'the same version',
  attempts: 'attempts left',
  lastAttempt: 'no attempt left',
  attemptsOrUnsettled: 'attempts left or something unsettled',
  retryable: 'a failure that may pass',
  settled: 'nothing unsettled',
  nothingOpen: 'nothing planned or unsettled',
  nothingSent: 'nothing unsettled or committed',
  nothingLeft: 'nothing planned or unsettled or committed',
  committed: 'something unsettled or committed',
  notCancelled: 'no cancel asked for',
  notCancelledOrCommitted: 'no cancel asked for unless something is committed',
  cancelAsked: 'a cancel asked for',
  pending: 'a pending approval',
  notExpired: 'an approval still in time',
  expired: 'an approval out of time',
  sameProposal: 'the same proposal',
  notSubmitter: 'not the one who asked',
  asked: 'somebody who was asked',
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
  demanded: ({ where, found }: { where: string; found: string }) =>
    `it wrote WHERE ${where}; the row is at ${found}`,
  unmet: ({ guard }: { guard: string }) => `not met: ${guard}`,
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
  needs: ({ guards }: { guards: string }) => `needs ${guards}`,
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
  home: ({ id, home }: { id: string; home: string }) => `${id} is at home in ${home}`,
  homeless: ({ id }: { id: string }) => `${id} has no table of its own`,
  lives: ({ places }: { places: string }) => `; it lives in ${places}`,
  livesToo: ({ places }: { places: string }) => `; it lives in ${places} too`,
  elsewhere: ({ count }: { count: number }) =>
    count === 1 ? ', and in 1 more place' : `, and in ${count} more places`,
  onlyElsewhere: ({ count }: { count: number }) =>
    count === 1 ? '; it lives in 1 more place, not shown' : `; it lives in ${count} more places, not shown`,
  stop: '.',
  column: ({ table, column, isKey }: { table: string; column: string; isKey: boolean }) =>
    `${column} of ${table}${isKey ? ', part of its key' : ''}`,
  others: ({ count }: { count: number }) => (count === 1 ? '+ 1 column' : `+ ${count} columns`),
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
  request: 'Request',
  answer: 'Answer',
  way: ({ from, to }: { from: string; to: string }) => `${from} → ${to}`,
  sent: 'sent at {step}',
  taken: 'arrived at {step}',
  lost: 'lost on the way at {step}',
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
