// The words of a lesson, which lie in a scenario's language files under `lesson`, and what is missing there.

import type { ScenarioWords, Words } from '../scenario/words';
import type { Lesson } from './lesson';

export interface QuestionWords {
  readonly question: string;
  readonly options: Readonly<Record<string, string>>;
  /** Said once the engine has answered: why this one is true, or what speaks against it. */
  readonly because: Readonly<Record<string, string>>;
}

export interface GuardWords {
  readonly question: string;
  readonly guards: Readonly<Record<string, string>>;
  readonly because: Readonly<Record<string, string>>;
}

export interface LessonWords {
  readonly setting: string;
  readonly predict: QuestionWords;
  readonly goal: string;
  readonly lost: QuestionWords;
  readonly harm: string;
  readonly mend: GuardWords;
  readonly again?: QuestionWords;
  readonly rule: string;
  readonly transfer: GuardWords & { readonly rule: string };
  readonly cues: Readonly<Record<string, string>>;
  readonly hints: { readonly nudge: string; readonly look: string; readonly rule: string };
}

/** The words of a lesson that has all of them. */
export const lessonWords = ({ lesson }: ScenarioWords): LessonWords => lesson as unknown as LessonWords;

/** Paths of words that a lesson needs and a language does not have. */
export function missingWords(lesson: Lesson, words: ScenarioWords): readonly string[] {
  return neededBy(lesson).filter((path) => typeof at(words['lesson'] ?? '', path.split('.')) !== 'string');
}

function neededBy({ predict, lost, guards, again, transfer, cues }: Lesson): readonly string[] {
  const question = (place: string, options: object, what = 'options'): readonly string[] => [
    `${place}.question`,
    ...Object.keys(options).flatMap((key) => [`${place}.${what}.${key}`, `${place}.because.${key}`]),
  ];
  return [
    ...['setting', 'goal', 'harm', 'rule', 'transfer.rule', 'hints.nudge', 'hints.look', 'hints.rule'],
    ...question('predict', predict),
    ...question('lost', lost),
    ...question('mend', guards, 'guards'),
    ...(again === null ? [] : question('again', again.options)),
    ...question('transfer', transfer.guards, 'guards'),
    ...cues.map(({ key }) => `cues.${key}`),
  ];
}

function at(words: Words | string, path: readonly string[]): Words | string | undefined {
  const [key, ...rest] = path;
  if (key === undefined || typeof words === 'string') return key === undefined ? words : undefined;
  const inner = words[key];
  return inner === undefined ? undefined : at(inner, rest);
}
