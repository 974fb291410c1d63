import { describe, expect, it } from 'vitest';
import { parseWords } from '../../src/scenario/words';
import { problemsOf } from './samples';

const words = (en: unknown, zh: unknown) =>
  parseWords({
    en: { file: 'en.json', text: typeof en === 'string' ? en : JSON.stringify(en) },
    'zh-CN': { file: 'zh-CN.json', text: typeof zh === 'string' ? zh : JSON.stringify(zh) },
  });
const good = { title: 'A', summary: 'B.' };

describe("a scenario's words", () => {
  it('are a title, a summary, and more in any depth', () => {
    expect(words({ ...good, cues: { a: 'x' } }, { ...good, cues: { a: 'y' } })['zh-CN']).toEqual({
      ...good,
      cues: { a: 'y' },
    });
  });

  it.each([
    [{ title: 'A' }, good, ['en.json:1:1 summary: found nothing; expected a summary']],
    [
      { ...good, title: 'x'.repeat(81) },
      good,
      ['en.json:1:10 title: found 81 characters; expected at most 80'],
    ],
    [{ ...good, title: '' }, good, ['en.json:1:10 title: found ""; expected words']],
    [[], good, ['en.json:1:1: found an empty list; expected an object of words']],
    [
      { ...good, cues: { a: 'x' } },
      { ...good, cuse: { a: 'x' } },
      [
        'en.json:1:1 cuse.a: found nothing; expected words, as in zh-CN.json; did you mean cues.a?',
        'zh-CN.json:1:1 cues.a: found nothing; expected words, as in en.json; did you mean cuse.a?',
      ],
    ],
    [
      { ...good, cues: [3] },
      good,
      [
        'en.json:1:36 cues: found a list of 1; expected words, or an object of words',
        'zh-CN.json:1:1 cues: found nothing; expected words, as in en.json',
      ],
    ],
    ['{', good, ['en.json:1:2: found the end of the file; expected a key in double quotes']],
  ])('%j is refused', (en, zh, messages) => {
    expect(problemsOf(() => words(en, zh))).toEqual(messages);
  });
});
