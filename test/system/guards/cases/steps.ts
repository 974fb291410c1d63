// The steps of a run: a budget that they are spent from, and the log that holds those that are completed.

import type { StatementName } from '../../../../src/system/sql/statements';
import { type Cases, changes, type GuardCase, nothing, rows } from '../guard-case';
import type { History } from '../history';
import type { Reading } from '../reading';
import { cancelledSince, letGo, overtaken } from '../outdated';

/** As many as a task may take that asks for no other number. */
const STEPS = 20;

function spend(history: History, reading: Reading): Reading {
  history.once('spend_step', reading);
  return history.readAgain(reading);
}

/** An event at this place, which is the next one. */
const told = (history: History, run_id: string, seq: number, type = 'step.completed'): void => {
  history.once('advance', { run_id });
  history.once('insert_event', { run_id, seq, type, attempt_id: 'a', fence: null, payload: '{}' });
};

/** A run that has completed a step at 3, and one that has completed none. */
function stepped(history: History): Reading {
  const reading = history.held('run_1');
  history.held('run_2');
  told(history, 'run_1', 3);
  return reading;
}

const ended = (how: string, end: (history: History, reading: Reading) => void): GuardCase => ({
  claim: `finds no step of a run that is ${how}`,
  holds: [`r.status NOT IN '${how}'`],
  play: (history) => {
    end(history, stepped(history));
    return { run_id: 'run_1' };
  },
  expected: nothing,
});

const ofTheRun = (statement: StatementName): readonly GuardCase[] => [
  {
    claim: 'finds steps of the run that is named and of no other',
    holds: [statement === 'first_step' ? 'e.run_id=:run_id' : 'run_id=:run_id'],
    play: (history) => {
      stepped(history);
      return { run_id: 'run_2' };
    },
    expected: nothing,
  },
  {
    claim: 'finds steps and no other events',
    holds: [statement === 'first_step' ? "e.type='step.completed'" : "type='step.completed'"],
    play: (history) => {
      stepped(history);
      return { run_id: 'run_1' };
    },
    expected: rows({ seq: 3 }),
  },
];

export const stepCases: Cases = {
  spend_step: [
    {
      claim: 'takes a step from the run that is held and from no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.held('run_2');
        return history.held('run_1');
      },
      expected: changes('runs run_1'),
    },
    {
      claim: 'refuses a worker whose run was taken over',
      holds: [],
      implied: 'fence=:fence',
      play: overtaken,
      expected: nothing,
    },
    {
      claim: 'refuses a worker that has let the run go',
      holds: [],
      implied: "status='running'",
      play: letGo,
      expected: nothing,
    },
    {
      claim: 'refuses a holder that has not seen that a person cancelled',
      holds: ['version=:version'],
      play: cancelledSince,
      expected: nothing,
    },
    {
      claim: 'gives the last step, and the version that it came to',
      holds: [],
      play: (history) => {
        let reading = history.held('run_1');
        for (let step = 1; step < STEPS; step++) reading = spend(history, reading);
        return reading;
      },
      expected: { rows: [{ version: 2 + STEPS }], changes: ['runs run_1'] },
    },
    {
      claim: 'refuses where no step is left',
      holds: ['budget_steps>0'],
      play: (history) => {
        let reading = history.held('run_1');
        for (let step = 1; step <= STEPS; step++) reading = spend(history, reading);
        return reading;
      },
      expected: nothing,
      caughtBy: 'runs_budget',
    },
  ],
  completed_steps: ofTheRun('completed_steps'),
  first_step: [
    ...ofTheRun('first_step'),
    {
      claim: 'finds the first of them',
      holds: [],
      play: (history) => {
        stepped(history);
        told(history, 'run_1', 4);
        return { run_id: 'run_1' };
      },
      expected: rows({ seq: 3 }),
    },
    {
      claim: 'asks whether its own run has ended and not whether another one has',
      holds: ['r.run_id=e.run_id', "r.status NOT IN ('succeeded','failed','cancelled')"],
      play: (history) => {
        history.fail(stepped(history));
        return { run_id: 'run_1' };
      },
      expected: nothing,
    },
    ended('succeeded', (history, reading) => {
      history.commit(reading, history.called(reading));
      history.succeed(reading);
    }),
    ended('failed', (history, reading) => history.fail(reading)),
    ended('cancelled', (history, reading) => {
      history.cancel('run_1');
      history.once('finish_cancelled', history.readAgain(reading));
    }),
  ],
};
