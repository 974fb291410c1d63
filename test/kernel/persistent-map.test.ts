import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PersistentMap } from '../../src/kernel/persistent-map';

// 'Aa' and 'BB' style clashes are rare under FNV-1a, so short keys from a small alphabet are mixed with
// two that are known to share all 32 bits of the hash.
const CLASH = ['costarring', 'liquid'] as const;
const keys = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom(...CLASH),
  fc.integer({ max: 50, min: 0 }).map(String),
);
const edits = fc.array(fc.tuple(keys, fc.option(fc.integer(), { nil: undefined })), { maxLength: 200 });

function played(
  list: readonly (readonly [string, number | undefined])[],
  from = PersistentMap.empty<number>(),
) {
  return list.reduce(
    (map, [key, value]) => (value === undefined ? map.delete(key) : map.set(key, value)),
    from,
  );
}

describe('a persistent map', () => {
  it('holds what a Map holds after the same edits', () => {
    fc.assert(
      fc.property(edits, (list) => {
        const model = new Map<string, number>();
        for (const [key, value] of list) {
          if (value === undefined) model.delete(key);
          else model.set(key, value);
        }
        const map = played(list);
        expect(new Map(map.entries())).toEqual(model);
        expect(map.size).toBe(model.size);
        for (const [key] of list) expect(map.get(key)).toBe(model.get(key));
      }),
    );
  });

  it('leaves every older version as it was', () => {
    fc.assert(
      fc.property(edits, edits, (first, second) => {
        const before = played(first);
        const held = new Map(before.entries());
        played(second, before);
        expect(new Map(before.entries())).toEqual(held);
      }),
    );
  });

  it('names exactly the keys in which two versions differ, with both values', () => {
    fc.assert(
      fc.property(edits, edits, edits, (common, left, right) => {
        const start = played(common);
        const [before, after] = [played(left, start), played(right, start)];
        const found = new Map<string, readonly [number | undefined, number | undefined]>();
        PersistentMap.difference(before, after, (key, was, is) => found.set(key, [was, is]));
        const all = new Set([...new Map(before.entries()).keys(), ...new Map(after.entries()).keys()]);
        for (const key of all) {
          const [was, is] = [before.get(key), after.get(key)];
          expect(found.get(key), key).toEqual(was === is ? undefined : [was, is]);
        }
      }),
    );
  });

  it('visits nothing where two versions are the same', () => {
    const map = played([
      ['a', 1],
      ['b', 2],
    ]);
    PersistentMap.difference(map, map, () => expect.unreachable());
  });

  it('keeps keys apart whose hashes are equal', () => {
    const map = played([
      [CLASH[0], 1],
      [CLASH[1], 2],
    ]);
    expect([map.get(CLASH[0]), map.get(CLASH[1])]).toEqual([1, 2]);
    expect(map.delete(CLASH[0]).get(CLASH[1])).toBe(2);
  });
});
