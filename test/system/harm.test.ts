import { describe, expect, it } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { canonical } from '../../src/kernel/json';
import { definition } from '../../src/kernel/property';
import { withChanges } from '../../src/kernel/rows';
import type { Simulation } from '../../src/kernel/simulation';
import { Timeline } from '../../src/kernel/timeline';
import type { World } from '../../src/kernel/world';
import { parseIntervention } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { verdictsOf } from '../../src/scenario/verdicts';
import type { Given } from '../../src/system/given';
import { LOG_HARMS } from './harms-of-logs';
import { type Harm, MONEY_HARMS } from './harms-of-money';
import { ASKED, STORE_HARMS } from './harms-of-stores';
import { STREAM_HARMS } from './harms-of-streams';
import { begin, FAULTS, PLAIN, simulationOf } from './walks';

const STALE: Given = {
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: {
    'browser-1': { person: 'alice', watches: 'run_1' },
    'browser-2': { person: 'alice', watches: 'run_1' },
  },
  runs: [
    {
      ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '75.00', attempts: 4, lease: 'over' },
      history: [
        ...['submitted', 'claimed by worker-2', 'failed', 'claimed by worker-2', 'failed'],
        ...['claimed by worker-2', 'taken over by worker-1'],
      ],
    },
  ],
  actors: { 'worker-1': { procedure: 'worker.propose', run: 'run_1' } },
};

/** The same as PLAIN, with somebody who tells people. */
const NOTIFIED: Given = { ...PLAIN, cast: ['notifier'] };

/** Two submissions at once. */
const TWICE: Given = {
  ...PLAIN,
  browsers: {
    'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } },
    'browser-2': { person: 'alice', submits: { order: 'ord_1', amount: '10.00' } },
  },
};

/** The same run, whose owner cancels it, told of by two dispatchers. */
const CANCELLED: Given = {
  ...ASKED,
  cast: ['notifier', 'dispatcher-2'],
  browsers: { 'browser-1': { person: 'alice', watches: 'run_1', calls: ['cancel run_1'] } },
};

/** Events 1 and 2 of a finished history are no longer kept. */
function pruned(simulation: Simulation, world: World): World {
  const run = world.rows['runs']?.get('run_1') ?? {};
  const gone = ['run_1/1/0', 'run_1/2/0'].map((key) => {
    return { table: 'events', key, before: world.rows['events']?.get(key) ?? null, after: null };
  });
  const told = { table: 'runs', key: 'run_1', before: run, after: { ...run, min_retained_seq: 3 } };
  return simulation.start(world.actors, withChanges(world.rows, [...gone, told]), {}, world.now);
}

const lostDispatch = ['after api.insertRun run_1: crash api, restart api', 'quiet', 'pick clock:advance'];

const POISON: Given = {
  ...PLAIN,
  browsers: {},
  runs: [
    {
      ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '25.00', fails: 9, attempts: 2 },
      history: ['submitted'],
    },
  ],
};

