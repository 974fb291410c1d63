// What the page and its scenarios say, for tests that look for things by their names.
import { readdirSync, readFileSync } from 'node:fs';
import type { Messages } from '../../src/i18n/en';
import { exploreWordsIn, type ExploreWords } from '../../src/i18n/explore';
import { mapsWordsIn, type MapsWords } from '../../src/i18n/maps';
import { type Locale, messagesIn } from '../../src/i18n/messages';
import { type LessonWords, lessonWords } from '../../src/lesson/words';
import type { ScenarioFile } from '../../src/scenario/schema';
import type { ScenarioWords, Words } from '../../src/scenario/words';

export const LOCALES: readonly Locale[] = ['en', 'zh-CN'];

const folders = readdirSync('scenarios');

export const SCENARIOS: readonly string[] = folders.map((folder) => folder.replace(/^\d+-/, ''));

/** The words of a lesson with the whole arc. */
type Whole = Required<Omit<LessonWords, 'again'>> & Pick<LessonWords, 'again'>;

/** What a scenario's folder says, in a language. */
export interface Told {
  readonly title: string;
  /** What designs but a naive and a safe one are called. */
  readonly designs: Words;
  readonly lesson: Whole;
  readonly page: Messages & { readonly maps: MapsWords; readonly explore: ExploreWords };
}

export function told(id: string, locale: Locale): Told {
  const words = JSON.parse(textOf(id, locale)) as ScenarioWords;
  const page = { ...messagesIn(locale), maps: mapsWordsIn(locale), explore: exploreWordsIn(locale) };
  const designs = (words['designs'] ?? {}) as Words;
  return { title: words.title, designs, lesson: lessonWords(words) as Whole, page };
}

export const fileOf = (id: string): ScenarioFile => JSON.parse(textOf(id, 'scenario')) as ScenarioFile;

function textOf(id: string, name: string): string {
  const folder = folders.find((one) => one.replace(/^\d+-/, '') === id) ?? id;
  return readFileSync(`scenarios/${folder}/${name}.json`, 'utf8');
}
