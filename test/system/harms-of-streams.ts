// What breaks between the log and those who read it: a stream that is joined, cut, or read slowly, and a browser that
// takes what a transport says for what a run has come to.

import type { Given } from '../../src/system/given';
import type { Harm } from './harms-of-money';

const streamed = (amount: string, more: Partial<Given> = {}): Given => ({
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: { 'browser-1': { person: 'alice', submits: { order: 'ord_1', amount } } },
  ...{ runs: [], actors: {}, cast: ['gateway'], ...more },
});

/** A task that is paid, and one that waits for a person who is not there. */
const PAID = streamed('25.00');
const ASKED = streamed('75.00');
/** A buffer of two frames. */
const NARROW = streamed('25.00', { gateway: { buffer: 2 } });

const GIVEN_RUN = {
  ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '25.00', attempts: 3 },
  history: ['submitted'],
};

const WATCHED: Given['browsers'] = { 'browser-1': { person: 'alice', watches: 'run_1' } };

/** The browser reads a stream, and nothing has come by it yet. */
const joined = ['after worker-1.claim: hold worker-1', 'quiet'];
/** The same, and the browser does not read while the run ends. */
const slow = [...joined, 'hold browser-1, release worker-1', 'quiet', 'release browser-1'];
const unreachable = [
  ...[...joined, 'crash api, crash gateway', 'quiet'],
  ...Array.from({ length: 8 }).flatMap(() => ['pick clock:advance', 'quiet']),
];

