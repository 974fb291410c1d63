// The scenarios that are built into the page, in the order of their folders' numbers, as far as a page needs
// them before the engine is there: what they are called, and what stands on their stage. What they are about
// comes with whoever shows it (summaries.ts). Their files are checked by the tests, and read in full by the engine
// (sources.ts).

import type { Design } from '../kernel/decision';
import type { Scenario } from '../scenario/scenario';
import type { Locale } from '../scenario/words';

export interface ChosenDesign {
  /** As in the scenario's file; `custom` for the design of a link that no name fits. */
  readonly name: string;
  /** What it has in place of the safe alternatives. */
  readonly overrides: Design;
}

/** The whole arc, or a short one. */
export type LessonKind = 'whole' | 'short';

interface Told {
  readonly title: string;
  /** What its designs are called, naive and safe apart. */
  readonly designs?: Readonly<Record<string, string>>;
}

export interface Story extends Pick<Scenario, 'id' | 'course' | 'source' | 'stage'> {
  /** Null where the scenario has no lesson. */
  readonly lesson: LessonKind | null;
  readonly designs: readonly ChosenDesign[];
  readonly words: Readonly<Record<Locale, Told>>;
  /** Where its file lies. */
  readonly file: string;
}

interface Outline extends Pick<Story, 'course' | 'source' | 'stage' | 'lesson'> {
  readonly designs: Readonly<Record<string, Design & { readonly unmatched?: unknown }>>;
}

const files: Readonly<Record<string, unknown>> = import.meta.glob(
  '../../scenarios/*/{scenario,en,zh-CN}.json',
  { eager: true, query: '?outline', import: 'default' },
);

const FILE = /^(.*\/\d+-([^/]+))\/scenario\.json$/;

export const stories: readonly Story[] = Object.keys(files)
  .toSorted()
  .flatMap((file) => {
    const [, folder, id] = FILE.exec(file) ?? [];
    return folder === undefined || id === undefined ? [] : [storyIn(folder, id)];
  });

function storyIn(folder: string, id: string): Story {
  const toldIn = (locale: Locale): Told => (files[`${folder}/${locale}.json`] ?? { title: id }) as Told;
  const { designs, ...outline } = files[`${folder}/scenario.json`] as Outline;
  return {
    ...{ id, ...outline, file: `${folder}/scenario.json` },
    words: { en: toldIn('en'), 'zh-CN': toldIn('zh-CN') },
    designs: Object.entries(designs).map(([name, { unmatched: _unmatched, ...overrides }]) => {
      return { name, overrides };
    }),
  };
}
