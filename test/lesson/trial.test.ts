// A trial finds what a fault breaks, also where the harm is done by the fault and by no step after it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Classroom } from '../../src/lesson/classroom';
import { lessonOf } from '../../src/lesson/lesson';
import { finished } from '../../src/lesson/trial';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());
const file = 'scenarios/203-accepted-too-soon/scenario.json';
const scenario = parseScenario(readFileSync(file, 'utf8'), file, 'accepted-too-soon');
const lesson = lessonOf(scenario)!;
const room = new Classroom(systems, scenario, lesson);

it('a crash that loses a promised run is a breach, though nothing happens afterwards', () => {
  const { breach } = finished(room.tryGuard(lesson.design.overrides));
  expect(breach).toMatchObject({ property: 'S03', faults: ['crash:api'] });
  expect(breach!.path.at(-1)).toBe('crash:api');
});

it('where the promise is given after the commit, the same crashes break nothing', () => {
  expect(finished(room.tryGuard({})).breach).toBeNull();
});
