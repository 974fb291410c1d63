// Which parts of a lesson go together. The whole arc has all of them but `again`; a short lesson goes from its
// moment to its rule and leaves out what was lost and the other fault; where nothing breaks there is nothing to
// mend either.

import type { Checked } from './name-checks';
import type { Problem } from './problem';
import type { LessonFile } from './lesson-schema';

type Part = keyof LessonFile;

/** What only the whole arc has. */
const LONG: readonly Part[] = ['lost', 'again', 'transfer'];
/** What a lesson with one of these has to have. */
const WHOLE: readonly Part[] = ['break', 'lost', 'mend', 'transfer', 'look'];
/** What makes no sense where nothing breaks. */
const BREAKING: readonly Part[] = ['break', 'lost', 'mend', 'again', 'transfer', 'look'];

/** Parts that a lesson lacks, or has and cannot use. */
export function formProblems({ source, file }: Checked, lesson: LessonFile): readonly Problem[] {
  const has = (part: Part): boolean => Object.hasOwn(lesson, part);
  const lacks = (parts: readonly Part[], expected: string): readonly Problem[] =>
    parts
      .filter((part) => !has(part))
      .map((part) => source.problem(['lesson', part], { found: 'nothing', expected }));
  const cannot = (expected: string): readonly Problem[] =>
    BREAKING.filter(has).map((part) => source.keyProblem(['lesson', part], { found: `"${part}"`, expected }));

  if (file.shows === 'same') return cannot('nothing to break or to mend where "shows" is "same"');
  const long = LONG.filter(has);
  if (long.length > 0) {
    const names = long.map((part) => `"${part}"`).join(' and ');
    return lacks(WHOLE, `the whole arc, as there is ${names}; a short lesson has no such part`);
  }
  if (has('break')) return lacks(['look'], 'where a hint makes the learner look');
  const breaks = Object.values(file.expect).some(({ violated }) => violated.length > 0);
  return [
    ...(breaks
      ? lacks(['break'], 'what counts as broken, as a design of this file is expected to break')
      : []),
    ...cannot('a lesson with "break"'),
  ];
}
