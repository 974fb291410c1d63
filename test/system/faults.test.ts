import { describe, expect, it } from 'vitest';
import { nextAction } from '../../src/kernel/scheduler';
import type { Taken } from '../../src/kernel/simulation';
import { causalPast, causes } from '../../src/kernel/trace';
import { Timeline } from '../../src/kernel/timeline';
import type { World } from '../../src/kernel/world';
import { actorIds } from '../../src/system/catalog';
import { begin, FAULTS, PLAIN, simulationOf } from './walks';

const simulation = simulationOf({});
const POST = 'submit:browser-1-k1';

/** Steps of the default scheduler until one has done an operation; with the world after it. */
function until(operation: string, from: World, held: readonly string[] = []): Taken {
  let [world, last] = [from, null as string | null];
  for (let i = 0; i < 200; i++) {
    const next = nextAction(simulation.enabled(world), actorIds, last, new Set(held));
    if (next === null) break;
    const taken = simulation.take(world, next.id);
    if (taken.record.operations.includes(operation)) return taken;
    [world, last] = [taken.world, next.lane];
  }
  throw new Error(`${operation} did not come.`);
}

function quiet(from: World): World {
  let [world, last] = [from, null as string | null];
  for (;;) {
    const next = nextAction(simulation.enabled(world), actorIds, last);
    if (next === null) return world;
    [world, last] = [simulation.take(world, next.id).world, next.lane];
  }
}

const plain = (): World => begin(simulation, PLAIN, FAULTS);
const after = (world: World, ...ids: readonly string[]): World =>
  ids.reduce((current, id) => simulation.take(current, id).world, world);
const found = (world: World, id: string) => simulation.enabled(world).find((action) => action.id === id);
const reasonOf = (world: World, id: string): string | undefined => found(world, id)?.blocked?.key;

describe('a crash', () => {
  it('of the API forgets its requests and resets their connections', () => {
    const { world } = until('insertRun', plain());
    const crashed = after(world, 'crash:api');
    expect(crashed.actors['api']).toMatchObject({ up: false, activities: [], disk: { runs: 1 } });
    expect(Object.keys(crashed.channels['http'] ?? {})).toContain(`${POST}:reset`);
    const told = after(crashed, `deliver:http>browser-1:${POST}:reset`);
    expect(told.actors['browser-1']?.memory).toMatchObject({ submission: 'SUBMIT_UNKNOWN', retryAt: 1_000 });
  });

  it('of the API resets a request that has not arrived', () => {
    const crashed = after(until('sendPost', plain()).world, 'crash:api');
    expect(Object.keys(crashed.channels['http'] ?? {})).toEqual([`${POST}:reset`]);
  });

  it('leaves an answer that had left already on its way', () => {
    const { world } = until('respond', plain(), ['browser-2']);
    const [left] = Object.keys(after(world, 'crash:api').channels['http'] ?? {});
    expect(left).toMatch(/^submit:browser-1-k1:202:[0-9a-f]{6}$/);
  });

  it('of a worker returns the message that it had not acknowledged', () => {
    const { world } = until('work', plain());
    const entry = (one: World) => one.channels['runs']?.['run_1:1'];
    expect(entry(world)).toMatchObject({ ready: 0, unacknowledged: { 'worker-1': 1 } });
    expect(entry(after(world, 'crash:worker-1'))).toMatchObject({ ready: 1, unacknowledged: {} });
  });

  it('of a browser forgets what it awaited, and a new page load knows what its disk held', () => {
    const { world } = until('storeCursor', plain());
    const reloaded = after(world, 'crash:browser-2', 'restart:browser-2');
    expect(reloaded.actors['browser-2']?.memory).toMatchObject({ asked: null, recovery: 'RECOVERING/page' });
    expect(reloaded.actors['browser-2']?.disk).toMatchObject({ incarnation: 2, cursor: 1, appliedSeq: 1 });
  });

  it('leaves a server that is down unreachable: who connects is reset at once', () => {
    const down = after(plain(), 'crash:api', 'browser-1.keepKey', 'browser-1.sendPost');
    expect(Object.keys(down.channels['http'] ?? {})).toEqual([`${POST}:reset`]);
  });

  it('blocks what the actor would do, with that reason', () => {
    const down = after(plain(), 'crash:dispatcher');
    expect(reasonOf(down, 'dispatcher.readUnsent')).toBe('isDown');
    expect(found(down, 'crash:dispatcher')).toBeUndefined();
    expect(reasonOf(down, 'restart:dispatcher')).toBeUndefined();
  });
});

