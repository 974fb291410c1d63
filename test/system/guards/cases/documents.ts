// The table documents: a text is found by its run, and only the question that it speaks of follows it.

import { type Cases, changes, rows } from '../guard-case';

export const documentCases: Cases = {
  read_document: [
    {
      claim: 'finds the text of the run that is named and no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.once('write_document', { run_id: 'run_1', body: '{"progress":1}' });
        history.once('write_document', { run_id: 'run_2', body: '{"progress":2}' });
        return { run_id: 'run_2' };
      },
      expected: rows({ body: '{"progress":2}' }),
    },
  ],
  show_decision: [
    {
      claim: 'writes to the question that is named and to no other',
      holds: ['approval_id=:approval_id'],
      play: (history) => {
        history.propose(history.held('run_1'));
        history.propose(history.held('run_2'));
        return { approval_id: 'apr_op_run_2_s1', status: 'withdrawn', decided_by: null };
      },
      expected: changes('approvals apr_op_run_2_s1'),
    },
  ],
};