const HARMS: Readonly<Record<string, Harm>> = {
  ...MONEY_HARMS,
  ...STREAM_HARMS,
  'a message told after the commit is lost when the process dies in between': {
    design: { 'outbox.mode': 'commit_then_publish' },
    schedule: lostDispatch,
    breaks: ['L1', 'S27'],
  },
  'a message told before the commit speaks of a run that never exists': {
    design: { 'outbox.mode': 'publish_then_commit' },
    schedule: ['after api.publish: crash api'],
    breaks: ['S28'],
  },
  'a message marked before it is told is never told': {
    design: { 'dispatcher.mark': 'mark_then_publish' },
    schedule: ['after dispatcher.mark: crash dispatcher, restart dispatcher'],
    breaks: ['L1', 'L6', 'S27'],
  },
  'a notice that no inbox remembers is put on the list again': {
    design: { 'inbox.mode': 'none' },
    given: NOTIFIED,
    schedule: ['before notifier.ack: crash notifier, restart notifier'],
    breaks: ['S29'],
  },
  'a notice that the inbox remembers too early is on no list': {
    design: { 'inbox.mode': 'separate_tx' },
    given: NOTIFIED,
    schedule: ['before notifier.insertNotice: crash notifier, restart notifier'],
    breaks: ['L6'],
  },
  'a message acknowledged before the work is lost with the worker': {
    design: { 'consumer.ack': 'before_commit' },
    schedule: ['before worker.claim: crash worker-1, restart worker-1'],
    breaks: ['L1', 'L6', 'S27'],
  },
  'a notice acknowledged before it is written is lost with the notifier': {
    design: { 'consumer.ack': 'before_commit' },
    given: NOTIFIED,
    schedule: ['before notifier.insertNotice: crash notifier, restart notifier'],
    breaks: ['L6'],
  },
  'a late receipt for the message takes the newer delivery along': {
    design: { 'broker.receipts': 'per_message', 'outbox.mode': 'commit_then_publish' },
    given: ASKED,
    schedule: [
      ...['hold browser-2', 'after worker-1.take: hold worker-1, redeliver runs:run_1:1'],
      ...['before worker-2.ack: hold worker-2, release worker-1', 'after worker-1.ack: release browser-2'],
      ...['after api.appendDecided: crash api, restart api', 'crash worker-2, restart worker-2'],
      ...['release worker-2', 'quiet', 'pick clock:advance'],
    ],
    breaks: ['L1', 'L6', 'S27'],
  },
  'a row that commits late lies below the watermark': {
    design: { 'outbox.poll_order': 'id_watermark' },
    given: TWICE,
    schedule: [
      'hold api',
      'after browser-2.sendPost: pick deliver:http>api:submit:browser-1-k1',
      'pick deliver:http>api:submit:browser-2-k1',
      'pick api.drawNumber:submit:browser-1-k1',
      'pick api.drawNumber:submit:browser-2-k1',
      ...['pick api.findKey:submit:browser-2-k1', 'after dispatcher.mark: release api'],
    ],
    breaks: ['L1', 'L6'],
  },
  'two dispatchers tell a person of a run backwards': {
    design: { 'dispatcher.order': 'parallel' },
    given: CANCELLED,
    schedule: [
      'hold dispatcher-2, hold browser-1',
      'after worker.yield: pick dispatcher.readUnsent, hold dispatcher',
      ...['release dispatcher-2', 'release browser-1', 'quiet', 'release dispatcher'],
    ],
    breaks: ['S30'],
  },
  'a submission without a stored key becomes two tasks': {
    design: { 'submit.dedup': 'none' },
    schedule: lostDispatch,
    breaks: ['S01'],
  },
  'a crash between two transactions leaves a run without its first event': {
    design: { 'event.append': 'separate_transactions' },
    schedule: ['after api.insertRun run_1: crash api, restart api'],
    breaks: ['L1', 'S27', 'S04'],
  },
  'two workers without claim and key pay twice': {
    design: { 'claim.mode': 'none', 'operation.id': 'fresh_each_call' },
    schedule: [
      'after dispatcher.publish run_1: crash dispatcher, restart dispatcher',
      ...['before worker-1.settleOperation: hold worker-1', 'quiet', 'release worker-1'],
    ],
    breaks: ['S21'],
  },
  'a late writer ends a run that waits for a person': {
    design: { 'run.update': 'last_write_wins' },
    given: STALE,
    schedule: [
      ...['hold worker-1', 'after worker-2.readExpired: hold worker-2, release worker-1'],
      'after worker-1.yield: release worker-2',
    ],
    breaks: ['S17'],
  },
  'a worker that lost its lease goes on writing': {
    design: { 'fence.check': 'none' },
    schedule: [
      'before worker-1.planOperation: pause worker-1',
      ...['quiet', 'pick clock:advance', 'until worker-2.appendStarted', 'hold worker-2', 'resume worker-1'],
      ...['after worker-1.appendIntent: release worker-2'],
    ],
    breaks: ['S10'],
  },
  'a task that fails is tried more often than was asked for': {
    design: { 'budget.enforce': 'none' },
    given: POISON,
    schedule: ['quiet', 'pick clock:advance', 'quiet', 'pick clock:advance', 'quiet'],
    breaks: ['S12'],
  },
  'a worker whose clock is ahead takes a run from its holder, and both write': {
    design: { 'lease.clock': 'worker_clock', 'fence.check': 'none' },
    schedule: [
      ...['before worker-1.planOperation: hold worker-1, jump worker-2', 'until worker-2.appendStarted'],
      ...['hold worker-2', 'release worker-1', 'quiet', 'release worker-2'],
    ],
    breaks: ['S10'],
  },
  'money that moved before anything was written down is found by nobody': {
    design: { 'operation.intent': 'call_then_record' },
    schedule: ['after worker-1.callRefund: crash worker-1'],
    breaks: ['S25'],
  },
  'silence that is taken for a failure leaves the books beside the bank': {
    design: { 'operation.timeout': 'treat_as_failed' },
    schedule: ['before worker-1.callRefund: mute refunds', 'quiet', 'pick clock:advance', 'quiet'],
    breaks: ['S22'],
  },
  'a provider that has forgotten a key pays again': {
    design: { 'refunds.dedup_window': 'forgets' },
    schedule: [
      ...['after worker-1.callRefund: crash worker-1', 'quiet', 'pick clock:advance', 'pick clock:advance'],
      'quiet',
    ],
    breaks: ['S21'],
  },
  'a cursor that counts what was received points past what the view holds': {
    design: { 'browser.cursor': 'last_received' },
    schedule: ['after browser-2.storeCursor: crash browser-2, restart browser-2'],
    breaks: ['S33', 'S35'],
  },
  'a page from the oldest kept event on hides what was before it': {
    design: { 'retention.miss': 'start_at_oldest' },
    given: { ...STALE, actors: {} },
    laid: pruned,
    schedule: ['hold worker-1', 'hold worker-2', 'quiet'],
    // The browser's own guard sees the gap and ends in "we do not know", so no view hangs for ever.
    breaks: ['S37'],
  },
  'an empty page for a cursor below retention hides the whole log': {
    design: { 'retention.miss': 'empty_page' },
    given: { ...STALE, actors: {} },
    laid: pruned,
    schedule: ['hold worker-1', 'hold worker-2', 'quiet'],
    breaks: ['L7', 'S37'],
  },
  ...STORE_HARMS,
  ...LOG_HARMS,
};

