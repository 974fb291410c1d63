import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/kernel/json';
import { Classroom } from '../../src/lesson/classroom';
import { lessonOf } from '../../src/lesson/lesson';
import { failuresOfLesson } from '../../src/lesson/proof';
import { missingWords, surplusWords } from '../../src/lesson/words';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import type { ScenarioWords, Words } from '../../src/scenario/words';
import { openSqlite } from '../../src/sqlite/open';
import { problemsOf } from '../scenario/samples';
import { ALL, byFault, byItself, changed, type File, mended, nothing, type Short } from './short';

const systems = new Systems(await openSqlite());
const scenarioOf = (file: File) => parseScenario(JSON.stringify(file), 's.json', 'short');
const failuresIn = (file: File): readonly string[] => {
  const scenario = scenarioOf(file);
  const failures = failuresOfLesson(new Classroom(systems, scenario, lessonOf(scenario)!));
  return failures.map(({ what }) => what);
};
/** Places and what would be right, without the columns of a file that has one line. */
const problemsIn = (file: File): readonly string[] =>
  problemsOf(() => scenarioOf(file)).map((problem) => problem.replace(/^s\.json:1:\d+ /, ''));

describe('a short lesson', () => {
  it.each<[string, Short, readonly string[]]>([
    ['breaks and is told why', byFault, ['setting', 'predict', 'break', 'rule']],
    ['breaks without a fault', byItself, ['setting', 'predict', 'break', 'rule']],
    ['breaks and is mended', mended, ['setting', 'predict', 'break', 'mend', 'again', 'rule']],
    ['breaks nothing', nothing, ['setting', 'predict', 'run', 'other', 'rule']],
  ])('that %s goes through its own stages', (_what, { file }, stages) => {
    expect(lessonOf(scenarioOf(file))!.stages).toEqual(stages);
  });

  it.each(ALL)('keeps what its file promises ($id)', ({ file }) => {
    expect(failuresIn(file)).toEqual([]);
  });

  it('compares no designs where the file has one', () => {
    const { safe } = nothing.file['expect'] as { readonly safe: Json };
    const alone = { ...nothing.file, designs: { safe: {} }, expect: { safe } };
    expect(lessonOf(scenarioOf(alone))!.stages).toEqual(['setting', 'predict', 'run', 'rule']);
    expect(failuresIn(alone)).toEqual([]);
  });

  it('may compare what designs cost, where they differ and none breaks', () => {
    const { shows: _shows, ...file } = changed(nothing, {});
    const costs = { safe: { counters: { effects: 1 }, violated: [] }, 'empty-page': { violated: [] } };
    expect(problemsIn({ ...file, expect: costs })).toEqual([]);
  });
});

describe('a short lesson that promises something else', () => {
  const never = { counters: { effects: 9 } };
  const crashed = ['after api.insertRun run_1: crash api, restart api'];
  const naive = { 'outbox.mode': 'commit_then_publish' };
  const withNaive: File = {
    ...changed(nothing, { moment: crashed }),
    ...{ designs: { safe: {}, naive }, expect: { safe: { violated: [] }, naive: { violated: [] } } },
  };

  it.each<[string, File, readonly string[]]>([
    ['harm that does not come', changed(byFault, { break: { violated: ['S21'] } }), ['lesson.break']],
    [
      'harm that has been done before',
      changed(byFault, { moment: [...crashed, 'quiet'] }),
      ['lesson.moment'],
    ],
    [
      'a moment that never comes',
      changed(byItself, { moment: ['hold worker-1', 'until worker-2.readExpired #7'] }),
      ['lesson.moment'],
    ],
    [
      'an answer that never is true',
      changed(nothing, { predict: { a: never, b: never } }),
      ['lesson.predict'],
    ],
    ['another design in which nothing breaks, and it does', withNaive, ['lesson.design']],
    [
      'a guard that mends, and it does not',
      changed(mended, {
        mend: {
          guards: {
            one: { design: { 'claim.mode': 'none' }, mends: true },
            two: { design: {}, mends: true },
          },
        },
      }),
      ['lesson.mend.guards.one.mends', 'lesson.mend.guards.two.mends'],
    ],
    [
      'a fault that a guard is said to prevent, and it does not',
      changed(mended, {
        mend: {
          guards: {
            one: { design: { 'outbox.mode': 'transactional_outbox' }, mends: true, prevents: ['crash api'] },
            two: { design: {}, mends: false },
          },
        },
      }),
      ['lesson.mend.guards.one.prevents'],
    ],
  ])('%s is found out', (_what, file, expected) => {
    expect(failuresIn(file)).toEqual(expect.arrayContaining([...expected]));
  });
});

