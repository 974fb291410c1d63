// The English words of the page. Plain functions take the values, so that a sentence may put them where
// its language wants them. Calm, concrete, present tense; the actor comes first.

import { acts, due } from './en/acts';
import { briefs } from './en/briefs';
import { course } from './en/course';
import { diagram } from './en/diagram';
import { embed } from './en/embed';
import { know } from './en/know';
import { lab } from './en/lab';
import { lesson } from './en/lesson';
import { says } from './en/says';

export const en = {
  acts,
  due,
  says,
  briefs,
  diagram,
  know,
  lab,
  lesson,
  course,
  embed,

  /** Why something that is conceivable cannot happen now, by the kernel's and the actors' reason keys. */
  reasons: {
    isDown: ({ actor }: { actor: string }) => `${actor} is down`,
    isPaused: ({ actor }: { actor: string }) => `${actor} is paused`,
    isBusy: ({ procedure }: { procedure: string }) => `it is in ${procedure}`,
    isDelayed: ({ message }: { message: string }) => `${message} is delayed`,
    comesAfter: ({ message }: { message: string }) => `${message} comes first`,
    waitsForLock: ({ holder, table, row }: { holder: string; table: string; row: string }) =>
      `${holder} has locked ${row} in ${table}`,
    noDeadlineAhead: () => 'no deadline is ahead',
    faultBudgetSpent: ({ fault }: { fault: string }) => `this run has no ${fault} left`,
    nothingToSend: () => 'nothing to send',
    nothingExpired: () => 'no lease is over',
    leaseIsFresh: () => 'less than half of its lease is gone',
    nothingNew: ({ actor }: { actor: string }) => `nothing new for ${actor}`,
    notSeenYet: ({ actor }: { actor: string }) => `${actor} has not seen what its person waits for`,
    nothingKept: () => 'nothing is on its list',
    nothingForgotten: () => 'it has not forgotten anything',
    nothingToCompact: () => 'no text is complete whose pieces are still there',
    nothingToPrune: () => 'no log holds more than is kept',
    nothingQueued: () => 'no run is queued',
    nothingDue: () => 'nothing has run out of time',
    nothingToSubmit: ({ actor }: { actor: string }) => `${actor} has nothing to submit`,
    waitsForAnswer: ({ actor }: { actor: string }) => `${actor} waits for an answer`,
    readsStream: ({ actor }: { actor: string }) => `${actor} reads a stream`,
    nothingToTell: ({ browser }: { browser: string }) => `there is nothing new to tell ${browser}`,
    spokeLately: ({ browser }: { browser: string }) => `${browser} has heard from it lately`,
    readerIsSlow: ({ browser }: { browser: string }) => `${browser} has not read the last frames`,
    backsOff: ({ actor }: { actor: string }) => `${actor} waits before it tries again`,
  },

  /** Kinds of actors. */
  actors: {
    browser: 'browser',
    api: 'API',
    gateway: 'gateway',
    dispatcher: 'dispatcher',
    worker: 'worker',
    timer: 'timer',
    notifier: 'notifier',
    pruner: 'pruner',
    cache: 'cache',
    broker: 'broker',
    refunds: 'refunds',
    clock: 'clock',
  },

  /** What each property promises a person, by its id. */
  properties: {
    S01: 'One press of the button makes one task.',
    S02: 'Whoever submits again gets their own run, for the same request.',
    S03: 'A run that was promised exists.',
    S04: 'The status page and the event history tell one story.',
    S05: 'The stored history has no hole, and no position twice.',
    S06: 'What a reader was told stays as it was told.',
    S07: 'A run ends once, and nothing follows.',
    S10: 'Nothing of an older attempt appears after a newer one began.',
    S12: 'A failing task stops: no more attempts are lost than were asked for.',
    S13: 'A run is cancelled only if somebody asked for it.',
    S14: 'No money has moved for a cancelled run.',
    S15: 'No operation of an ended run has an unknown outcome.',
    S16: 'A run that somebody wanted cancelled succeeds only if money had moved.',
    S17: 'A pending approval belongs to a waiting run, and a waiting run has one.',
    S18: 'The decision that a person was told stays.',
    S19: 'Money that needs approval moves only for the proposal that was approved.',
    S20: 'Nobody approves their own request, and nobody who was not asked.',
    S21: 'Money moves at most once for one step of a run.',
    S22: 'What the books call refunded was refunded; what they call failed was not.',
    S23: 'The refunds of an order never exceed its total.',
    S24: 'The refunded amount of an order is the sum of its committed refunds.',
    S25: 'Whenever money has moved, an operation tells of it.',
    S26: 'The history tells of a refund once, and only if it is committed.',
    S27: 'A queued run still has something that will start it.',
    S28: 'No message speaks of a run that does not and will not exist.',
    S29: 'A message changes a person’s list at most once.',
    S30: 'A person hears of a run in its order.',
    S31: 'No view is ahead of the event log.',
    S33: 'A view misses no event and applies none twice.',
    S34: 'A view shows its own run only.',
    S35: 'The cursor is what the view has applied.',
    S36: 'A browser shows an ending only if the run has ended that way.',
    S37: 'Whoever asks for events that are gone is told so.',
    S38: 'Nobody gets an answer that they may not have.',
    S38b: 'A stranger cannot tell whether something exists.',
    S39: 'No connection keeps more frames than its limit.',
    S40: 'A view equals the history up to its cursor.',
    L1: 'Every accepted run ends.',
    L2: 'Nobody holds a run for ever: its lease ends, and then somebody acts.',
    L3: 'A request to cancel is answered: the run ends.',
    L5: 'No outcome stays unknown.',
    L6: 'Every message arrives.',
    L7: 'Every view catches up with the log.',
    L8: 'A browser that gets nowhere stops asking in the end.',
    L10: 'Views that have come equally far show the same.',
  },

  verdicts: { holds: 'holds', violated: 'violated', open: 'not yet' },

  page: {
    title: 'Converge',
    scenario: 'Scenario',
    design: 'Design',
    start: 'Start again',
    step: 'Step',
    stepBack: 'Step back',
    stepOf: ({ step, steps }: { step: number; steps: number }) => `Step ${step} of ${steps}`,
    whatCouldHappen: 'What could happen next',
    faults: 'What could fail',
    blocked: 'Cannot happen now',
    blockedBecause: ({ action, reason }: { action: string; reason: string }) => `${action}: ${reason}`,
    clock: ({ seconds, due }: { seconds: number; due: string }) => `${seconds} s pass: ${due} falls due`,
    rows: 'Rows',
    noRows: ({ table }: { table: string }) => `${table} is empty.`,
    eventLog: 'Event log',
    noEvents: 'No events yet. The first appears here.',
    views: 'Views',
    cursor: ({ cursor }: { cursor: number }) => `cursor ${cursor}`,
    equal: 'equal to the log',
    behind: ({ events }: { events: number }) => `${events} behind the log`,
    properties: 'Properties',
    counters: 'Counters',
    history: 'What happened',
    quiet: 'Quiet: nothing is left to happen.',
    opening: 'Opening the database…',
    databaseFailed: ({ reason }: { reason: string }) => `The database could not be opened: ${reason}`,
    noScenario: 'There is no scenario here.',
    unknownScenario: ({ id }: { id: string }) => `There is no scenario ${id}.`,
    language: 'Language',
    numbered: ({ word, number }: { word: string; number: number }) => `${word}-${number}`,
    /** Between an actor's name and what it does. */
    afterSubject: (_: { name: string }) => ' ',
    colon: ': ',
    comma: ', ',
    stop: '. ',
    possible: ({ count }: { count: number }) => `${count} possible`,
    lookingBack: 'You are looking back. Another choice here starts a branch; what came after stays.',
    justHappened: 'Just happened',
    stepNumber: ({ step }: { step: number }) => `Step ${step}`,
    noSteps: 'Nothing has happened yet.',
    oneTransaction: 'One transaction',
    allSafe: 'Every decision is the safe one.',
    nowBroken: ({ property }: { property: string }) => `Broken: ${property}`,
    breaks: ({ id }: { id: string }) => `breaks ${id}`,
    eventStored: ({ seq }: { seq: number }) => `event ${seq} stored`,
    earlier: ({ count }: { count: number }) => `${count} earlier steps are not drawn.`,
    later: ({ count }: { count: number }) => `${count} later steps are not drawn.`,
    rowCount: ({ rows }: { rows: number }) => (rows === 1 ? '1 row' : `${rows} rows`),
    rowsChanged: ({ rows }: { rows: number }) => (rows === 1 ? '1 changed' : `${rows} changed`),
    change: 'Change',
    rowMarks: { changed: 'changed', inserted: 'new', deleted: 'gone' },
    logAndViews: 'Log and views',
    logOf: ({ run }: { run: string }) => `The event log of ${run}, and what each browser did with each event`,
    cursorRow: 'cursor',
    againstLog: 'against the log',
    states: {
      NONE: 'no run yet',
      DRAFT: 'not sent',
      SUBMITTING: 'submitting',
      SUBMIT_UNKNOWN: 'unknown',
      ACCEPTED: 'accepted',
      REJECTED: 'rejected',
      LIVE: 'live',
      'RECOVERING/page': 'reading',
      'RECOVERING/resync': 'resyncing',
      RECOVERY_UNKNOWN: 'unknown',
      DONE: 'done',
      FAILED: 'failed',
      CANCELLED: 'cancelled',
      INTERRUPTED: 'interrupted',
      DOWN: 'down',
    },
    receptions: {
      applied: 'applied',
      appliedTimes: ({ times }: { times: number }) => `applied ${times} times`,
      ignored: ({ times }: { times: number }) =>
        times === 1 ? 'a duplicate ignored' : `${times} duplicates ignored`,
      missing: 'missing: the cursor has passed it',
      ahead: 'not there yet',
    },
    standing: (standing: Standing) => {
      switch (standing.is) {
        case 'equal':
          return 'equal';
        case 'hole':
          return `hole at ${standing.at}`;
        case 'behind':
          return `${standing.by} behind`;
        case 'ahead':
          return `${standing.by} ahead`;
      }
    },
    verdict: {
      always: { holds: 'holds so far', violated: 'broken', open: 'holds so far' },
      eventually: { holds: 'reached', violated: 'never reached', open: 'not yet' },
      sometimes: { holds: 'seen', violated: 'seen', open: 'not seen yet' },
    },
    verdictAt: {
      always: ({ step }: { step: number }) => `broken at ${step}`,
      eventually: ({ step }: { step: number }) => `reached at ${step}`,
      sometimes: ({ step }: { step: number }) => `seen at ${step}`,
    },
    broken: ({ count }: { count: number }) => `${count} broken`,
    otherProperties: ({ count }: { count: number }) => `${count} others hold, or wait`,
    transport: 'Time',
    toQuiet: 'To quiet',
    toQuietLong: 'Take default steps, without faults, until nothing is left to happen',
    runFaults: 'Run the faults',
    runFaultsLong: 'Run the scenario’s faults from the start, under this design',
    scrubber: 'Step shown',
    branch: 'Branch',
    branchNamed: ({ branch, steps }: { branch: number; steps: number }) =>
      `Branch ${branch}, ${steps} ${steps === 1 ? 'step' : 'steps'}`,
    designs: { naive: 'naive', safe: 'safe', custom: 'as in the link' },
    darkTheme: 'Dark theme',
    lightTheme: 'Light theme',
    unmatched: ({ text, effect }: { text: string; effect: string | null }) =>
      effect === null
        ? `“${text}” found no place in this run; the run went on without it.`
        : `“${effect}” of “${text}” was not possible there; the run went on without it.`,
    stoppedAtLimit: ({ steps }: { steps: number }) => `The run stopped at ${steps} steps, its limit.`,
    forked: ({ branch }: { branch: number }) => `The old future stays as branch ${branch}.`,
    refused: ({ message }: { message: string }) => `That could not be done. ${message}`,
    tryAgain: 'Try again',
    dismiss: 'Dismiss',
  },

  /** A link to a run that does not fit, or not any more. */
  links: {
    wayOn: 'Here is the scenario from its start.',
    notALink: 'This link does not lead to a run.',
    damaged: 'Part of this link is missing or changed.',
    tooLong: 'This link is longer than any link to a run.',
    otherForm: 'This link holds a run in a form that this version does not know.',
    scenarioChanged: 'The scenario has changed since this link was made.',
    unknownDecision: ({ decision }: { decision: string }) =>
      `The decision ${decision} no longer exists. The safe design stands in its place.`,
    unknownAlternative: ({ decision, alternative }: { decision: string; alternative: string }) =>
      `${decision} no longer has the alternative ${alternative}. The safe one stands in its place.`,
    stoppedAt: ({ step, action }: { step: number; action: string }) =>
      `Step ${step} no longer exists: ${action}. You are at step ${step - 1}.`,
  },
};

/** How far a view is from the log. */
type Standing =
  | { readonly is: 'equal' }
  | { readonly is: 'behind' | 'ahead'; readonly by: number }
  | { readonly is: 'hole'; readonly at: number };

/** What every language says. A key that one of them lacks is a type error. */
export type Messages = typeof en;
