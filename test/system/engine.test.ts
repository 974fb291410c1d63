import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, compareIds } from '../../src/kernel/json';
import { ACTION_KINDS } from '../../src/kernel/action';
import { identity, identityText } from '../../src/kernel/identity';
import { rowChanges, sortedRows, withChanges } from '../../src/kernel/rows';
import type { Simulation, Taken } from '../../src/kernel/simulation';
import { type Change, covers, type Read } from '../../src/kernel/store';
import type { World } from '../../src/kernel/world';
import { actorIds } from '../../src/system/catalog';
import { times } from '../../src/system/schema';
import { areIndependent } from './independent';
import { begin, choices, freshSimulation, pasteable, simulationOf, stages, walk } from './walks';

/** Everything but what only a run's own past decides. */
const told = ({ record }: Taken): unknown => ({ ...record, verdicts: undefined });

describe('the two verbs', () => {
  it('give the same records whenever the same actions are taken, in any database of the design', () => {
    fc.assert(
      fc.property(stages, choices(60), (stage, list) => {
        const simulation = simulationOf(...stage);
        const taken = walk(simulation, begin(simulation), list);
        const other = freshSimulation(...stage);
        let world = begin(other);
        taken.forEach(({ record }, i) => {
          const again = other.take(world, record.id);
          pasteable(taken.slice(0, i + 1), () => expect(again.record).toEqual(record));
          world = again.world;
        });
      }),
      { numRuns: 25 },
    );
  });

  it('take the same step from a world that was put back as from the one that was reached', () => {
    fc.assert(
      fc.property(stages, choices(50), choices(50), fc.nat(), (stage, left, right, at) => {
        const simulation = simulationOf(...stage);
        const [one, two] = [
          walk(simulation, begin(simulation), left),
          walk(simulation, begin(simulation), right),
        ];
        const index = at % Math.max(1, one.length - 1);
        const [before, after] = [one[index], one[index + 1]];
        if (before === undefined || after === undefined || two.length === 0) return;
        // The database stands at the end of the second walk here.
        const again = simulation.take(before.world, after.record.id);
        pasteable(one.slice(0, index + 2), () => {
          expect(again.record).toEqual(after.record);
          const differing = rowChanges(again.world.rows, after.world.rows);
          expect(differing.filter(({ before: was, after: is }) => canonical(was) !== canonical(is))).toEqual(
            [],
          );
        });
      }),
      { numRuns: 60 },
    );
  });

  it('list actions with unique ids, in one order: by kind, lane and id', () => {
    fc.assert(
      fc.property(stages, choices(40), (stage, list) => {
        const simulation = simulationOf(...stage);
        walk(simulation, begin(simulation), list, (before) => {
          const actions = simulation.enabled(before);
          expect(new Set(actions.map((action) => action.id)).size).toBe(actions.length);
          for (const [i, action] of actions.entries()) {
            const earlier = actions[i - 1];
            if (earlier === undefined) continue;
            const order =
              ACTION_KINDS.indexOf(earlier.kind) - ACTION_KINDS.indexOf(action.kind) ||
              place(earlier.lane) - place(action.lane) ||
              compareIds(earlier.id, action.id);
            expect(order).toBeLessThan(0);
          }
        });
      }),
      { numRuns: 20 },
    );
  });

  it('refuse an action that is blocked or unknown, and say what is enabled', () => {
    const simulation = simulationOf({});
    const world = begin(simulation);
    expect(() => simulation.take(world, 'dispatcher.readUnsent')).toThrow(
      /dispatcher.readUnsent cannot happen now \(nothingToSend\); enabled are: browser-1.keepKey/,
    );
    expect(() => simulation.take(world, 'nobody.nothing')).toThrow(
      /nobody.nothing cannot happen now; enabled are/,
    );
  });

  it('leave the world as it was when a step cannot be taken', () => {
    const simulation = simulationOf({});
    const world = begin(simulation);
    const held = sortedRows(world.rows, 'runs');
    expect(() => simulation.take(world, 'restart:api')).toThrow();
    expect(sortedRows(world.rows, 'runs')).toEqual(held);
  });
});

const place = (lane: string): number => (actorIds.includes(lane) ? actorIds.indexOf(lane) : actorIds.length);

describe('what a step has recorded as read', () => {
  it('is complete: changing every other row leaves the step as it was', () => {
    let mutated = 0;
    fc.assert(
      fc.property(stages, choices(50), fc.infiniteStream(fc.nat({ max: 3 })), (stage, list, dice) => {
        const simulation = simulationOf(...stage);
        walk(simulation, begin(simulation), list, (before, taken) => {
          const reads = [...taken.record.reads, ...simulation.guardReads(taken.record.actor)];
          const changes = disturbances(before, taken, reads, () => Number(dice.next().value ?? 0));
          mutated += changes.length;
          const disturbed = { ...before, rows: withChanges(before.rows, changes) };
          const again = simulation.take(disturbed, taken.record.id);
          expect(told(again), changes.map((change) => `${change.table}:${change.key}`).join(' ')).toEqual(
            told(taken),
          );
        });
      }),
      { numRuns: 40 },
    );
    expect(mutated).toBeGreaterThan(5_000);
  });

  it('is not simply everything: most steps leave most rows unread', () => {
    const simulation = simulationOf({});
    let [read, rows] = [0, 0];
    walk(
      simulation,
      begin(simulation),
      Array.from({ length: 80 }, (_, i) => i * 7 + 1),
      (before, taken) => {
        for (const table of Object.keys(before.rows)) {
          for (const [key, row] of before.rows[table]?.entries() ?? []) {
            rows += 1;
            if (taken.record.reads.some((one) => covers(one, table, key, row))) read += 1;
          }
        }
      },
    );
    expect(read / rows).toBeLessThan(0.25);
  });
});

