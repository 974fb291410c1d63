// The words of a scenario and its lesson in one of its language files, and what is missing there.

import type { Scenario } from '../scenario/scenario';
import { isNamedByScenario, REQUIRED, type ScenarioWords, type Words } from '../scenario/words';
import { type Lesson, lessonOf } from './lesson';

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

/** What a short lesson leaves out is missing. */
export interface LessonWords {
  readonly setting: string;
  readonly predict: QuestionWords;
  readonly goal?: string;
  readonly lost?: QuestionWords;
  readonly harm?: string;
  readonly mend?: GuardWords;
  readonly again?: QuestionWords;
  readonly rule: string;
  readonly transfer?: GuardWords & { readonly rule: string };
  readonly cues?: Readonly<Record<string, string>>;
  readonly hints?: { readonly nudge: string; readonly look: string; readonly rule: string };
}

/** The words of a lesson that has all of them. */
export const lessonWords = ({ lesson }: ScenarioWords): LessonWords => lesson as unknown as LessonWords;

/** Paths of words that a scenario needs and a language does not have. */
export function missingWords(scenario: Scenario, words: ScenarioWords): readonly string[] {
  return neededBy(scenario).filter((path) => typeof at(words, path.split('.')) !== 'string');
}

/** Paths of words, or of whole groups of them, that no part of the scenario says. */
export function surplusWords(scenario: Scenario, words: ScenarioWords): readonly string[] {
  const needed = neededBy(scenario);
  const isNeeded = (path: string): boolean =>
    needed.some((one) => one === path || one.startsWith(`${path}.`));
  const surplusIn = (group: Words | string, path: string): readonly string[] =>
    typeof group === 'string'
      ? []
      : Object.entries(group).flatMap(([key, inner]) => {
          const place = path === '' ? key : `${path}.${key}`;
          return isNeeded(place) ? surplusIn(inner, place) : [place];
        });
  return surplusIn(words, '');
}

function neededBy(scenario: Scenario): readonly string[] {
  const designs = scenario.designs.map(({ name }) => name).filter(isNamedByScenario);
  return [
    ...REQUIRED,
    ...designs.map((name) => `designs.${name}`),
    ...neededByLesson(lessonOf(scenario)).map((path) => `lesson.${path}`),
  ];
}

function neededByLesson(lesson: Lesson | null): readonly string[] {
  if (lesson === null) return [];
  const { predict, lost, guards, again, transfer, cues } = lesson;
  const question = (place: string, options: object | undefined, what = 'options'): readonly string[] =>
    options === undefined
      ? []
      : [
          `${place}.question`,
          ...Object.keys(options).flatMap((key) => [`${place}.${what}.${key}`, `${place}.because.${key}`]),
        ];
  return [
    ...['setting', 'rule'],
    ...(lesson.break === null ? [] : ['goal', 'harm', 'hints.nudge', 'hints.look', 'hints.rule']),
    ...question('predict', predict),
    ...question('lost', lost ?? undefined),
    ...question('mend', guards ?? undefined, 'guards'),
    ...question('again', again?.options),
    ...question('transfer', transfer?.guards, 'guards'),
    ...(transfer === null ? [] : ['transfer.rule']),
    ...cues.map(({ key }) => `cues.${key}`),
  ];
}

function at(words: Words | string, path: readonly string[]): Words | string | undefined {
  const [key, ...rest] = path;
  if (key === undefined || typeof words === 'string') return key === undefined ? words : undefined;
  const inner = words[key];
  return inner === undefined ? undefined : at(inner, rest);
}
