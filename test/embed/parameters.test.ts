// What an author writes into the address of a frame, and what comes of it.
import { expect, test } from 'vitest';
import { askedBy } from '../../src/embed/parameters';
import { stories } from '../../src/ui/stories';

const scenario = 'crash-after-publish';
const asked = (query: string) => askedBy(`?scenario=${scenario}&${query}`, stories);
const wrong = (query: string) =>
  asked(query).wrong.map(({ parameter, found, taken }) => [parameter, found, taken]);

test('a scenario alone is enough: the moment that matters, in the reader’s language and light', () => {
  const { story, ...rest } = asked('');
  expect(story?.id).toBe(scenario);
  expect(rest).toEqual({
    ...{ design: null, start: 'moment', locale: null, theme: 'auto', link: null, wrong: [] },
  });
});

test('what is written as it should be is taken as it is', () => {
  expect(asked('design=safe&start=12&lang=zh-CN&theme=dark')).toMatchObject({
    ...{ design: 'safe', start: 12, locale: 'zh-CN', theme: 'dark', wrong: [] },
  });
});

test.each([
  ['design=Safe', ['design', 'Safe', 'safe']],
  ['design=mine', ['design', 'mine', null]],
  ['lang=zh', ['lang', 'zh', null]],
  ['lang=zh-cn', ['lang', 'zh-cn', 'zh-CN']],
  ['theme=drak', ['theme', 'drak', 'dark']],
  ['start=edn', ['start', 'edn', 'end']],
  ['start=-3', ['start', '-3', '0']],
  ['start=7.6', ['start', '7.6', '8']],
  ['start=', ['start', '', 'moment']],
  ['start=1e9', ['start', '1e9', 'moment']],
])('%s becomes the nearest that can be meant, and is said', (query, said) => {
  expect(wrong(query)).toEqual([said]);
});

test('a scenario that is not there stands for none, whatever else is asked', () => {
  const { story, wrong: said } = askedBy('?scenario=gone&r=abc&lang=en', stories);
  expect(story).toBeNull();
  expect(said).toEqual([
    { parameter: 'scenario', found: 'gone', choices: stories.map(({ id }) => id), taken: null },
  ]);
});

test('a link keeps its run, and a number says at which step to look', () => {
  expect(asked('r=eJyr').link).toBe(`#/run/${scenario}?r=eJyr`);
  expect(asked('r=eJyr&start=4').link).toBe(`#/run/${scenario}?r=eJyr&at=4`);
});