/** Runs the schedule and compares, after every step, what was judged with what is defined. */
function play({ schedule, given = PLAIN, budget = {}, laid }: Harm, design: Design): readonly string[] {
  const simulation = simulationOf(design, given.cast);
  const world = begin(simulation, given, { ...FAULTS, ...budget });
  const timeline = new Timeline(simulation, laid === undefined ? world : laid(simulation, world));
  const interventions = schedule.map((text) => {
    const parsed = parseIntervention(text);
    if ('complaint' in parsed) throw new Error(`${text}: expected ${parsed.complaint.expected}`);
    return parsed.value;
  });
  const { stopped } = drive(timeline, { interventions, ends: 'quiet' });
  expect(stopped).toBeNull();
  for (let cursor = 0; cursor <= timeline.length; cursor++)
    expectDefined(simulation, timeline.worldAt(cursor));
  const verdicts = verdictsOf(timeline);
  return Object.keys(verdicts).filter((id) => verdicts[id] === 'violated');
}

function expectDefined(simulation: Simulation, world: World): void {
  const { store, properties } = simulation.system;
  store.restore(world.rows);
  for (const property of properties.filter((one) => one.kind === 'always')) {
    const defined = store.peek((sql) => definition(property, sql)).value.map(canonical);
    const judged = Object.entries(world.judgement[property.id] ?? {}).filter(([, one]) => one === 'violated');
    expect(judged.map(([key]) => key).toSorted(), property.id).toEqual(defined.toSorted());
  }
}

describe('harm', () => {
  it.each(Object.entries(HARMS))('%s', (_claim, harm) => {
    expect(play(harm, harm.design).toSorted()).toEqual(harm.breaks.toSorted());
  });

  it.each(Object.entries(HARMS))(
    'is not done under the same schedule in the safe design: %s',
    (_claim, harm) => {
      expect(play(harm, {})).toEqual([]);
    },
  );
});
