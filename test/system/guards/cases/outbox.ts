// The table outbox: what the dispatcher may send now, once, and in which order.

import { RETRY_DELAY_MS } from '../../../../src/system/time';
import { type Cases, changes, nothing, rows } from '../guard-case';
import type { History } from '../history';

const dispatch = (run: string, seq: number) => `${run}:${seq}:runs.dispatch`;

/** A run whose attempt has failed; the message that brings it back must wait. */
function retried(history: History, run: string): void {
  history.submit(run);
  history.pump();
  history.retry(history.claim(run));
}

export const outboxCases: Cases = {
  read_unsent: [
    {
      claim: 'leaves out a message that was sent',
      holds: ['sent=0'],
      play: (history) => {
        history.submit('run_1');
        history.pump();
        return {};
      },
      expected: nothing,
    },
    {
      claim: 'leaves out a message before its time',
      holds: ['available_at<=:now'],
      play: (history) => {
        retried(history, 'run_1');
        return {};
      },
      expected: nothing,
    },
    {
      // No actor writes such a message today: a run has one to dispatch it at a time.
      claim: 'keeps a message behind an earlier one that must wait',
      holds: ['NOT EXISTS outbox'],
      play: (history) => {
        retried(history, 'run_1');
        history.message('run_1', history.cancel('run_1'));
        return {};
      },
      expected: nothing,
    },
    {
      claim: 'keeps no message behind one of another run',
      holds: ['NOT EXISTS outbox: p.run_id=o.run_id'],
      play: (history) => {
        retried(history, 'run_2');
        history.wait(RETRY_DELAY_MS);
        history.pump();
        history.retry(history.claim('run_2'));
        history.wait(RETRY_DELAY_MS);
        retried(history, 'run_1');
        return {};
      },
      expected: rows({ message_id: dispatch('run_2', 5) }),
    },
    {
      claim: 'keeps no message behind one of another topic',
      holds: ['NOT EXISTS outbox: p.topic=o.topic'],
      play: (history) => {
        retried(history, 'run_1');
        history.cancelQueued('run_1');
        return {};
      },
      expected: rows({ message_id: 'run_1:5:runs.notify' }),
    },
    {
      claim: 'keeps no message behind one that was sent',
      holds: ['NOT EXISTS outbox: p.sent=0'],
      play: (history) => {
        retried(history, 'run_1');
        history.wait(RETRY_DELAY_MS);
        return {};
      },
      expected: rows({ message_id: dispatch('run_1', 3) }),
    },
    {
      claim: 'keeps no message behind a later one, nor behind itself',
      holds: ['NOT EXISTS outbox: p.seq<o.seq'],
      play: (history) => {
        history.submit('run_1');
        return {};
      },
      expected: rows({ message_id: dispatch('run_1', 1) }),
    },
  ],

  take_unsent: [
    {
      claim: 'takes the message that is named into hand and no other',
      holds: ['message_id=:message_id'],
      play: (history) => {
        history.submit('run_1');
        history.submit('run_2');
        return { message_id: dispatch('run_2', 1) };
      },
      expected: changes(`outbox ${dispatch('run_2', 1)}`),
    },
  ],

  number_outbox: [
    {
      claim: 'numbers the message of the run and place that are named and no other',
      holds: ["message_id=:run_id||':'||:seq||':runs.dispatch'"],
      play: (history) => {
        history.submit('run_1');
        history.submit('run_2');
        return { run_id: 'run_2', seq: 1, number: 7 };
      },
      expected: changes(`outbox ${dispatch('run_2', 1)}`),
    },
  ],

  mark: [
    {
      claim: 'marks the message that was sent and no other',
      holds: ['message_id=:message_id'],
      play: (history) => {
        history.submit('run_1');
        history.submit('run_2');
        return { message_id: dispatch('run_1', 1) };
      },
      expected: changes(`outbox ${dispatch('run_1', 1)}`),
    },
    {
      claim: 'refuses a message that was marked before',
      holds: ['sent=0'],
      play: (history) => {
        history.submit('run_1');
        history.pump();
        return { message_id: dispatch('run_1', 1) };
      },
      expected: nothing,
    },
  ],

  unsent_ahead: [
    {
      claim: 'leaves out a message whose time has come',
      holds: ['available_at>:now'],
      play: (history) => {
        retried(history, 'run_1');
        history.wait(RETRY_DELAY_MS);
        return {};
      },
      expected: nothing,
    },
    {
      claim: 'leaves out a message that was sent',
      holds: [],
      implied: 'sent=0',
      play: (history) => {
        history.submit('run_1');
        history.pump();
        return {};
      },
      expected: nothing,
    },
    {
      claim: 'finds a message that must wait',
      holds: [],
      play: (history) => {
        retried(history, 'run_1');
        return {};
      },
      expected: rows({ id: dispatch('run_1', 3), at: RETRY_DELAY_MS }),
    },
  ],
};
