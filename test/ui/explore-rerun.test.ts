// What can be done with a run that a search found: bounds and back, the same faults elsewhere, a command that
// finds it again.
import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { BOUNDS } from '../../src/explore/bounds';
import { Timeline } from '../../src/kernel/timeline';
import { withBounds } from '../../src/scenario/exploration';
import { type Engine, openEngine } from '../../src/ui/engine';
import { boundsIn, draftOf, levelsOf, targetsOf, usualBounds } from '../../src/ui/explore/bounds';
import { budgetFor } from '../../src/scenario/budget';
import { exploreCommand, recordCommand, sameFaults } from '../../src/ui/explore/rerun';
import { sourceOf } from '../../src/ui/sources';
import { stories } from '../../src/ui/stories';
import { converge } from '../cli/converge';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
});

const storyOf = (id: string) => stories.find((one) => one.id === id)!;
const designOf = (id: string, name: string) =>
  storyOf(id).designs.find((design) => design.name === name)!.overrides;

it('bounds come out of their lines as they went in, with a line for each kind that they do not name', () => {
  const faults = { 'crash api': 1, 'crash dispatcher': 2, clock: 1 };
  const bounds = withBounds(BOUNDS, { faults, together: 2, steps: 40, still: ['browser-2'] });
  const draft = draftOf(bounds);
  expect(draft.lines.map(({ kind, target, most }) => [kind, target, most])).toEqual([
    ['crash', 'api', 1],
    ['crash', 'dispatcher', 2],
    ['pause', null, 0],
    ['drop', null, 0],
    ['duplicate', null, 0],
    ['delay', null, 0],
    ['redeliver', null, 0],
    ['reset', null, 0],
    ['eof', null, 0],
    ['silence', null, 0],
    ['collect', null, 0],
    ['tear', null, 0],
    ['clock', null, 1],
  ]);
  expect(boundsIn(draft)).toEqual(bounds);
  expect([levelsOf(bounds), levelsOf({ ...bounds, together: 9 })]).toEqual([2, 4]);
  expect(targetsOf('pause')).toEqual(['worker-1', 'worker-2', 'notifier']);
  expect(targetsOf('clock')).toEqual([]);
});

it('a run has the faults that its path has used, beyond those of its scenario', () => {
  const path = ['crash:api', 'restart:api', 'crash:api', 'api.checkToken', 'drop:http:k1'];
  expect(budgetFor({ crash: 1, pause: 2 }, path)).toEqual({ crash: 2, pause: 2, drop: 1 });
});

it('the same faults in the safe design come to a run of its own, to its end, and break nothing', () => {
  const story = storyOf('crash-after-publish');
  const naive = designOf(story.id, 'naive');
  const found = engine.begin(story, naive);
  engine.runSchedule(found, story, 'naive');
  const again = sameFaults(found, naive, engine.begin(story, {}), {});
  const faults = (timeline: Timeline) =>
    timeline.trace.filter(({ id }) => /^(crash|restart):/.test(id)).map(({ id }) => id);
  expect(faults(found).length).toBeGreaterThan(0);
  expect(faults(again.timeline)).toEqual(faults(found));
  expect(engine.verdicts(found)).toMatchObject({ S21: 'violated' });
  expect(Object.values(engine.verdicts(again.timeline))).not.toContain('violated');
  expect(again.stopped).toBeNull();
});

it('the command that it gives finds the same way again', () => {
  const story = storyOf('stale-version');
  const usual = usualBounds(sourceOf(story));
  const entries = Object.keys(usual.faults);
  const bounds = { ...usual, faults: {}, together: 0, steps: 20 };
  const command = exploreCommand(story, { overrides: designOf(story.id, 'naive') }, bounds, usual, 'S17');
  expect(command).toMatch(/^npx converge explore stale-version --design naive .*--record stale-version-s17$/);
  for (const entry of entries) expect(command).toContain(`"${entry}=0"`);
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  // What it keeps would stay in this checkout.
  const { code, out } = converge([...words.slice(2, words.indexOf('--record')), '--json']);
  expect(code).toBe(0);
  const told = {
    faults: 0,
    bounds: { together: 0, steps: 20 },
    violations: [{ property: 'S17', faults: 0 }],
  };
  expect(JSON.parse(out)).toMatchObject(told);
});

it('a design that has no name is told by its alternatives', () => {
  const usual = withBounds(BOUNDS, {});
  const overrides = { 'claim.mode': 'none', 'fence.check': 'none' };
  expect(exploreCommand(storyOf('stale-version'), { overrides }, usual, usual, 'S10')).toBe(
    'npx converge explore stale-version --design safe --set claim.mode=none --set fence.check=none ' +
      '--property S10 --record stale-version-s10',
  );
  expect(recordCommand('stale-version', 'index.html#/run/x?r=y', 'S10')).toBe(
    "npx converge record 'index.html#/run/x?r=y' --id stale-version-s10",
  );
});
