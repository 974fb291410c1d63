// Every lesson, played on the engine: it keeps what its file promises, and a file that promises something else
// is found out.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Classroom } from '../../src/lesson/classroom';
import { type Lesson, lessonOf } from '../../src/lesson/lesson';
import { failuresOfLesson } from '../../src/lesson/proof';
import { finished } from '../../src/lesson/trial';
import { missingWords, surplusWords } from '../../src/lesson/words';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { parseWords } from '../../src/scenario/words';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());
const read = (folder: string, name: string) => {
  const file = `scenarios/${folder}/${name}.json`;
  return { file, text: readFileSync(file, 'utf8') };
};
const lessons = readdirSync('scenarios').flatMap((folder) => {
  const { file, text } = read(folder, 'scenario');
  const scenario = parseScenario(text, file, folder.replace(/^\d+-/, ''));
  const lesson = lessonOf(scenario);
  return lesson === null ? [] : [{ id: scenario.id, folder, scenario, lesson }];
});

describe.each(lessons)('the lesson of $id', ({ folder, scenario, lesson }) => {
  it('keeps what its file promises', () => {
    expect(failuresOfLesson(new Classroom(systems, scenario, lesson))).toEqual([]);
  });

  it('has all its words in both languages, and no others', () => {
    const words = parseWords({ en: read(folder, 'en'), 'zh-CN': read(folder, 'zh-CN') });
    for (const told of Object.values(words)) {
      expect(missingWords(scenario, told)).toEqual([]);
      expect(surplusWords(scenario, told)).toEqual([]);
    }
  });
});

describe('the trial of a guard', () => {
  const { scenario, lesson } = lessons.find(({ id }) => id === 'stale-version')!;
  const mended = { ...lesson.design.overrides, ...lesson.guards!['version']!.design };
  const runsWith = (faults: readonly string[]): number => {
    const room = new Classroom(systems, scenario, { ...lesson, faults });
    return finished(room.tryGuard(mended)).runs;
  };

  it('tries no order twice where nobody can be down, and restarts both at once and late where one can', () => {
    expect(runsWith([])).toBe(2);
    expect(runsWith(['crash:api'])).toBeGreaterThanOrEqual(4);
  });
});

describe('a lesson that promises something else', () => {
  const { scenario, lesson } = lessons.find(({ id }) => id === 'stale-version')!;
  // Whatever is not about guards tries none: their trials are what takes long.
  const transfer = { ...lesson.transfer!, guards: {} };
  const bare: Lesson = { ...lesson, guards: {}, transfer };
  const places = (change: Partial<Lesson>): readonly string[] =>
    failuresOfLesson(new Classroom(systems, scenario, { ...bare, ...change })).map(({ what }) => what);
  const never = { counters: { effects: 9 } };
  const always = { holds: ['S21'] };

  it.each<[string, Partial<Lesson>, readonly string[]]>([
    [
      'that a guard mends which does not',
      { guards: { fence: { ...lesson.guards!['fence']!, mends: true } } },
      ['lesson.mend.guards.fence.mends'],
    ],
    [
      'that a guard fails which mends',
      { guards: { version: { ...lesson.guards!['version']!, mends: false } } },
      ['lesson.mend.guards.version.mends'],
    ],
    ['harm that does not come', { break: { violated: ['S21'] } }, ['lesson.break']],
    ['an answer that never is true', { predict: { a: never, b: never } }, ['lesson.predict']],
    ['two answers that both are', { lost: { a: always, b: always } }, ['lesson.lost']],
    [
      'a question before a step that never comes',
      {
        guards: { version: lesson.guards!['version']! },
        again: { ...lesson.again!, before: { ...lesson.again!.before, nth: 7 } },
      },
      ['lesson.again.before'],
    ],
    [
      'a first run that breaks',
      {
        design: { name: 'naive', overrides: { 'run.update': 'last_write_wins' } },
        slow: [
          { actor: 'worker-1', operation: 'planOperation' },
          { actor: 'worker-2', operation: 'failExhausted' },
        ],
      },
      ['lesson.design'],
    ],
    [
      'another fault that breaks nothing',
      { transfer: { ...transfer, break: { violated: ['S21'] } } },
      ['lesson.transfer.break'],
    ],
  ])('%s is found out', (_what, change, expected) => {
    expect(places(change)).toEqual(expect.arrayContaining([...expected]));
  });
});
