import { describe, expect, it } from 'vitest';
import type { StepRecord } from '../../src/kernel/trace';
import { drawingOf } from '../../src/view/diagram-drawing';
import { labelBoxOf } from '../../src/view/diagram-labels';
import { middleOf, nowLineAt, type Stage } from '../../src/view/diagram-stage';
import { historyOf } from '../../src/view/diagram-history';
import { isBrokered, shelfOf } from '../../src/view/shelves';
import { placeLanes } from '../../src/view/diagram-lanes';
import { presentOf } from '../../src/view/diagram-present';
import { rowsOf } from '../../src/view/diagram-rows';
import { whyOf } from '../../src/view/diagram-why';
import { everyRun, randomRuns, type RealRun, runOf } from './diagram-runs';
import { record } from './records';

const placed = (lanes: readonly string[], width = 744, isNarrow = false) =>
  placeLanes(
    lanes.map((id) => ({ id, kind: id.replace(/-\d$/, ''), label: id })),
    width,
    isNarrow,
  );

function stageOf({ timeline, scenario }: RealRun, cursor = timeline.length): Stage {
  const { trace, first } = timeline;
  const { lanes } = scenario.stage;
  const rows = rowsOf(trace, lanes, { folds: new Set(), transactions: new Set(), cursor });
  const past = cursor === 0 ? 0 : rows.of(cursor) + 1;
  const place = { top: 6, height: 29, past, zone: 90, asked: 0, ahead: rows.length - past };
  return { trace, history: historyOf(first, trace), rows, lanes: placed(lanes), place, cursor };
}
const drawn = (run: RealRun, cursor?: number) => {
  const stage = stageOf(run, cursor);
  return { stage, ...drawingOf(stage, 0, stage.rows.length) };
};
const of = (stage: Stage, step: number) => middleOf(stage.place, stage.rows.of(step));

describe('a drawing', () => {
  const naive = runOf('crash-after-publish', 'naive');

  it('joins each delivered message of the broker to one sender and one receiver, in their rows', () => {
    for (const run of everyRun().filter(({ scenario }) => scenario.stage.lanes.includes('broker'))) {
      const { stage, arrows } = drawn(run);
      const at = (lane: string) => stage.lanes.at[lane];
      for (const [i, { actor, sent, taken }] of run.timeline.trace.entries()) {
        const kindsIn = (kind: string) =>
          arrows.filter((arrow) => arrow.kind === kind && arrow.step === i + 1).map(({ to }) => to);
        const resting = sent.filter(({ channel }) => isBrokered(channel) && at(actor) !== undefined);
        // What a cache hands out was with it before, so nothing is drawn until somebody takes it.
        const published = resting.filter(({ channel }) => shelfOf(channel) !== actor);
        const received = taken.filter(({ channel }) => isBrokered(channel) && at(actor) !== undefined);
        expect(kindsIn('publish')).toEqual(
          published.map(({ channel }) => [at(shelfOf(channel)), of(stage, i + 1)]),
        );
        expect(kindsIn('take')).toEqual(received.map(() => [at(actor), of(stage, i + 1)]));
      }
    }
  });

  it('lays the name of a message on its arrow beside the marks that the arrow passes', () => {
    let [moved, covering] = [0, 0];
    for (const run of everyRun()) {
      const { arrows, marks, envelopes } = drawn(run);
      for (const arrow of arrows) {
        const [dx, dy] = [arrow.to[0] - arrow.from[0], arrow.to[1] - arrow.from[1]];
        const box = labelBoxOf(arrow, { marks, envelopes });
        // A short one has no room for its name.
        expect(box !== null).toBe(arrow.label !== '' && Math.hypot(dx, dy) > 90);
        if (box === null) continue;
        const { x, y, halfWidth } = box;
        // It lies on the arrow.
        expect((x - arrow.from[0]) * dy).toBeCloseTo((y - arrow.from[1]) * dx, 6);
        if (Math.abs(y - arrow.from[1] - dy / 2) > 1) moved += 1;
        if (marks.some((mark) => Math.hypot(mark.x - x, mark.y - y) < Math.min(halfWidth, 9))) covering += 1;
      }
    }
    expect(moved).toBeGreaterThan(20);
    expect(covering).toBe(0);
  });

  it('lets bands end where their message is acknowledged and their lease is let go', () => {
    const { stage, stretches } = drawn(runOf('crash-after-publish', 'safe'));
    const bands = (kind: string) =>
      stretches.filter((one) => one.kind === kind).map(({ lane, from, to }) => [lane, from, to]);
    const between = (from: number, to: number) => [of(stage, from), of(stage, to)];
    expect(bands('held')).toEqual([
      ['worker-1', ...between(11, 52)],
      ['worker-2', ...between(20, 32)],
    ]);
    expect(bands('rests')).toEqual([
      ['broker', ...between(8, 11)],
      ['broker', ...between(18, 20)],
    ]);
    expect(bands('lease')).toEqual([['worker-1', ...between(19, 48)]]);
    expect(bands('down')).toEqual([['dispatcher', ...between(9, 10)]]);
  });

  it('rings what moved money, and what first broke a property, at the provider', () => {
    const rings = drawn(naive).marks.filter(({ lane }) => lane === 'refunds');
    expect(rings.map(({ step, effect, isBroken, isStruck }) => [step, effect, isBroken, isStruck])).toEqual([
      [31, 'paid', false, false],
      [38, 'paid', true, false],
      [48, 'known', false, true],
    ]);
  });

  it('fills what is durable, strikes a refused claim, bars what a guard rolled back', () => {
    const { marks } = drawn(runOf('crash-after-publish', 'safe'));
    const mark = (step: number) => marks.find((one) => one.step === step)!;
    expect([18, 19, 22, 31].map((step) => mark(step).isHollow)).toEqual([true, false, false, true]);
    expect([mark(28).isStruck, mark(28).isRefused]).toEqual([true, false]);
    const barred = drawn(naive).marks.filter(({ isRefused }) => isRefused);
    expect(barred.map(({ step }) => step)).toEqual([42, 71]);
  });

  it('ends what goes on at the now line, and goes on with it below the present', () => {
    const { stage, stretches } = drawn(runOf('crash-after-publish', 'safe'), 28);
    const now = nowLineAt(stage.place);
    const held = stretches.filter(({ kind, lane }) => kind === 'held' && lane === 'worker-2');
    expect(held.map(({ to, from, isAhead }) => [isAhead ? from : to, isAhead])).toEqual([
      [now, false],
      [now + 90, true],
    ]);
  });
});

