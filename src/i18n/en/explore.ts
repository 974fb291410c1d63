// The screen that tries every order of steps and faults.

const faults = (n: number): string => (n === 0 ? 'no fault' : n === 1 ? '1 fault' : `${n} faults`);
const steps = (n: number): string => (n === 1 ? '1 step' : `${n} steps`);

export const explore = {
  back: 'Back to the run',
  title: 'Try every order',
  about:
    'All orders of all steps and faults within these bounds, in the background. Fewest faults first, then fewest steps.',
  columns: { do: 'Bounds', see: 'Progress and properties', know: 'What was found' },
  fromStart: 'From the start.',
  fromStep: ({ step }: { step: number }) => `From step ${step} on, as this run stands there.`,
  toStart: 'From the start instead',
  toStep: ({ step }: { step: number }) => `From step ${step} instead`,
  boundsTitle: 'Bounds',
  kinds: {
    crash: 'Crashes',
    pause: 'Pauses',
    drop: 'Lost messages',
    duplicate: 'Duplicated messages',
    delay: 'Delayed messages',
    redeliver: 'Redeliveries',
    reset: 'Reset connections',
    eof: 'Streams that end',
    silence: 'Silent connections',
    collect: 'Collecting proxies',
    tear: 'Torn pieces',
    jump: 'Clock jumps',
    cut: 'Lost requests to the provider',
    mute: 'Lost answers of the provider',
    refuse: 'Refusals of the provider',
    forget: 'Lost memory of the cache',
    leave: 'Memberships that end',
    lose: 'Lost wake-ups',
    clock: 'Early clock',
  },
  whom: ({ kind }: { kind: string }) => `${kind}: whom`,
  anyone: 'anyone',
  anywhere: 'anywhere',
  channels: {
    runs: 'at the broker',
    tasks: 'at the cache',
    notices: 'notices at the broker',
    http: 'requests and answers',
    stream: 'streams',
  },
  clockNote: 'time passes while others could act',
  together: 'Faults together',
  stepsMost: 'Steps at most',
  worldsMost: 'Worlds at most',
  less: ({ what }: { what: string }) => `${what}: fewer`,
  more: ({ what }: { what: string }) => `${what}: more`,
  still: 'Who stands still',
  stillNote: 'They do nothing by themselves. What must come in the end is not judged then.',
  start: 'Start',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  change: 'Change bounds',
  again: 'Again',
  smaller: 'Smaller bounds',
  sqlite: 'A step runs in SQLite once for each thing that it read; after that its effect is looked up.',

  progress: 'Progress',
  states: {
    setting: 'not begun',
    opening: 'opening the database',
    running: 'running',
    paused: 'paused',
    done: 'done',
    halted: 'stopped',
  },
  pace: ({ state, seconds, rate }: { state: string; seconds: string; rate: string }) =>
    `${state}, ${seconds} s, ${rate} worlds a second`,
  worlds: 'distinct worlds',
  complete: 'faults, complete',
  upTo: ({ faults: n }: { faults: number }) => `≤ ${n}`,
  none: '–',
  broken: 'properties broken',
  executed: 'steps run in SQLite',
  levels: {
    faults: 'Faults',
    worlds: 'worlds',
    transitions: 'transitions',
    seconds: 'seconds',
    none: 'none',
    upTo: ({ faults: n }: { faults: number }) => `up to ${n}`,
    complete: 'complete',
    cut: 'cut short by the bounds',
    waiting: ({ waiting }: { waiting: string }) => `${waiting} waiting`,
    ended: 'not finished',
    ahead: 'not begun',
  },

  properties: 'Properties',
  judged: ({ all, staged }: { all: number; staged: number }) => `${all} judged, ${staged} on stage`,
  all: ({ count }: { count: number }) => `All ${count}`,
  others: ({ count }: { count: number }) => (count === 1 ? '1 other' : `${count} others`),
  fewer: 'Only the stage and what broke',
  brokenWith: ({ faults: n }: { faults: number }) =>
    n === 0 ? 'broken without a fault' : `broken with ${faults(n)}`,
  seenWith: ({ faults: n }: { faults: number }) =>
    n === 0 ? 'seen without a fault' : `seen with ${faults(n)}`,
  neverCame: ({ faults: n }: { faults: number }) =>
    n === 0 ? 'may never come, without a fault' : `never comes after ${faults(n)}`,
  steps: ({ steps: n }: { steps: number }) => steps(n),
  noneUpTo: ({ faults: n }: { faults: number }) =>
    n === 0 ? 'none without a fault' : `none with up to ${faults(n)}`,
  notYet: 'none so far',
  notSearched: 'not searched yet',
  searching: ({ faults: n }: { faults: number }) => `searching ${n}`,
  judgedLast: 'judged at the end',
  notJudged: 'not judged',
  alwaysComes: ({ faults: n }: { faults: number }) =>
    n === 0 ? 'always comes without a fault' : `always comes with up to ${faults(n)}`,
  confirming: 'found; the engine is doing it again',
  onlyBounds: '“None” speaks of these bounds only. It is no proof for more runs, workers or faults.',

  nothing: 'Nothing within these bounds',
  nothingWords: ({ faults: n, worlds }: { faults: number; worlds: string }) =>
    `All ${worlds} worlds ${n === 0 ? 'without a fault' : `with up to ${faults(n)}`} were looked at, and no property breaks in any of them.`,
  nothingSoFar: 'Nothing as far as this went',
  nothingCut: ({ worlds, faults: n, steps: depth }: { worlds: string; faults: number; steps: number }) =>
    `A bound cut the search short at ${worlds} worlds, with ${faults(n)} and ${steps(depth)}. Beyond that it says nothing.`,
  cut: ({ worlds }: { worlds: string }) =>
    `A bound cut the search short at ${worlds} worlds. What it found is kept.`,
  waitingFor: 'What breaks a property appears here, with the shortest way to it.',
  nothingYet: 'Nothing yet. The first way to break a property appears here.',

  halted: 'Search',
  died: ({ worlds, reason }: { worlds: string; reason: string }) =>
    `The search stopped${reason === '' ? '' : ` (${reason})`} at ${worlds} worlds. What it found is kept.`,
  outOfMemory: 'out of memory',
  stopped: ({ worlds }: { worlds: string }) => `You stopped it at ${worlds} worlds. What it found is kept.`,
  doubt: ({ property, step, action }: { property: string; step: number; action: string }) =>
    `A way to break ${property} is not shown: at step ${step}, ${action}, this page’s own engine came to something else than the search.`,

  brokenLabel: ({ id }: { id: string }) => `${id} broken`,
  seenLabel: ({ id }: { id: string }) => `${id} seen`,
  shortest: ({ faults: n, steps: k }: { faults: number; steps: number }) =>
    `shortest: ${faults(n)}, ${steps(k)}`,
  shortestFrom: ({ faults: n, steps: k, from }: { faults: number; steps: number; from: number }) =>
    `shortest: ${faults(n)}, ${steps(k)} after step ${from}`,
  atOnce: 'It is so where the search begins; no step is needed.',
  noWayOut: 'From here on no step leads to it any more, unless another fault happens.',
  previous: 'The one before',
  next: 'The next one',
  place: ({ at, of }: { at: number; of: number }) => `${at} of ${of}`,
  way: ({ property, steps: k }: { property: string; steps: number }) =>
    `The ${steps(k)} that lead to it: ${property}`,
  noCause: 'no cause of it',
  open: 'Open at the last step',
  sameSafe: 'Same faults, safe',
  save: 'Save as test',
  link: 'Link to its last step',
  noLink: 'No link holds this run: it is too long, or has more faults than a run by hand may have.',
  command: 'A command that searches again, and keeps it as a scenario and test',
  record: 'A command that keeps this run as a scenario and test',
  announce: ({ id, faults: n, steps: k }: { id: string; faults: number; steps: number }) =>
    `${id} breaks ${n === 0 ? 'without a fault' : `with ${faults(n)}`} after ${steps(k)}.`,
};
