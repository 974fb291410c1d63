// The files of the scenarios in full. They come with the engine, and not before.

import type { Locale, ScenarioWords } from '../scenario/words';
import type { Story } from './stories';

export interface Source {
  /** What stands in scenario.json. */
  readonly text: string;
  readonly words: Readonly<Record<Locale, ScenarioWords>>;
}

const files: Readonly<Record<string, string>> = import.meta.glob(
  '../../scenarios/*/{scenario,en,zh-CN}.json',
  { eager: true, query: '?raw', import: 'default' },
);

export function sourceOf({ file }: Pick<Story, 'file'>): Source {
  const textOf = (name: string): string => files[file.replace(/scenario(?=\.json$)/, name)] ?? '{}';
  const wordsIn = (locale: Locale): ScenarioWords => JSON.parse(textOf(locale)) as ScenarioWords;
  return { text: textOf('scenario'), words: { en: wordsIn('en'), 'zh-CN': wordsIn('zh-CN') } };
}