describe('what is in flight', () => {
  it('is drawn at its receiver or at the broker, with what could happen to it, the rest counted', () => {
    const run = runOf('crash-after-publish', 'naive');
    run.timeline.seek(8);
    const { chips, inFlight, offStage } = presentOf(stageOf(run, 8), run.timeline.enabled);
    expect([inFlight, offStage]).toEqual([3, 2]);
    expect(chips.map(({ label, lane }) => [label, lane])).toEqual([['m1', 'broker']]);
    expect(chips[0]!.actions.map(({ id }) => id)).toEqual([
      ...['deliver:runs>worker-1:run_1:1', 'deliver:runs>worker-2:run_1:1'],
      ...['delay:runs:run_1:1', 'duplicate:runs:run_1:1'],
    ]);
  });
});

describe('a message in flight', () => {
  it('is asked about itself alone', () => {
    for (const run of randomRuns(12, 60)) {
      const { chips } = presentOf(stageOf(run), run.timeline.enabled);
      const ids = chips.flatMap(({ actions, copy }) => actions.map(({ id }) => [id, `:${copy.id}`] as const));
      for (const [id, end] of ids) expect(id.endsWith(end), `${id} of ${end}`).toBe(true);
    }
  });
});

describe('why a step happened', () => {
  it('names the message that it took before the rows that it read', () => {
    const { trace } = runOf('crash-after-publish', 'safe').timeline;
    expect(whyOf(trace, 20, 1).strongest).toBe(18);
    expect(whyOf(trace, 28, 1).strongest).toBe(27);
    expect([...whyOf(trace, 20, 1).past]).toEqual(expect.arrayContaining([20, 18, 14, 4]));
    expect(Math.min(...whyOf(trace, 20, 15).past)).toBeGreaterThanOrEqual(15);
  });
});

describe('lanes', () => {
  const lanes = ['dispatcher', 'broker', 'worker-1', 'worker-2', 'refunds'];

  it('stand apart by what their labels ask, at least 40, and give way to words', () => {
    const { at, words, groups, hasLabels } = placed(lanes);
    const xs = lanes.map((lane) => at[lane]!);
    for (const [i, x] of xs.slice(1).entries()) expect(x - xs[i]!).toBeGreaterThanOrEqual(40);
    expect(groups.map((group) => group.lanes.length)).toEqual([1, 1, 2, 1]);
    expect([hasLabels, 744 - words >= 300]).toEqual([true, true]);
    expect(placed(lanes, 480).hasLabels).toBe(false);
    expect(390 - placed(lanes, 390, true).words).toBeGreaterThanOrEqual(150);
  });
});

describe('a run of 10,000 steps', () => {
  const touched = new Set<number>();
  const records = Array.from({ length: 10_000 }, (_, i): StepRecord =>
    record({ actor: `worker-${(i % 3) + 1}` }),
  );
  const trace = new Proxy(records, {
    get(target, name, receiver): unknown {
      if (typeof name === 'string' && /^\d+$/.test(name)) touched.add(Number(name));
      return Reflect.get(target, name, receiver);
    },
  });
  const world = { ...runOf('crash-after-publish', 'safe').timeline.first };
  const stageAt = (cursor: number): Stage => {
    const lanes = ['worker-1', 'worker-2'];
    const rows = rowsOf(trace, lanes, { folds: new Set(), transactions: new Set(), cursor });
    const past = rows.of(cursor) + 1;
    const place = { top: 6, height: 29, past, zone: 90, asked: 0, ahead: rows.length - past };
    return { trace, history: historyOf(world, trace), rows, lanes: placed(lanes), place, cursor };
  };

  it('draws a window of it by reading its rows alone', () => {
    stageAt(5_000);
    touched.clear();
    const stage = stageAt(5_001);
    const at = stage.rows.of(5_001);
    const { marks } = drawingOf(stage, at - 30, at + 20);
    expect(marks.length).toBeGreaterThan(20);
    expect(touched.size).toBeLessThan(60);
    const [low, high] = [Math.min(...touched), Math.max(...touched)];
    expect([low > 4_900, high < 5_100]).toEqual([true, true]);
  });
});