describe('the parts of a lesson', () => {
  const lost = { a: { violated: ['S27'] }, b: { holds: ['S27'] } };

  it.each<[string, File, readonly string[]]>([
    [
      'the whole arc with a part left out',
      changed(mended, { lost }),
      [
        'lesson.transfer: found nothing; expected the whole arc, as there is "lost"; a short lesson has no such part',
      ],
    ],
    [
      'a whole arc that cannot mend',
      changed(byFault, { lost }),
      [
        'lesson.mend: found nothing; expected the whole arc, as there is "lost"; a short lesson has no such part',
        'lesson.transfer: found nothing; expected the whole arc, as there is "lost"; a short lesson has no such part',
      ],
    ],
    [
      'something to break where the designs are the same',
      changed(nothing, { break: { violated: ['S27'] } }),
      ['lesson.break: found "break"; expected nothing to break or to mend where "shows" is "same"'],
    ],
    [
      'nothing to break where a design is expected to',
      changed(byFault, { break: undefined, look: undefined }),
      [
        'lesson.break: found nothing; expected what counts as broken, as a design of this file is expected to break',
      ],
    ],
    [
      'hints without a place to look',
      changed(byFault, { look: undefined }),
      ['lesson.look: found nothing; expected where a hint makes the learner look'],
    ],
  ])('%s is told, with its place', (_what, file, expected) => {
    expect(problemsIn(file)).toEqual(expected);
  });
});

describe('the words of a short lesson', () => {
  const scenarioIn = ({ file }: Short) => scenarioOf(file);
  const told = ({ words }: Short, more: Words = {}): ScenarioWords => {
    const { lesson, ...rest } = words['en'] as unknown as ScenarioWords;
    return { ...rest, lesson: { ...(lesson as Words), ...more } };
  };

  it.each(ALL)('are those of its form, and no others ($id)', (short) => {
    expect(missingWords(scenarioIn(short), told(short))).toEqual([]);
    expect(surplusWords(scenarioIn(short), told(short))).toEqual([]);
  });

  it('are missing where its form needs more', () => {
    const mend = missingWords(scenarioIn(mended), told(byFault));
    expect(mend).toEqual(
      expect.arrayContaining([
        'lesson.mend.question',
        'lesson.mend.guards.outbox',
        'lesson.mend.because.newRun',
      ]),
    );
    expect(missingWords(scenarioIn(byFault), told(nothing))).toEqual(
      expect.arrayContaining(
        ['goal', 'harm', 'hints.nudge', 'hints.look', 'hints.rule'].map((path) => `lesson.${path}`),
      ),
    );
  });

  it('are surplus where its form needs less, as a group where nothing of it is needed', () => {
    expect(surplusWords(scenarioIn(byFault), told(mended))).toEqual(['lesson.mend']);
    expect(surplusWords(scenarioIn(nothing), told(nothing, { goal: 'x', hints: {} }))).toEqual([
      'lesson.goal',
      'lesson.hints',
    ]);
    const { predict } = told(nothing)['lesson'] as { readonly predict: Words };
    const more = { ...predict, options: { ...(predict['options'] as Words), twice: 'Twice.' } };
    expect(surplusWords(scenarioIn(nothing), told(nothing, { predict: more }))).toEqual([
      'lesson.predict.options.twice',
    ]);
  });

  it('are all surplus where there is no lesson', () => {
    const { lesson: _lesson, ...file } = nothing.file;
    expect(surplusWords(scenarioOf(file), told(nothing))).toEqual(['lesson']);
  });

  it('name each design but a naive and a safe one, and no other', () => {
    const { designs: _designs, ...unnamed } = told(nothing);
    expect(missingWords(scenarioIn(nothing), unnamed)).toEqual(['designs.empty-page']);
    expect(missingWords(scenarioIn(byFault), told(byFault))).toEqual([]);
    const designs = { 'empty-page': 'Empty page', safe: 'Safe' };
    expect(surplusWords(scenarioIn(nothing), { ...told(nothing), designs })).toEqual(['designs.safe']);
  });
});