describe('a fault', () => {
  it('is possible as often as its budget says, and restarts cost nothing', () => {
    let world = plain();
    for (let i = 0; i < 3; i++) world = after(world, 'crash:api', 'restart:api');
    expect(world.budget['crash']).toBe(0);
    expect(reasonOf(world, 'crash:api')).toBe('faultBudgetSpent');
  });

  it('pause stops an actor and keeps what it knows; resume lets it go on', () => {
    const { world } = until('work', plain());
    const paused = after(world, 'pause:worker-1');
    expect(reasonOf(paused, 'worker-1.planOperation')).toBe('isPaused');
    expect(paused.actors['worker-1']?.activities).toEqual(world.actors['worker-1']?.activities);
    expect(reasonOf(after(paused, 'resume:worker-1'), 'worker-1.planOperation')).toBeUndefined();
  });

  it('duplicate makes another copy of the same message', () => {
    const { world } = until('publish', plain());
    const twice = after(world, 'duplicate:runs:run_1:1');
    expect(twice.channels['runs']?.['run_1:1']?.ready).toBe(2);
    const both = after(twice, 'deliver:runs>worker-1:run_1:1', 'deliver:runs>worker-2:run_1:1');
    expect(both.channels['runs']?.['run_1:1']?.unacknowledged).toEqual({ 'worker-1': 1, 'worker-2': 1 });
  });

  it('redeliver offers a message again while somebody works on it, whose receipt settles nothing then', () => {
    const { world } = until('take', plain());
    const again = after(world, 'redeliver:runs:run_1:1');
    expect(again.channels['runs']?.['run_1:1']).toMatchObject({ ready: 1, unacknowledged: {} });
    const { world: late } = until('ack', after(again, 'pause:worker-2'));
    expect(late.channels['runs']?.['run_1:1']).toMatchObject({ ready: 1, unacknowledged: {} });
  });

  it('redeliver is possible only while somebody holds the message', () => {
    const { world } = until('publish', plain());
    const ids = (one: World) =>
      simulationOf({})
        .enabled(one)
        .map(({ id }) => id);
    expect(ids(world)).not.toContain('redeliver:runs:run_1:1');
    expect(ids(after(world, 'deliver:runs>worker-1:run_1:1'))).toContain('redeliver:runs:run_1:1');
  });

  it('delay holds a message back until the clock has passed', () => {
    const { world } = until('publish', plain());
    const late = after(world, 'delay:runs:run_1:1');
    expect(reasonOf(late, 'deliver:runs>worker-1:run_1:1')).toBe('isDelayed');
    const due = after(quiet(late), 'clock:advance');
    expect(due.now).toBe(1_000);
    expect(reasonOf(due, 'deliver:runs>worker-1:run_1:1')).toBeUndefined();
  });

  it('drop loses a request, and the browser asks again when its patience is over', () => {
    const lost = quiet(after(until('sendPost', plain()).world, `drop:http:${POST}`));
    expect(lost.channels['http']).toEqual({});
    const again = quiet(after(lost, 'clock:advance'));
    expect(again.now).toBe(40_000);
    expect(again.rows['runs']?.get('run_1')?.['status']).toBe('succeeded');
  });

  it('is not offered where the channel cannot do it: the broker loses no message', () => {
    const { world } = until('publish', plain());
    expect(found(world, 'drop:runs:run_1:1')).toBeUndefined();
  });
});

describe('the clock', () => {
  it('goes to the earliest deadline ahead, and says what falls due', () => {
    const { world } = until('work', plain());
    const action = found(world, 'clock:advance');
    expect(action?.deed).toMatchObject({ to: 30_000, due: ['leases_ahead:run_1'] });
  });

  it('cannot move where nothing is due', () => {
    expect(reasonOf(quiet(plain()), 'clock:advance')).toBe('noDeadlineAhead');
  });

  it('lets an idle worker take over when a lease is over, and not before', () => {
    const held = after(until('work', plain()).world, 'pause:worker-1');
    expect(reasonOf(held, 'worker-2.readExpired')).toBe('nothingExpired');
    const over = after(quiet(held), 'clock:advance');
    const { record } = until('takeOver', over);
    expect(record).toMatchObject({ actor: 'worker-2', facts: [{ fact: 'took_over', run_id: 'run_1' }] });
  });
});

describe('a worker that crashed after it had paid', () => {
  it('is succeeded by one that repeats the call with the same key, and pays no second time', () => {
    const paid = until('callRefund', plain());
    expect(paid.record.facts).toHaveLength(1);
    const crashed = after(quiet(after(paid.world, 'crash:worker-1')), 'clock:advance');
    const repeated = until('repeatCall', crashed);
    expect(repeated.record.facts).toEqual([]);
    const end = quiet(repeated.world);
    expect(end.rows['runs']?.get('run_1')).toMatchObject({ status: 'succeeded', fence: 2 });
    expect(end.rows['orders']?.get('ord_1')).toMatchObject({ refunded_cents: 2_500, reserved_cents: 0 });
  });
});

