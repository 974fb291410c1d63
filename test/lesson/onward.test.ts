// How a lesson goes on by itself, on real runs.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Action, CLOCK_ADVANCE } from '../../src/kernel/action';
import type { Timeline } from '../../src/kernel/timeline';
import { onwardWith, type Pace } from '../../src/lesson/onward';
import { beginRun } from '../../src/scenario/run';
import { parseScenario } from '../../src/scenario/scenario';
import { lastMover } from '../../src/scenario/schedule';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());
const file = 'scenarios/02-crash-after-publish/scenario.json';
const scenario = parseScenario(readFileSync(file, 'utf8'), file, 'crash-after-publish');
const PACE: Pace = { slow: [], time: 'passes', restarts: 'at once' };

const next = (timeline: Timeline, pace: Partial<Pace> = {}): string | null => {
  const lanes = timeline.simulation.system.actors.map((actor) => actor.id);
  const last = lastMover(timeline.trace.slice(0, timeline.cursor));
  return onwardWith({ ...PACE, ...pace })(timeline.enabled, lanes, last)?.id ?? null;
};

function goOn(timeline: Timeline, pace: Partial<Pace> = {}, until = (_id: string) => false): void {
  for (let id = next(timeline, pace); id !== null && !until(id); id = next(timeline, pace)) timeline.take(id);
}

describe('the way on', () => {
  it('starts a process that died again before anything else happens', () => {
    const timeline = beginRun(systems, scenario, {});
    goOn(timeline, {}, (id) => id === 'dispatcher.mark');
    timeline.take('crash:dispatcher');
    expect(next(timeline)).toBe('restart:dispatcher');
  });

  it('starts it again last where restarts are late', () => {
    const timeline = beginRun(systems, scenario, {});
    goOn(timeline, {}, (id) => id === 'dispatcher.mark');
    timeline.take('crash:dispatcher');
    goOn(timeline, { restarts: 'late' }, (id) => id.startsWith('restart:'));
    const after = timeline.trace.slice(timeline.trace.findIndex(({ id }) => id === 'crash:dispatcher') + 1);
    expect(after.length).toBeGreaterThan(5);
    expect(next(timeline, { restarts: 'late' })).toBe('restart:dispatcher');
  });

  it('lets no time pass for nothing but what comes again and again and changes nothing', () => {
    const advance = { deed: 'advance', to: 15_000, due: ['heartbeat'] } as const;
    const clock = { id: CLOCK_ADVANCE, kind: 'clock', lane: 'clock', operations: [], run: null } as const;
    const way = (deed: Action['deed']) => onwardWith(PACE)([{ ...clock, blocked: null, deed }], [], null);
    expect(way({ ...advance, isSteady: true })).toBeNull();
    expect(way(advance)?.id).toBe(CLOCK_ADVANCE);
  });

  it('lets a paused process go on when nobody else has anything left to do', () => {
    const timeline = beginRun(systems, scenario, {});
    goOn(timeline, {}, (id) => id === 'worker-1.claim');
    timeline.take('pause:worker-1');
    goOn(timeline, {}, (id) => id === 'resume:worker-1');
    expect(next(timeline)).toBe('resume:worker-1');
  });

  it('keeps a slow operation for last', () => {
    const slow = [{ actor: 'worker-1', operation: 'settleOperation' }];
    const timeline = beginRun(systems, scenario, {});
    goOn(timeline, { slow }, (id) => id === 'worker-1.settleOperation');
    const possible = timeline.enabled.filter(
      ({ blocked, kind }) => blocked === null && ['step', 'deliver'].includes(kind),
    );
    expect(possible.map(({ id }) => id)).toEqual(['worker-1.settleOperation']);
  });

  it('moves the clock only where time passes', () => {
    const timeline = beginRun(systems, scenario, {});
    goOn(timeline, {}, (id) => id === 'dispatcher.publish');
    timeline.take('crash:api');
    goOn(timeline, { time: 'stands' });
    expect(next(timeline, { time: 'stands' })).toBeNull();
    goOn(timeline, {}, (id) => id === 'clock:advance');
    expect([next(timeline), next(timeline, { time: 'stands' })]).toEqual(['clock:advance', null]);
  });
});
