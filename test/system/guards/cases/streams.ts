// Statements of those who listen and of those who may: each connection, browser and person is one of several.

import { type Cases, changes, type GuardCase, nothing, rows } from '../guard-case';
import type { History } from '../history';

/** Two connections of two browsers listen, and both have been woken. */
function listening(history: History): void {
  for (const [conn_id, browser] of [
    ['browser-1.c1', 'browser-1'],
    ['browser-2.c1', 'browser-2'],
  ] as const) {
    history.once('listen', { conn_id, browser, run_id: 'run_1' });
  }
}

const ofConnection = (expected: GuardCase['expected']): readonly GuardCase[] => [
  {
    claim: 'is about one connection',
    holds: ['conn_id=:conn_id'],
    play: (history) => {
      listening(history);
      return { conn_id: 'browser-2.c1' };
    },
    expected,
  },
];

const woken = (holds: string, given: Record<string, string>, expected: GuardCase['expected']) => [
  {
    claim: 'is about one of those who were woken',
    holds: [holds],
    play: (history: History) => {
      history.submit('run_1');
      listening(history);
      history.claim('run_1');
      return given;
    },
    expected,
  },
];

/** The same page, cut to whether there is any. */
const peek: readonly GuardCase[] = [
  {
    claim: 'finds no event of another run',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.held('run_2');
      return { run_id: 'run_1', after_seq: 0 };
    },
    expected: nothing,
  },
  {
    claim: 'finds no event that the cursor has passed',
    holds: ['seq>:after_seq'],
    play: (history) => {
      history.held('run_1');
      return { run_id: 'run_1', after_seq: 2 };
    },
    expected: nothing,
  },
];

export const streamCases: Cases = {
  peek_page: peek,
  unlisten: ofConnection(changes('listeners browser-2.c1')),
  woken: woken('conn_id=:conn_id', { conn_id: 'browser-2.c1' }, rows({ conn_id: 'browser-2.c1' })),
  take_wakeup: woken('conn_id=:conn_id', { conn_id: 'browser-2.c1' }, changes('wakeups browser-2.c1')),
  lose_wakeups: woken('browser=:browser', { browser: 'browser-2' }, changes('wakeups browser-2.c1')),
  end_membership: [
    {
      claim: 'ends one person’s membership',
      holds: ['principal_id=:principal_id'],
      play: () => ({ principal_id: 'carol' }),
      expected: changes('conversation_members conv_1/carol'),
    },
  ],
};
