import { describe, expect, it } from 'vitest';
import { followPath } from '../../src/scenario/run';
import { runOut, verdictsOf } from '../../src/scenario/verdicts';
import { standIn } from './stand-in';

describe('the verdict on a run', () => {
  it('is about harm done at any step, and about what was seen', () => {
    const timeline = standIn(1);
    followPath(timeline, ['maker.write', 'maker.send', 'duplicate:jobs:run_1']);
    expect(verdictsOf(timeline)).toMatchObject({ once: 'holds', seenTwice: 'open' });
    followPath(timeline, ['deliver:jobs>taker-1:run_1', 'deliver:jobs>taker-2:run_1']);
    followPath(timeline, ['taker-1.store', 'taker-2.store']);
    timeline.seek(0);
    expect(verdictsOf(timeline)).toMatchObject({ once: 'violated', seenTwice: 'holds' });
  });

  it('on what must happen in the end lets turns and the clock run out on a copy', () => {
    const timeline = standIn(1);
    followPath(timeline, ['maker.write', 'maker.send', 'delay:jobs:run_1']);
    expect(verdictsOf(timeline)['taken']).toBe('holds');
    expect(timeline.length).toBe(3);
    expect(timeline.world.now).toBe(0);
  });

  it('finds missing what nobody is left to do', () => {
    const timeline = standIn(1);
    followPath(timeline, ['maker.write', 'crash:maker', 'restart:maker']);
    expect(verdictsOf(timeline)['taken']).toBe('violated');
  });

  it('stays open where nothing comes to an end within bounds', () => {
    const timeline = standIn(1_000_000);
    expect(runOut(timeline.simulation, timeline.world, null)).toBeNull();
    expect(verdictsOf(timeline)['taken']).toBe('open');
  });
});
