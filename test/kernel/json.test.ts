import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, compareIds, type Json, withMembers } from '../../src/kernel/json';
import { compareValues, covers, keyText } from '../../src/kernel/store';

describe('canonical text', () => {
  it('is the same whatever the order of members, and parses back to the same data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonical(value);
        expect(canonical(JSON.parse(text) as Json)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(canonical({ b: 1, a: [{ d: null, c: 'x' }] })).toBe('{"a":[{"c":"x","d":null}],"b":1}');
  });

  it('leaves out what is undefined', () => {
    expect(canonical({ a: undefined, b: 1 })).toBe('{"b":1}');
  });
});

describe('ids', () => {
  it('compare numbers in them as numbers', () => {
    expect(['run_10', 'run_9', 'run_1:10', 'run_1:9', 'api'].toSorted(compareIds)).toEqual([
      'api',
      'run_1:9',
      'run_1:10',
      'run_9',
      'run_10',
    ]);
  });

  it('are in one total order', () => {
    const id = fc.stringMatching(/^[a-z_0-9:]{0,8}$/);
    fc.assert(
      fc.property(id, id, id, (a, b, c) => {
        expect(Math.sign(compareIds(a, b))).toBe(-Math.sign(compareIds(b, a)) + 0);
        if (compareIds(a, b) <= 0 && compareIds(b, c) <= 0) expect(compareIds(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('values and keys', () => {
  it('are ordered as SQLite orders them: NULL, numbers, text', () => {
    expect(['b', 2, null, 'a', 10].toSorted(compareValues)).toEqual([null, 2, 10, 'a', 'b']);
  });

  it('make one key text for each list of values', () => {
    expect(keyText(['a/b', 'c'])).not.toBe(keyText(['a', 'b/c']));
    expect(keyText(['a~1b'])).not.toBe(keyText(['a/b']));
    expect(keyText(['run_1', 3, 0])).toBe('run_1/3/0');
  });
});

describe('what was read', () => {
  const row = { run_id: 'run_1', seq: 4, sent: 0 };
  const range = {
    table: 'events',
    index: 'events.key',
    from: { run_id: 'run_1', seq: 3 },
    to: { run_id: 'run_1' },
  };

  it('covers a row by its key, there or not', () => {
    expect(covers({ table: 'events', key: 'run_1/4' }, 'events', 'run_1/4', row)).toBe(true);
    expect(covers({ table: 'events', key: 'run_1/4' }, 'events', 'run_1/5', row)).toBe(false);
  });

  it('covers a row between its bounds, both included', () => {
    expect(covers(range, 'events', 'k', row)).toBe(true);
    expect(covers(range, 'events', 'k', { ...row, seq: 3 })).toBe(true);
    expect(covers(range, 'events', 'k', { ...row, seq: 2 })).toBe(false);
    expect(covers(range, 'events', 'k', { ...row, run_id: 'run_2' })).toBe(false);
    expect(covers(range, 'runs', 'k', row)).toBe(false);
  });

  it('covers only what a partial index admits', () => {
    const unsent = { table: 'outbox', index: 'outbox_unsent', from: null, to: null, where: { sent: [0] } };
    expect(covers(unsent, 'outbox', 'k', row)).toBe(true);
    expect(covers(unsent, 'outbox', 'k', { ...row, sent: 1 })).toBe(false);
  });
});

describe('data with members replaced', () => {
  it('is the same object where nothing changes', () => {
    const data = { a: 1, b: 2 };
    expect(withMembers(data, { a: 1 })).toBe(data);
    expect(withMembers(data, undefined)).toBe(data);
    expect(withMembers(data, { a: 3 })).toEqual({ a: 3, b: 2 });
  });
});
