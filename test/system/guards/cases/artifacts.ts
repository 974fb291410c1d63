// The table artifacts: what a run has made is found through that run and no other, since who may have it is
// asked about the run.

import { type Cases, nothing, rows } from '../guard-case';

export const artifactCases: Cases = {
  read_artifact: [
    {
      claim: 'finds nothing that another run has made',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.submit('run_1');
        history.submit('run_2');
        history.keep('run_2', 'art_1');
        return { run_id: 'run_1', artifact_id: 'art_1' };
      },
      expected: nothing,
    },
    {
      claim: 'finds what is named and nothing else of the run',
      holds: ['artifact_id=:artifact_id'],
      play: (history) => {
        history.submit('run_1');
        history.keep('run_1', 'art_1');
        history.keep('run_1', 'art_2');
        return { run_id: 'run_1', artifact_id: 'art_2' };
      },
      expected: rows({ artifact_id: 'art_2' }),
    },
  ],
  run_artifacts: [
    {
      claim: 'lists nothing that another run has made',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.submit('run_1');
        history.submit('run_2');
        history.keep('run_1', 'art_1');
        history.keep('run_2', 'art_2');
        return { run_id: 'run_1' };
      },
      expected: rows({ artifact_id: 'art_1' }),
    },
  ],
};
