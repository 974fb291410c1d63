import { beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../src/explore/audit';
import { replay } from '../../src/explore/replay';
import { finished, Search, type SearchTask } from '../../src/explore/search';
import { openSqlite, type Sqlite } from '../../src/sqlite/open';
import { type AnchorGuard, GUARDS, openAnchor } from './anchor';
import counts from './anchor-counts.json' with { type: 'json' };

let sqlite: Sqlite;
beforeAll(async () => {
  sqlite = await openSqlite();
});

const bounds = (crashes: number) => ({
  ...{ faults: { crash: crashes, expire: 1 }, together: Number.POSITIVE_INFINITY },
  ...{ steps: 1_000, worlds: 10_000_000 },
});

/** A search of the anchor protocol without some of its guards. */
function search(
  runs: number,
  crashes: number,
  without: readonly AnchorGuard[] = [],
  more: Partial<SearchTask> = {},
): Search {
  const anchor = openAnchor(sqlite, runs, without);
  return new Search({ ...anchor, bounds: bounds(crashes), ...more });
}

describe('the anchor protocol, unreduced', () => {
  it.each(counts)(
    'with $runs runs and $crashes crashes has $distinct worlds and $generated transitions',
    ({ runs, crashes, distinct, generated, levels }) => {
      const result = finished(search(runs, crashes, [], { unreduced: true }));
      expect(result.complete).toBe(true);
      expect(result.arrivals).toBe(distinct);
      // The specification counts the first world as generated.
      expect(result.transitions + 1).toBe(generated);
      expect(result.found).toEqual([]);
      // Fewest faults come first here, so its depth is that of no fault; without crashes it is all of it.
      if (crashes === 0) expect(result.depth + 1).toBe(levels);
    },
    120_000,
  );

  it('runs at most two steps of a hundred in SQLite', () => {
    const result = finished(search(2, 2, [], { unreduced: true }));
    expect(result.executed / result.transitions).toBeLessThan(0.02);
  });

  it('looks nothing up that the engine would do otherwise', () => {
    const result = finished(search(2, 1, [], { unreduced: true, audit: auditOf(100_000, 1) }));
    expect(result.audited).toBeGreaterThan(81_000);
  });
});

describe('the anchor protocol', () => {
  const all = ['inbox', 'fence', 'version'] as const;

  it.each([[1, 1] as const, [2, 1] as const, [2, 2] as const, [3, 0] as const])(
    'without inbox, fence and version pays twice with 1 fault in 14 steps, for %i runs and %i crashes',
    (runs, crashes) => {
      const anchor = openAnchor(sqlite, runs, all);
      const result = finished(
        new Search({ ...anchor, bounds: bounds(crashes), isEnough: (found) => found.length > 0 }),
      );
      const found = result.found.find((one) => one.property === 'atMostOnce')!;
      expect([found.faults, found.path.length]).toEqual([1, 14]);
      const { records } = replay(anchor.simulation, withBudget(anchor.first, crashes), found);
      expect(records.at(-1)?.verdicts).toContainEqual(
        expect.objectContaining({ property: 'atMostOnce', to: 'violated' }),
      );
    },
  );

  it('needs the same number of steps where the inbox alone is missing', () => {
    const found = finished(search(2, 1, ['inbox'], { isEnough: (found) => found.length > 0 })).found[0]!;
    expect([found.property, found.faults, found.path.length]).toEqual(['atMostOnce', 1, 14]);
  });

  it.each(GUARDS.filter((guard) => guard !== 'inbox'))(
    'is safe without %s alone: the other guards stand for it',
    (guard) => {
      const result = finished(search(2, 2, [guard]));
      expect(result.complete).toBe(true);
      expect(result.found.filter((one) => one.property === 'atMostOnce')).toEqual([]);
    },
  );

  it('is searched as far with fewer worlds where faults spent do not tell worlds apart', () => {
    const [reduced, all] = [finished(search(2, 1)), finished(search(2, 1, [], { unreduced: true }))];
    expect(reduced.worlds).toBe(all.worlds);
    expect(reduced.arrivals).toBeLessThan(all.arrivals);
    expect(reduced.found).toEqual(all.found);
  });

  it('gives the same result however often it is searched', () => {
    const [one, other] = [finished(search(2, 1, all)), finished(search(2, 1, all))];
    expect({ ...one }).toEqual({ ...other });
  });
});

const withBudget = <T extends object>(world: T, crashes: number): T => ({
  ...world,
  budget: { crash: crashes, expire: 1 },
});
