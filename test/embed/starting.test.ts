// Where a player begins, and the same choices under another design, over the real engine.
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { begun, sameChoices } from '../../src/embed/starting';
import type { Timeline } from '../../src/kernel/timeline';
import { countersOf } from '../../src/system/counters';
import { type Engine, openEngine } from '../../src/ui/engine';
import { momentOf } from '../../src/ui/state/moment';
import { stories } from '../../src/ui/stories';

const story = stories.find(({ id }) => id === 'crash-after-publish')!;
const design = (name: string) => story.designs.find((one) => one.name === name)!;
const ids = ({ trace }: Timeline) => trace.map(({ id }) => id);
const refunds = ({ trace, cursor }: Timeline) => countersOf(trace.slice(0, cursor)).effects;

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
});

/** The lesson's way on, to its end. */
function playOut(timeline: Timeline): void {
  const room = engine.classroom(story)!;
  for (let ahead = room.ahead(timeline); ahead !== null; ahead = room.ahead(timeline)) {
    for (const id of ahead.path) timeline.take(id);
  }
}

test('at the moment that matters nothing is decided yet', () => {
  const { timeline, since, isScheduled } = begun(engine, story, design('naive'), 'moment');
  expect(timeline.trace.at(-1)?.operations).toContain('publish');
  expect([timeline.cursor, since, isScheduled]).toEqual([timeline.length, timeline.length, false]);
});

test('a number is a step of the scenario’s own run, faults and all; the end is its last', () => {
  const at = begun(engine, story, design('naive'), 12);
  const end = begun(engine, story, design('naive'), 'end');
  expect(at.timeline.cursor).toBe(12);
  expect(ids(at.timeline)).toEqual(ids(end.timeline));
  expect(ids(at.timeline)).toContain('crash:dispatcher');
  expect(end.timeline.cursor).toBe(end.timeline.length);
});

test('the same fault pays twice in the naive design and once in the safe one', () => {
  const { timeline, since } = begun(engine, story, design('naive'), 'moment');
  timeline.take('crash:dispatcher');
  playOut(timeline);
  expect(refunds(timeline)).toBe(2);
  const room = engine.classroom(story)!;
  const other = sameChoices(room, momentOf(timeline), { since, isOver: true }, design('safe').overrides);
  expect(ids(other.timeline)).toContain('crash:dispatcher');
  expect([refunds(other.timeline), other.missed]).toEqual([1, 0]);
});

test('a run that is open stays open under the other design, at the same step', () => {
  const { timeline, since } = begun(engine, story, design('naive'), 'moment');
  timeline.take('crash:dispatcher');
  const room = engine.classroom(story)!;
  const other = sameChoices(room, momentOf(timeline), { since, isOver: false }, design('safe').overrides);
  expect(other.timeline.length).toBe(other.since + 1);
  expect(ids(other.timeline).at(-1)).toBe('crash:dispatcher');
  expect(timeline.cursor).toBe(since + 1);
});

test('of a future that is known, the choices count too, and the step stays', () => {
  const { timeline, since } = begun(engine, story, design('naive'), 'moment');
  timeline.take('crash:dispatcher');
  playOut(timeline);
  timeline.seek(since);
  const room = engine.classroom(story)!;
  const other = sameChoices(room, momentOf(timeline), { since, isOver: false }, design('safe').overrides);
  expect(ids(other.timeline)).toContain('crash:dispatcher');
  expect([timeline.cursor, other.timeline.cursor]).toEqual([since, other.since]);
});