/**
 * A change of every row that no read covers: deleted, or some column changed, where the row stays unread
 * and no unique index can object. Rows that are derived anew after each step are left alone.
 */
function disturbances(
  world: World,
  taken: Taken,
  reads: readonly Read[],
  roll: () => number,
): readonly Change[] {
  const written = new Set(taken.record.changes.map((change) => `${change.table}:${change.key}`));
  const found: Change[] = [];
  for (const [table, rows] of Object.entries(world.rows)) {
    if (times.derived.includes(table)) continue;
    for (const [key, before] of rows.entries()) {
      if (written.has(`${table}:${key}`) || reads.some((read) => covers(read, table, key, before))) continue;
      const after = roll() === 0 ? null : { ...before, ...changedColumns(table, before) };
      if (after !== null && reads.some((read) => covers(read, table, key, after))) continue;
      found.push({ table, key, before, after });
    }
  }
  return found;
}

/** New values for columns that neither a key nor a unique index holds. */
function changedColumns(table: string, row: Readonly<Record<string, string | number | null>>) {
  const free: Readonly<Record<string, readonly string[]>> = {
    runs: [
      'version',
      'owner',
      'last_seq',
      'budget_attempts',
      'updated_at',
      'result',
      'status',
      'lease_until',
    ],
    events: ['payload', 'actor', 'created_at', 'fence'],
    outbox: ['sent', 'payload', 'available_at'],
    operations: ['status', 'amount_cents', 'provider_ref'],
    orders: ['total_cents', 'refunded_cents', 'reserved_cents'],
    approvals: ['status', 'decided_by', 'expires_at', 'proposal_digest'],
    principals: ['tenant_id', 'is_operator'],
    conversation_members: ['role'],
    refund_keys: ['provider_ref', 'amount_cents'],
  };
  const columns = (free[table] ?? []).map((column) => [column, changed(row[column] ?? null)] as const);
  return Object.fromEntries(columns);
}

function changed(value: string | number | null): string | number | null {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return value.startsWith('{') ? '{"disturbed":true}' : `${value}x`;
  return null;
}

describe('what makes two worlds the same', () => {
  it('does not depend on the order of steps that touch nothing in common', () => {
    let swapped = 0;
    fc.assert(
      fc.property(stages, choices(50), (stage, list) => {
        const simulation = simulationOf(...stage);
        walk(simulation, begin(simulation), list, (before, first) => {
          const second = simulation
            .enabled(before)
            .find(
              (action) =>
                action.blocked === null && action.kind === 'step' && action.lane !== first.record.actor,
            );
          if (second === undefined || first.record.operations.length === 0) return;
          const alone = simulation.take(before, second.id);
          if (!areIndependent(before, first, alone)) return;
          if (!isEnabled(simulation, alone.world, first.record.id)) return;
          if (!isEnabled(simulation, first.world, second.id)) return;
          swapped += 1;
          const [there, here] = [
            simulation.take(first.world, second.id),
            simulation.take(alone.world, first.record.id),
          ];
          expect(identityText(there.world, times)).toBe(identityText(here.world, times));
        });
      }),
      { numRuns: 30 },
    );
    expect(swapped).toBeGreaterThan(200);
  });

  it('is told by one component for each actor, message and row, derived tables left out', () => {
    const simulation = simulationOf({});
    const [{ world } = { world: begin(simulation) }] = walk(simulation, begin(simulation), [1]);
    const ids = identity(world, times).map((component) => component.id);
    expect(ids).toContain('actor:worker-1');
    expect(ids).toContain('row:runs:run_1');
    expect(ids.filter((id) => id.startsWith('row:now_'))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('does not tell in which order two answers to one request were sent', () => {
    const simulation = simulationOf({});
    const take = (world: World, ...ids: readonly string[]): World =>
      ids.reduce((now, id) => simulation.take(now, id).world, world);
    const asked = take(
      begin(simulation),
      ...['browser-1.keepKey', 'browser-1.sendPost', 'duplicate:http:submit:browser-1-k1'],
      ...Array.from({ length: 2 }, () => 'deliver:http>api:submit:browser-1-k1'),
      ...['api.findKey:submit:browser-1-k1', 'api.findKey:submit:browser-1-k1~2'],
    );
    const [one, other] = ['api.respond:submit:browser-1-k1', 'api.respond:submit:browser-1-k1~2'] as const;
    const there = identityText(take(asked, one, other), times);
    expect(identityText(take(asked, other, one), times)).toBe(there);
  });

  it('counts a deadline as the time that is left, and a stamp not at all', () => {
    const simulation = simulationOf({});
    const world = begin(simulation);
    const later = 5_000;
    const run = sortedRows(world.rows, 'runs')[0] ?? {};
    const moved = {
      ...run,
      ...{
        lease_until: Number(run['lease_until']) + later,
        available_at: later,
        updated_at: 77,
        created_at: 78,
      },
    };
    const rows = withChanges(world.rows, [{ table: 'runs', key: 'run_1', before: run, after: moved }]);
    expect(identityText({ ...world, now: world.now + later, rows }, times)).toBe(identityText(world, times));
    expect(identityText({ ...world, rows }, times)).not.toBe(identityText(world, times));
  });
});

const isEnabled = (simulation: Simulation, world: World, id: string): boolean =>
  simulation.enabled(world).some((action) => action.id === id && action.blocked === null);