describe('the default scheduler', () => {
  it('gives every actor that can move its turn', () => {
    let [world, last] = [plain(), null as string | null];
    const waiting = new Map<string, number>();
    for (;;) {
      const enabled = simulation.enabled(world);
      const next = nextAction(enabled, actorIds, last);
      if (next === null) break;
      const able = new Set(
        enabled.filter((one) => one.blocked === null && one.kind !== 'fault').map((one) => one.lane),
      );
      for (const actor of actorIds) {
        waiting.set(actor, able.has(actor) && actor !== next.lane ? (waiting.get(actor) ?? 0) + 1 : 0);
        expect(waiting.get(actor), actor).toBeLessThan(actorIds.length);
      }
      [world, last] = [simulation.take(world, next.id).world, next.lane];
    }
  });

  it('takes neither faults nor the clock', () => {
    const end = quiet(plain());
    expect(nextAction(simulation.enabled(end), actorIds, null)).toBeNull();
    expect(simulation.enabled(end).some((action) => action.kind === 'fault' && action.blocked === null)).toBe(
      true,
    );
  });
});

describe('a timeline', () => {
  const run = (): Timeline => {
    const timeline = new Timeline(simulation, plain());
    for (const id of ['browser-1.keepKey', 'browser-1.sendPost', `deliver:http>api:${POST}`])
      timeline.take(id);
    return timeline;
  };

  it('walks along its own future, and keeps it as a branch where another choice is taken', () => {
    const timeline = run();
    timeline.seek(1);
    timeline.take('browser-1.sendPost');
    expect([timeline.cursor, timeline.branches.length]).toEqual([2, 1]);
    timeline.take('crash:api');
    expect(timeline.branches.map((branch) => branch.records.map((record) => record.id))).toEqual([
      ['browser-1.keepKey', 'browser-1.sendPost', `deliver:http>api:${POST}`],
      ['browser-1.keepKey', 'browser-1.sendPost', 'crash:api'],
    ]);
    expect(timeline.branch.from).toEqual({ branch: 0, at: 2 });
    timeline.open(0, 3);
    expect(timeline.world.actors['api']?.activities).toHaveLength(1);
  });

  it('shows the same world again after looking elsewhere', () => {
    const timeline = run();
    const [here, listed] = [timeline.world, timeline.enabled.map((action) => action.id)];
    timeline.seek(0);
    expect(timeline.enabled.map((action) => action.id)).not.toEqual(listed);
    timeline.seek(99);
    expect(timeline.world).toBe(here);
    expect(timeline.enabled.map((action) => action.id)).toEqual(listed);
  });

  it('leaves everything as it was where an action is refused', () => {
    const timeline = run();
    expect(() => timeline.take('worker-1.claim')).toThrow(/cannot happen now/);
    expect([timeline.cursor, timeline.length, timeline.branches.length]).toEqual([3, 3, 1]);
  });

  it('has a last step, and says its number', () => {
    const timeline = new Timeline(simulation, plain(), 2);
    for (const id of ['browser-1.keepKey', 'browser-1.sendPost']) timeline.take(id);
    expect(() => timeline.take('crash:api')).toThrow('This run has 2 steps, its limit.');
    expect(timeline.length).toBe(2);
  });
});

describe('a record', () => {
  it('tells what a step depended on: its actor, the send it took, the rows it read', () => {
    const timeline = new Timeline(simulation, plain());
    for (let last: string | null = null; ;) {
      const next = nextAction(timeline.enabled, actorIds, last);
      if (next === null) break;
      last = timeline.take(next.id).actor;
    }
    const at = (operation: string): number =>
      timeline.trace.findIndex((one) => one.operations.includes(operation));
    const accept = at('insertRun');
    expect(causes(timeline.trace, at('readUnsent'))).toContainEqual({ step: accept, edge: 'read' });
    expect(causes(timeline.trace, at('take'))).toContainEqual({ step: at('publish'), edge: 'message' });
    expect(causes(timeline.trace, at('publish'))).toContainEqual({ step: at('readUnsent'), edge: 'actor' });
    const past = causalPast(timeline.trace, at('callRefund'));
    expect([...past]).toEqual(expect.arrayContaining([at('keepKey'), accept, at('publish'), at('claim')]));
    expect(past.has(timeline.trace.findIndex((one) => one.actor === 'browser-2'))).toBe(false);
  });

  it('is frozen', () => {
    const { record } = until('keepKey', plain());
    expect(Object.isFrozen(record)).toBe(true);
  });
});
