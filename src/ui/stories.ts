// The scenarios that are built into the page, in the order of their folders' numbers, as far as a page needs
// them before the engine is there: what they are called, and what stands on their stage. Their files are
// checked by the tests, and read in full by the engine.

import type { Design } from '../kernel/decision';
import type { Scenario } from '../scenario/scenario';
import type { Locale, ScenarioWords } from '../scenario/words';

export interface ChosenDesign {
  /** As in the scenario's file; `custom` for the design of a link that no name fits. */
  readonly name: string;
  /** What it has in place of the safe alternatives. */
  readonly overrides: Design;
}

/** The whole arc, or a short one. */
export type LessonKind = 'whole' | 'short';

export interface Story extends Pick<Scenario, 'id' | 'course' | 'source' | 'stage'> {
  /** Null where the scenario has no lesson. */
  readonly lesson: LessonKind | null;
  readonly designs: readonly ChosenDesign[];
  readonly words: Readonly<Record<Locale, ScenarioWords>>;
  /** The scenario's file and what stands in it. */
  readonly file: string;
  readonly text: string;
}

const files: Readonly<Record<string, string>> = import.meta.glob(
  '../../scenarios/*/{scenario,en,zh-CN}.json',
  { eager: true, query: '?raw', import: 'default' },
);

const FILE = /^(.*\/\d+-([^/]+))\/scenario\.json$/;

export const stories: readonly Story[] = Object.keys(files)
  .toSorted()
  .flatMap((file) => {
    const [, folder, id] = FILE.exec(file) ?? [];
    return folder === undefined || id === undefined ? [] : [storyIn(folder, id)];
  });

interface Outline extends Pick<Story, 'course' | 'stage'> {
  readonly source?: string;
  readonly lesson?: { readonly transfer?: unknown };
  readonly designs: Readonly<Record<string, Design & { readonly unmatched?: unknown }>>;
}

function storyIn(folder: string, id: string): Story {
  const textOf = (name: string): string => files[`${folder}/${name}.json`] ?? '{}';
  const wordsIn = (locale: Locale): ScenarioWords => JSON.parse(textOf(locale)) as ScenarioWords;
  const text = textOf('scenario');
  const { course, stage, designs, lesson, source = null } = JSON.parse(text) as Outline;
  const kind = lesson?.transfer === undefined ? 'short' : 'whole';
  return {
    ...{ id, course, source, stage, text, file: `${folder}/scenario.json` },
    lesson: lesson === undefined ? null : kind,
    words: { en: wordsIn('en'), 'zh-CN': wordsIn('zh-CN') },
    designs: Object.entries(designs).map(([name, { unmatched: _unmatched, ...overrides }]) => {
      return { name, overrides };
    }),
  };
}
