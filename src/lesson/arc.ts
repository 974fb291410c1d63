// How far a learner is in a lesson, as plain data: seven stages, what was answered in them, and whether help
// was taken that gives the answer away. What is right, the engine has said by the time it gets here.

/** The arc of every lesson, in order (DESIGN §6). */
export const STAGES = ['watch', 'predict', 'break', 'lost', 'mend', 'again', 'transfer'] as const;
export type Stage = (typeof STAGES)[number];

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

export const BEGUN: Arc = {
  ...{ stage: 'watch', isDone: false, predicted: null, lost: null, guard: null, again: null },
  ...{ transfer: null, isHelped: false },
};

/** The run without faults has been seen, or passed over. */
export const watched = (arc: Arc): Arc => ({ ...arc, stage: 'predict' });

export const predicted = (arc: Arc, chosen: string | null): Arc => ({
  ...{ ...arc, stage: 'break' },
  predicted: { chosen, truth: null },
});

/** What the prediction comes to in a run that is over or broken. */
export function answered(arc: Arc, truth: string | null): Arc {
  return arc.predicted === null ? arc : { ...arc, predicted: { ...arc.predicted, truth } };
}

export const broke = (arc: Arc, truth: string | null): Arc => ({ ...answered(arc, truth), stage: 'lost' });

/** A wrong answer stays where it is, to be told why; the right one leads on. */
export function named(arc: Arc, chosen: string, truth: string | null): Arc {
  return { ...arc, lost: { chosen, truth }, stage: chosen === truth ? 'mend' : 'lost' };
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

export const transferred = (arc: Arc): Arc => ({ ...arc, stage: 'transfer', transfer: null });

export function transferJudged(arc: Arc, transfer: Judged): Arc {
  return { ...arc, transfer, isDone: transfer.breach === null };
}

export const helped = (arc: Arc): Arc => ({ ...arc, isHelped: true });

/** How many of the stages lie behind. */
export function stagesDone({ stage, isDone }: Arc): number {
  return isDone ? STAGES.length : STAGES.indexOf(stage);
}
