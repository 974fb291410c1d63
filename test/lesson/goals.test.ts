// Goals accept every way that gets there and refuse every other: over random runs, a goal is reached exactly
// where its lesson's own definition of harm finds something.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/kernel/timeline';
import { brokenIn, Classroom } from '../../src/lesson/classroom';
import { lessonOf } from '../../src/lesson/lesson';
import { meets } from '../../src/scenario/predicate';
import { runScenario, safeDesignOf } from '../../src/scenario/run';
import { parseScenario } from '../../src/scenario/scenario';
import { verdictsOf } from '../../src/scenario/verdicts';
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

const violatedIn = (timeline: Timeline): readonly string[] =>
  Object.entries(verdictsOf(timeline)).flatMap(([id, verdict]) => (verdict === 'violated' ? [id] : []));

const seeds = (count: number) => Array.from({ length: count }, (_, i) => i);

describe.each(lessons)('the goal of $id', ({ scenario, lesson, goal }) => {
  const room = new Classroom(systems, scenario, lesson);
  const wanted = goal.violated ?? [];

  // What has to happen in the end can only be asked at the end of a run.
  const isAtEnd = systems
    .open({})
    .system.properties.some(({ id, kind }) => kind === 'eventually' && wanted.includes(id));
  const asked = (timeline: Timeline) => room.asked(timeline, 0, isAtEnd ? timeline : null);
  const isHarm = (timeline: Timeline): boolean => {
    const broken = isAtEnd ? violatedIn(timeline) : brokenIn(timeline.trace);
    return wanted.every((id) => broken.includes(id));
  };

  it('is reached by every run that does the harm, and by no other', () => {
    const random = seeds(12).map((seed) => ({ random: { seed, steps: 120 } }));
    // The schedule does the harm: without it a goal that chance does not reach would make the claim empty.
    const reached = [{ schedule: scenario.plan }, ...random].filter((steering) => {
      const { timeline } = runScenario(systems, scenario, lesson.design, {}, steering);
      const isReached = meets(goal, asked(timeline));
      expect(isReached, JSON.stringify(steering)).toBe(isHarm(timeline));
      return isReached;
    });
    expect(reached).not.toEqual([]);
  });

  it('is out of reach in the safe design', () => {
    const reached = seeds(6).filter((seed) => {
      const safe = safeDesignOf(scenario);
      const { timeline } = runScenario(systems, scenario, safe, {}, { random: { seed, steps: 120 } });
      return meets(goal, asked(timeline));
    });
    expect(reached).toEqual([]);
  });
});
