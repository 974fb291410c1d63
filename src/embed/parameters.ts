// What the address of a frame asks for. Whoever wrote it sees the player and no console: what cannot be meant
// becomes the nearest that can, and is said.

import { nearest } from '../scenario/nearest';
import { type Locale, LOCALES } from '../scenario/words';
import type { Story } from '../ui/stories';

/** The moment that matters in the lesson, or a step of the scenario's own run. */
export type Start = 'moment' | 'end' | number;
export type Theme = 'light' | 'dark' | 'auto';

/** A value that cannot be meant. */
export interface Wrong {
  readonly parameter: string;
  readonly found: string;
  /** What would be right. */
  readonly choices: readonly string[];
  /** What stands in its place; null where nothing can. */
  readonly taken: string | null;
}

export interface Asked {
  /** Null where there is no such scenario. */
  readonly story: Story | null;
  /** Null for that of the lesson. */
  readonly design: string | null;
  readonly start: Start;
  /** Null for what the reader's browser prefers. */
  readonly locale: Locale | null;
  readonly theme: Theme;
  /** The fragment of a link to a run. */
  readonly link: string | null;
  readonly wrong: readonly Wrong[];
}

const THEMES = ['light', 'dark', 'auto'] as const;
const STARTS = ['moment', 'end'] as const;

export function askedBy(query: string, stories: readonly Story[]): Asked {
  const values = new URLSearchParams(query);
  const wrong: Wrong[] = [];
  const story = storyIn(values.get('scenario'), stories, wrong);
  const oneOf = <T extends string>(parameter: string, choices: readonly T[], usual: T | null): T | null => {
    const found = values.get(parameter);
    if (found === null) return usual;
    const exact = choices.find((choice) => choice === found);
    if (exact !== undefined) return exact;
    const near = choices.find((choice) => choice === nearest(found, choices)) ?? usual;
    wrong.push({ parameter, found, choices, taken: near });
    return near;
  };
  const designs = story?.designs.map(({ name }) => name) ?? [];
  return {
    story,
    design: story === null ? null : oneOf('design', designs, null),
    start: startIn(values.get('start'), wrong),
    locale: oneOf('lang', LOCALES, null),
    theme: oneOf('theme', THEMES, 'auto') ?? 'auto',
    link: linkIn(values, story),
    wrong,
  };
}

function storyIn(found: string | null, stories: readonly Story[], wrong: Wrong[]): Story | null {
  const story = stories.find(({ id }) => id === found);
  if (story !== undefined) return story;
  wrong.push({
    parameter: 'scenario',
    found: found ?? '',
    choices: stories.map(({ id }) => id),
    taken: null,
  });
  return null;
}

function startIn(found: string | null, wrong: Wrong[]): Start {
  if (found === null || found === 'moment') return 'moment';
  if (found === 'end') return 'end';
  if (/^\d{1,5}$/.test(found)) return Number(found);
  const near = /^[-+.\d]+$/.test(found) ? stepNear(Number(found)) : nearest(found, STARTS);
  const taken = near === 'end' || typeof near === 'number' ? near : 'moment';
  wrong.push({ parameter: 'start', found, choices: [...STARTS, '0 …'], taken: String(taken) });
  return taken;
}

const stepNear = (found: number): number | undefined =>
  Number.isNaN(found) ? undefined : Math.min(99_999, Math.max(0, Math.round(found)));

/** A link says itself which design it is of. */
function linkIn(values: URLSearchParams, story: Story | null): string | null {
  const run = values.get('r');
  if (run === null || story === null) return null;
  const step = /^\d{1,5}$/.exec(values.get('start') ?? '')?.[0];
  return `#/run/${story.id}?r=${run}${step === undefined ? '' : `&at=${step}`}`;
}