export const STREAM_HARMS: Readonly<Record<string, Harm>> = {
  'an event that is shown before it is written is a ghost after a crash': {
    design: { 'log.deliver': 'deliver_then_append' },
    given: streamed('25.00', {
      browsers: {
        'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00', writes: 'Soon.' } },
      },
    }),
    schedule: [
      ...[...joined, 'release worker-1', 'after worker-1.pushFrames: crash worker-1, restart worker-1'],
      ...['quiet', 'pick clock:advance', 'quiet'],
    ],
    breaks: ['S31', 'S40'],
  },
  'whoever listens at the head of the log misses what came before': {
    design: { 'stream.attach': 'live_only' },
    given: ASKED,
    schedule: ['before gateway.register: hold gateway', 'quiet', 'release gateway'],
    breaks: ['L7'],
  },
  'whoever reads first and listens afterwards misses what came in between': {
    design: { 'stream.attach': 'replay_then_subscribe' },
    given: ASKED,
    schedule: [
      ...['after worker-1.claim: hold worker-1', 'after gateway.readReplay: hold gateway, release worker-1'],
      'after worker-1.yield: release gateway',
    ],
    breaks: ['L7'],
  },
  'a buffer without a limit grows with a reader that does not read': {
    design: { 'stream.buffer': 'unbounded' },
    given: NARROW,
    schedule: slow,
    breaks: ['S39'],
  },
  'frames that are dropped leave a hole in a view that does not look': {
    design: { 'stream.buffer': 'drop_oldest', 'browser.gap': 'apply_anyway' },
    given: NARROW,
    schedule: slow,
    breaks: ['S33', 'S40'],
  },
  'a dead connection that nobody notices keeps everybody from writing': {
    design: { 'stream.buffer': 'block_writer', 'stream.heartbeat': 'none' },
    given: PAID,
    schedule: [...joined, 'silence stream:browser-1.c1, release worker-1'],
    breaks: ['L1', 'L2', 'L5', 'L7'],
  },
  'a dead connection that nobody notices is read for ever': {
    design: { 'stream.heartbeat': 'none' },
    given: PAID,
    schedule: [...joined, 'silence stream:browser-1.c1, release worker-1'],
    breaks: ['L7'],
  },
  'a proxy that collects what comes, and that nobody notices, keeps a question from whoever is asked': {
    design: { 'stream.buffering': 'allowed', 'stream.heartbeat': 'none' },
    given: ASKED,
    budget: { collect: 1 },
    schedule: [...joined, 'collect stream:browser-1.c1, release worker-1'],
    breaks: ['L7'],
  },
  'the id of a control frame moves the cursor past an event': {
    design: { 'control_frames.id': 'numbered', 'browser.cursor': 'last_received' },
    given: PAID,
    schedule: [...joined, 'crash browser-1, restart browser-1, release worker-1'],
    breaks: ['S33', 'S35'],
  },
  'a count that begins again takes what is new for something old': {
    design: { 'stream.id': 'process_counter' },
    given: streamed('25.00', { runs: [{ ...GIVEN_RUN, writes: 'Soon.' }], browsers: WATCHED }),
    schedule: [
      ...[...joined, 'release worker-1', 'before worker-1.settleOperation: hold worker-1', 'quiet'],
      ...['crash gateway, restart gateway', 'quiet', 'release worker-1'],
    ],
    breaks: ['L7'],
  },
  'a stream goes on for somebody who may not see it any more': {
    design: { 'auth.recheck': 'at_open' },
    given: streamed('25.00', {
      browsers: { 'browser-2': { person: 'carol', watches: 'run_1' } },
      runs: [GIVEN_RUN],
    }),
    budget: { leave: 1 },
    schedule: [...joined, 'leave carol, release worker-1'],
    breaks: ['S38'],
  },
  'a connection that is lost cancels a run that nobody wanted cancelled': {
    design: { 'cancel.on_disconnect': 'cancel' },
    given: PAID,
    schedule: [...joined, 'reset stream:browser-1.c1', 'quiet', 'release worker-1'],
    breaks: ['S13'],
  },
  'the end of a stream is shown as the end of the task': {
    design: { 'browser.eof': 'treat_as_done' },
    given: ASKED,
    schedule: ['quiet', 'eof stream:browser-1.c1'],
    breaks: ['S36'],
  },
  'a page without events is shown as the end of the task': {
    design: { 'browser.empty_page': 'treat_as_done' },
    given: ASKED,
    schedule: ['quiet', 'reset stream:browser-1.c1'],
    breaks: ['S36'],
  },
  'a history that is longer than a page is shown in part': {
    design: { 'browser.pages': 'first_page_only' },
    given: streamed('25.00', {
      ...{ cast: [], runs: [{ ...GIVEN_RUN, amount: '75.00' }] },
      browsers: { 'browser-1': { person: 'alice', watches: 'run_1', pages: 2 } },
    }),
    schedule: ['hold browser-1', 'quiet', 'release browser-1'],
    breaks: ['L7'],
  },
  'attempts that are spent are shown as a failure of the run': {
    design: { 'browser.give_up': 'show_failed' },
    given: ASKED,
    schedule: unreachable,
    breaks: ['S36'],
  },
  'a browser that never gives up asks for ever': {
    design: { 'browser.give_up': 'retry_forever' },
    given: ASKED,
    schedule: unreachable,
    breaks: ['L8'],
  },
  'a reducer of its own for replay leaves a question open that was answered': {
    design: { 'browser.reducer': 'separate_for_replay' },
    given: {
      ...streamed('75.00', { cast: [], runs: [{ ...GIVEN_RUN, amount: '75.00' }] }),
      browsers: { 'browser-2': { person: 'bob', watches: 'run_1', calls: ['approve run_1'] } },
    },
    schedule: [],
    breaks: ['S40'],
  },
  'an event that is taken for an order makes a second task': {
    design: { 'browser.replay_effects': 're_execute', 'submit.dedup': 'none' },
    given: PAID,
    schedule: [],
    breaks: ['S01'],
  },
  'a gateway that is not woken sleeps on': {
    design: { 'wakeup.mode': 'notify_only' },
    given: ASKED,
    budget: { lose: 1 },
    schedule: [...joined, 'release worker-1', 'after worker-1.planOperation: lose browser-1'],
    breaks: ['L7'],
  },
  'two events of one moment are one position to a cursor that is a time': {
    design: { 'cursor.kind': 'timestamp' },
    given: ASKED,
    schedule: [],
    breaks: ['L7'],
  },
  'a cursor that includes its own event brings it twice': {
    design: { 'stream.cursor': 'inclusive', 'browser.guard': 'none' },
    given: ASKED,
    schedule: [],
    breaks: ['S33', 'S40'],
  },
};
