// Goals accept every way that gets there and refuse every other: over random runs, a goal is reached exactly
// where its lesson's own definition of harm finds something.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenIn, Classroom } from '../../src/lesson/classroom';
import { lessonOf } from '../../src/lesson/lesson';
import { meets } from '../../src/scenario/predicate';
import { runScenario, safeDesignOf } from '../../src/scenario/run';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());
const lessons = readdirSync('scenarios').flatMap((folder) => {
  const file = `scenarios/${folder}/scenario.json`;
  const scenario = parseScenario(readFileSync(file, 'utf8'), file, folder.replace(/^\d+-/, ''));
  const lesson = lessonOf(scenario);
  const goal = lesson?.break ?? null;
  return lesson === null || goal?.violated === undefined ? [] : [{ id: scenario.id, scenario, lesson, goal }];
});

const seeds = (count: number) => Array.from({ length: count }, (_, i) => i);

describe.each(lessons)('the goal of $id', ({ scenario, lesson, goal }) => {
  const room = new Classroom(systems, scenario, lesson);
  const wanted = goal.violated ?? [];

  it('is reached by every run that does the harm, and by no other', () => {
    const reached = seeds(40).filter((seed) => {
      const { timeline } = runScenario(
        systems,
        scenario,
        lesson.design,
        {},
        { random: { seed, steps: 120 } },
      );
      const isReached = meets(goal, room.asked(timeline, 0, null));
      const isHarmed = wanted.every((id) => brokenIn(timeline.trace).includes(id));
      expect(isReached, `seed ${String(seed)}`).toBe(isHarmed);
      return isReached;
    });
    // A goal that no random run reaches would make the claim empty.
    expect(reached).not.toEqual([]);
  });

  it('is out of reach in the safe design', () => {
    const reached = seeds(20).filter((seed) => {
      const safe = safeDesignOf(scenario);
      const { timeline } = runScenario(systems, scenario, safe, {}, { random: { seed, steps: 120 } });
      return meets(goal, room.asked(timeline, 0, null));
    });
    expect(reached).toEqual([]);
  });
});
