// The checkpoint of a run: the steps that its log says are completed, with what came of them. It is what an attempt
// continues from; a page shows none of it (CONTRACT §1 rule 8).

import { only } from '../kernel/actor';
import { type Data, textOf } from '../kernel/json';
import type { Run } from '../kernel/store';

export interface CompletedStep {
  readonly stepKey: string;
  readonly tool: string;
  readonly output: string;
  readonly attemptId: string | null;
}

/** The completed steps of a run and of those that it goes on from, the earliest first. */
export function completedSteps(sql: Run, runId: string): readonly CompletedStep[] {
  const resumes = only(sql('read_run_input', { run_id: runId }))?.['resumes'];
  const before = typeof resumes === 'string' ? completedSteps(sql, resumes) : [];
  const own = sql('completed_steps', { run_id: runId }).map((row): CompletedStep => {
    const data = JSON.parse(String(row['payload'])) as Data;
    const [stepKey, tool, output] = [textOf(data, 'step_key'), textOf(data, 'tool'), textOf(data, 'output')];
    return { stepKey, tool, output, attemptId: row['attempt_id'] as string | null };
  });
  return [...before, ...own];
}
