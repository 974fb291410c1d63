// How far a learner is in a lesson, as plain data: the stage, what was answered so far, and whether help was
// taken that gives the answer away. What is right, the engine has said by the time it gets here.

/**
 * The whole arc (DESIGN §6) goes from a run that is watched to one on the learner's own. A short lesson goes
 * from its setting to its rule; where nothing breaks, through a run and the same in the other design.
 */
export type Stage =
  | 'watch'
  | 'setting'
  | 'predict'
  | 'break'
  | 'run'
  | 'lost'
  | 'mend'
  | 'again'
  | 'other'
  | 'transfer'
  | 'rule';

export interface Answer {
  /** Null where the question was passed over. */
  readonly chosen: string | null;
  /** What the engine says; null until it can tell, or where none of the options came true. */
  readonly truth: string | null;
}

/** What became of a guard: the same faults, and every order of the staged ones within the trial's bounds. */
export interface Judged {
  readonly guard: string;
  /** The property that breaks all the same, with the actions that lead there; null where it mends. */
  readonly breach: { readonly property: string; readonly path: readonly string[] } | null;
}

export interface Arc {
  /** The stages of this lesson, in order. */
  readonly stages: readonly Stage[];
  readonly stage: Stage;
  /** The last stage is behind. */
  readonly isDone: boolean;
  readonly predicted: Answer | null;
  readonly lost: Answer | null;
  readonly guard: Judged | null;
  readonly again: Answer | null;
  readonly transfer: Judged | null;
  /** The next useful step was shown: the lesson can be finished, and does not count as solved. */
  readonly isHelped: boolean;
}

export function begun(stages: readonly Stage[], isHelped = false): Arc {
  const answers = { predicted: null, lost: null, guard: null, again: null, transfer: null };
  return { ...answers, stages, stage: stages[0]!, isDone: false, isHelped };
}

/** Where the lesson began has been seen, or passed over. */
export const opened = (arc: Arc): Arc => after(arc, arc.stages[0]!);

export const predicted = (arc: Arc, chosen: string | null): Arc =>
  after({ ...arc, predicted: { chosen, truth: null } }, 'predict');

/** What the prediction comes to in a run that is over or broken. */
export function answered(arc: Arc, truth: string | null): Arc {
  return arc.predicted === null ? arc : { ...arc, predicted: { ...arc.predicted, truth } };
}

/** The learner's run has come to what its stage wants: it broke, or has been seen to its end. */
export const reached = (arc: Arc, truth: string | null): Arc => after(answered(arc, truth), arc.stage);

/** A wrong answer stays where it is, to be told why; the right one leads on. */
export function named(arc: Arc, chosen: string, truth: string | null): Arc {
  const said = { ...arc, lost: { chosen, truth } };
  return chosen === truth ? after(said, 'lost') : { ...said, stage: 'lost' };
}

/** The same faults run again under a guard; what it is worth comes later. */
export const retried = (arc: Arc): Arc => ({ ...arc, stage: 'again', guard: null, again: null });

export const guessed = (arc: Arc, chosen: string | null, truth: string | null): Arc => ({
  ...arc,
  again: { chosen, truth },
});

export function judged(arc: Arc, guard: Judged): Arc {
  return { ...arc, guard };
}

/** Back to choosing: the guard that was tried did not mend. */
export const chooseAnother = (arc: Arc): Arc => ({ ...arc, stage: 'mend' });

/** The last run of a short lesson has been seen. */
export const concluded = (arc: Arc): Arc => after(arc, arc.stage);

export const transferred = (arc: Arc): Arc => ({ ...arc, stage: 'transfer', transfer: null });

export function transferJudged(arc: Arc, transfer: Judged): Arc {
  return { ...arc, transfer, isDone: transfer.breach === null };
}

export const helped = (arc: Arc): Arc => ({ ...arc, isHelped: true });

/** How many of the stages lie behind. */
export function stagesDone({ stages, stage, isDone }: Arc): number {
  return isDone ? stages.length : stages.indexOf(stage);
}

/** The stage that follows one; a rule is only read, so it is the end. */
function after(arc: Arc, behind: Stage): Arc {
  const stage = arc.stages[arc.stages.indexOf(behind) + 1] ?? behind;
  return { ...arc, stage, isDone: stage === 'rule' };
}
