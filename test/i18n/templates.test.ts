// What can be held about the words without running anything: that both languages have the same, and that
// sentences keep to the form that the page counts on.
import { describe, expect, it } from 'vitest';
import { exploreWordsIn } from '../../src/i18n/explore';
import { mapsWordsIn } from '../../src/i18n/maps';
import { LOCALES, type Locale, messagesIn } from '../../src/i18n/messages';
import { partsOf, placesOf, textOf } from '../../src/ui/sentence/parts';

type Words = Readonly<Record<string, string>>;

const [english, chinese] = LOCALES.map((locale) => ({
  ...messagesIn(locale),
  ...{ maps: mapsWordsIn(locale), explore: exploreWordsIn(locale) },
}));
const TABLES = ['says', 'briefs', 'acts', 'due'] as const;
const words = (locale: Locale, table: (typeof TABLES)[number]): Words => messagesIn(locale)[table];
const keysWhere = (table: Words, isWrong: (template: string, key: string) => boolean): readonly string[] =>
  Object.entries(table)
    .filter(([key, template]) => isWrong(template, key))
    .map(([key]) => key);

/** A template as long as it is with a value of this length in each of its places. */
const filled = (template: string, length: number): string =>
  textOf(partsOf(template, Object.fromEntries(placesOf(template).map((name) => [name, 'x'.repeat(length)]))));

describe('both languages', () => {
  it('have the same keys, and the same kind of entry under each, at every depth', () => {
    expect(shapeOf(chinese)).toEqual(shapeOf(english));
  });

  it.each(TABLES)('ask for the same values in %s', (table) => {
    const places = (locale: Locale) =>
      Object.entries(words(locale, table)).map(([key, template]) => [key, placesOf(template).toSorted()]);
    expect(places('zh-CN')).toEqual(places('en'));
  });
});

describe.each(LOCALES)('a narration in %s', (locale) => {
  const { says } = messagesIn(locale);

  it('marks the half that names the effect, and only that', () => {
    expect(keysWhere(says, (template) => !/^[^[\]]+\[\[[^[\]]+[.。]\]\]$/.test(template))).toEqual([]);
  });

  it('has at most two sentences', () => {
    const sentences = (template: string) => filled(template, 1).match(/[.。]( |$|(?<=。))/g)?.length ?? 0;
    expect(keysWhere(says, (template) => sentences(template) > 2)).toEqual([]);
  });

  it('has at most 30 words, or 55 characters in Chinese, with its subject', () => {
    const isLong = (template: string) =>
      locale === 'en'
        ? `worker-1 ${filled(template, 8)}`.split(/\s+/).length > 30
        : `worker-1 ${filled(template, 5)}`.length > 55;
    expect(keysWhere(says, isLong)).toEqual([]);
  });

  it('does not call a fault an error or promise delivery exactly once', () => {
    const banned = /error|exactly once|simply|!|错误|恰好一次|简单地|！/i;
    for (const table of TABLES)
      expect(keysWhere(words(locale, table), (text) => banned.test(text))).toEqual([]);
  });
});

describe.each(LOCALES)('a brief in %s', (locale) => {
  const briefs = words(locale, 'briefs');
  const longest = locale === 'en' ? 46 : 24;

  it('fits the end of a row', () => {
    expect(keysWhere(briefs, (template) => filled(template, 8).length > longest)).toEqual([]);
  });

  it('is neither marked nor a full sentence', () => {
    expect(keysWhere(briefs, (template) => /\[\[|[.。]$/.test(template))).toEqual([]);
  });
});

describe.each(LOCALES)('a choice in %s', (locale) => {
  it('is as short as a brief, and no full sentence', () => {
    const longest = locale === 'en' ? 46 : 24;
    const isWrong = (template: string) =>
      filled(template, 8).length > longest || /\[\[|[.。]$/.test(template);
    expect(keysWhere(words(locale, 'acts'), isWrong)).toEqual([]);
  });
});

describe('Chinese', () => {
  const texts = textsOf(chinese).map((text) => text.replaceAll(/\[\[|\]\]/g, ''));
  const wrong = (pattern: RegExp) => texts.filter((text) => pattern.test(text));

  it('has no space beside full-width punctuation', () => {
    expect(wrong(/ [，。：；！？、（）“”《》…]|[，。：；！？、（）“”《》] /)).toEqual([]);
  });

  it('has one space between Han and Latin or a digit', () => {
    expect(wrong(/\p{Script=Han}\w|\w\p{Script=Han}|\p{Script=Han} {2}| {2}\p{Script=Han}/u)).toEqual([]);
  });

  it.each(TABLES)('has one space between Han and a value of the engine in %s', (table) => {
    const isWrong = (text: string) => /\p{Script=Han}\{|\}\p{Script=Han}/u.test(text);
    expect(keysWhere(words('zh-CN', table), isWrong)).toEqual([]);
  });

  it('has full-width punctuation beside Han', () => {
    expect(wrong(/\p{Script=Han} ?[,;:?!()."]|[,;:?!(")] ?\p{Script=Han}/u)).toEqual([]);
  });
});

/** A catalogue with each of its texts replaced by the kind of entry it is. */
function shapeOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return typeof entry;
  if (Array.isArray(entry)) return entry.map(shapeOf);
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, shapeOf(value)]));
}

/** Every text of a catalogue; a function is asked for its text with a Latin word for each value. */
function textsOf(entry: unknown): readonly string[] {
  if (typeof entry === 'string') return [entry];
  if (typeof entry === 'function') {
    const text: unknown = (entry as (values: unknown) => unknown)(new Proxy({}, { get: () => 'x1' }));
    return typeof text === 'string' ? [text] : [];
  }
  if (typeof entry !== 'object' || entry === null) return [];
  return Object.values(entry).flatMap(textsOf);
}
