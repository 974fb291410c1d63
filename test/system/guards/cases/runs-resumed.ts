// The tables runs and operations, where an interrupted run goes on as another one (resume.mode=new_run).

import { type Cases, nothing, rows } from '../guard-case';
import type { History } from '../history';

/** A run that has asked, and is over. */
function interrupted(history: History, run: string): void {
  const reading = history.held(run);
  history.plan(reading);
  history.once('interrupt', reading);
}

export const resumedCases: Cases = {
  resume_run: [
    {
      claim: 'goes on where the run that is named has ended, and no other',
      holds: ['run_id=:resumed'],
      play: (history) => {
        history.held('run_1');
        interrupted(history, 'run_2');
        return { run_id: 'run_3', resumed: 'run_1' };
      },
      expected: nothing,
    },
    {
      claim: 'makes no other run of one that waits',
      holds: ["status='interrupted'"],
      play: (history) => {
        history.propose(history.held('run_1'));
        return { run_id: 'run_3', resumed: 'run_1' };
      },
      expected: nothing,
    },
  ],
  resumed_run: [
    {
      claim: 'finds the run that goes on where the named one has ended',
      holds: ['resumes=:run_id'],
      play: (history) => {
        for (const run of ['run_1', 'run_2']) interrupted(history, run);
        history.once('resume_run', { run_id: 'run_3', resumed: 'run_1' });
        history.once('resume_run', { run_id: 'run_4', resumed: 'run_2' });
        return { run_id: 'run_2' };
      },
      expected: rows({ run_id: 'run_4' }),
    },
  ],
  hand_over: [
    {
      claim: 'hands over nothing that another run has planned',
      holds: ['run_id=:resumed'],
      play: (history) => {
        interrupted(history, 'run_1');
        history.once('interrupt', history.held('run_2'));
        history.once('resume_run', { run_id: 'run_3', resumed: 'run_2' });
        return { run_id: 'run_3', resumed: 'run_2' };
      },
      expected: nothing,
    },
    {
      claim: 'leaves what is settled where it was done',
      holds: ["status='planned'"],
      play: (history) => {
        const reading = history.held('run_1');
        history.commit(reading, history.called(reading));
        history.once('interrupt', reading);
        history.once('resume_run', { run_id: 'run_3', resumed: 'run_1' });
        return { run_id: 'run_3', resumed: 'run_1' };
      },
      expected: nothing,
    },
  ],
};
