// What the observer remembers after steps as the kernel shows them: facts and changed rows go in, the
// monitor's rows come out.

import { describe, expect, test } from 'vitest';
import type { Fact } from '../../src/kernel/actor';
import type { Change, Row } from '../../src/kernel/store';
import { monitors } from '../../src/system/catalog';
import { type Database, openDatabase } from './database';
import { stage } from './history';

interface Seen {
  readonly facts?: readonly Fact[];
  readonly changes?: readonly Change[];
}

/** Lets every monitor see these steps. */
function observe(database: Database, ...steps: readonly Seen[]): void {
  for (const { facts = [], changes = [] } of steps) {
    const step = { actor: 'test', operations: [], changes, sent: [], taken: [], facts };
    for (const monitor of monitors) monitor.observe(step, database.run);
  }
}

async function after(...steps: readonly Seen[]): Promise<Database> {
  const database = await openDatabase();
  stage(database);
  observe(database, ...steps);
  return database;
}

const rows = (database: Database, table: string): readonly Row[] =>
  database.execute(`SELECT * FROM ${table}`).map((row) => ({ ...row }));

const times = (count: number, step: Seen): readonly Seen[] => Array.from({ length: count }, () => step);

const run = (status: string, budget_attempts: number): Row => ({ run_id: 'run_1', status, budget_attempts });
const changed = (before: Row | null, next: Row | null): Change => ({
  ...{ table: 'runs', key: 'run_1', before, after: next },
});
const ended = (reason: string): Change => {
  const payload = JSON.stringify({ fence: 1, reason });
  const event = { run_id: 'run_1', seq: 3, type: 'attempt.ended', payload };
  return { table: 'events', key: 'run_1/3/0', before: null, after: event };
};

test('a step that tells nothing is not remembered', async () => {
  const database = await after({}, { facts: [{ fact: 'ignored', why: 'duplicate' }] });
  for (const { table } of monitors) expect(rows(database, table), table).toEqual([]);
});

describe('mon_submissions', () => {
  const inserted = (draft: string): Seen => ({
    facts: [{ fact: 'inserted_run', browser: 'browser-1', draft, run_id: 'run_1' }],
  });

  test('counts the runs of each press, up to more than one', async () => {
    const database = await after(...times(3, inserted('d1')), inserted('d2'));
    expect(rows(database, 'mon_submissions')).toEqual([
      { browser: 'browser-1', draft: 'd1', runs: 2 },
      { browser: 'browser-1', draft: 'd2', runs: 1 },
    ]);
  });
});

describe('mon_accepted', () => {
  const accepted = (principal: string): Seen => ({
    facts: [{ fact: 'accepted', run_id: 'run_1', principal, fingerprint: 'f1' }],
  });

  test('keeps each asker once, however often they were answered', async () => {
    const database = await after(accepted('alice'), accepted('alice'), accepted('bob'));
    expect(rows(database, 'mon_accepted')).toEqual([
      { run_id: 'run_1', principal: 'alice', fingerprint: 'f1' },
      { run_id: 'run_1', principal: 'bob', fingerprint: 'f1' },
    ]);
  });
});

describe('mon_runs', () => {
  const born: Seen = { changes: [changed(null, run('queued', 2))] };
  const lost = (before: number, left: number, reason = 'lost'): Seen => ({
    changes: [changed(run('running', before), run('running', left)), ended(reason)],
  });

  test('allows a run what it asked for, and keeps the first ending', async () => {
    const database = await after(
      born,
      { changes: [changed(run('queued', 2), run('running', 2))] },
      { changes: [changed(run('running', 2), run('succeeded', 2))] },
      { changes: [changed(run('succeeded', 2), run('cancelled', 2))] },
      { changes: [changed(run('cancelled', 2), run('running', 2))] },
      { changes: [changed(run('running', 2), run('failed', 2))] },
    );
    expect(rows(database, 'mon_runs')).toMatchObject([
      { run_id: 'run_1', ended_as: 'succeeded', allowed: 2 },
    ]);
  });

  test('counts lost and failed attempts, up to one more than allowed', async () => {
    const losses = async (...steps: readonly Seen[]) =>
      rows(await after(born, ...steps), 'mon_runs')[0]?.['losses'];
    expect(await losses(lost(2, 1))).toBe(1);
    expect(await losses(lost(2, 1, 'failed'), lost(1, 0))).toBe(2);
    expect(await losses(lost(2, 1, 'yielded'), lost(2, 2, 'completed'))).toBe(0);
    expect(await losses(...times(9, lost(2, 2)))).toBe(3);
  });

  test('counts no attempt that began with the budget spent: it only reconciles', async () => {
    const database = await after(born, lost(1, 0), lost(0, 0), lost(0, 0));
    expect(rows(database, 'mon_runs')[0]?.['losses']).toBe(1);
  });

  test('reads the budget of a run whose row did not change in the step', async () => {
    const database = await after(born);
    database.run('insert_run', {
      ...{ run_id: 'run_1', conversation_id: 'conv_1', principal: 'alice', key: 'k', fingerprint: 'f1' },
      ...{ body: '{}', attempts: 2, steps: 1, resumes: null },
    });
    observe(database, { changes: [ended('lost')] });
    expect(rows(database, 'mon_runs')[0]?.['losses']).toBe(1);
  });

  test('hears of a run that was laid in when it is lost or ends', async () => {
    const first = await after(lost(4, 3));
    expect(rows(first, 'mon_runs')).toMatchObject([{ allowed: 4, losses: 1, ended_as: null }]);
    const last = await after({ changes: [changed(run('running', 3), run('failed', 3))] });
    expect(rows(last, 'mon_runs')).toMatchObject([{ allowed: 3, losses: 0, ended_as: 'failed' }]);
    const late = await after({ changes: [changed(run('succeeded', 3), run('failed', 3))] });
    expect(rows(late, 'mon_runs')).toMatchObject([{ ended_as: 'succeeded' }]);
  });
});

describe('mon_effects and mon_orders', () => {
  const effect = (operation_id: string, amount_cents: number, order_id = 'ord_1'): Seen => ({
    facts: [
      { fact: 'effect', operation_id, run_id: 'run_1', step_key: 's1', order_id, amount_cents, digest: 'd1' },
    ],
  });

  test('an effect is counted by its key, up to many', async () => {
    const database = await after(...times(3, effect('op_1', 100)), effect('op_2', 200));
    expect(rows(database, 'mon_effects')).toMatchObject([
      { operation_id: 'op_1', amount_cents: 100, effects: 2 },
      { operation_id: 'op_2', run_id: 'run_1', step_key: 's1', effects: 1 },
    ]);
  });

  test('money of an order is added up to one cent more than was paid for it', async () => {
    const paid = async (...steps: readonly Seen[]) => rows(await after(...steps), 'mon_orders');
    expect(await paid(effect('op_1', 2500), effect('op_2', 2500))).toEqual([
      { order_id: 'ord_1', paid_cents: 5000 },
    ]);
    expect(await paid(...times(5, effect('op_1', 2500)))).toEqual([
      { order_id: 'ord_1', paid_cents: 10_001 },
    ]);
    expect(await paid(effect('op_1', 99_999))).toEqual([{ order_id: 'ord_1', paid_cents: 10_001 }]);
    expect(await paid(effect('op_1', 1, 'ord_9'))).toEqual([]);
  });
});

describe('mon_notices', () => {
  const noticed = (seq: number, copy = 1): Seen => ({
    facts: [{ fact: 'noticed', message_id: `run_1:${seq}:runs.notify`, run_id: 'run_1', seq, copy }],
  });
  const heard = async (...steps: readonly Seen[]) => rows(await after(...steps), 'mon_notices');

  test('keeps how far a person has heard of a run', async () => {
    expect(await heard(noticed(3), noticed(6))).toEqual([{ run_id: 'run_1', last_seq: 6, regressed: 0 }]);
  });

  test('remembers that something earlier came after something later, and what was last', async () => {
    expect(await heard(noticed(6), noticed(3))).toEqual([{ run_id: 'run_1', last_seq: 6, regressed: 1 }]);
    expect(await heard(noticed(6), noticed(3), noticed(9))).toEqual([
      { run_id: 'run_1', last_seq: 9, regressed: 1 },
    ]);
  });

  test('takes no message that had its effect before for news', async () => {
    expect(await heard(noticed(3), noticed(6), noticed(3, 2))).toMatchObject([{ last_seq: 6, regressed: 0 }]);
  });
});

describe('mon_applied', () => {
  const view = { browser: 'browser-1', incarnation: 1, run_id: 'run_1' };
  /** `held` is what the view had applied before the step: it counts where the monitor knows nothing yet. */
  const applied = (seq: number, event_run = 'run_1', held = 0): Fact => ({
    ...{ fact: 'applied', ...view, event_run, seq, held },
  });
  const replaced = (seq: number): Fact => ({ fact: 'replaced', ...view, seq });
  const page = (after_seq: number, min_retained_seq: number, status = 200): Fact => ({
    ...{ fact: 'page', ...view, after_seq, min_retained_seq, status },
  });
  const nothing = { gap: 0, repeat: 0, foreign_run: 0, skipped: 0 };

  test.each<[string, readonly Fact[], object]>([
    ['events one after the other', [applied(1), applied(2), applied(3)], { last_seq: 3 }],
    ['an event missing', [applied(1), applied(3)], { last_seq: 3, gap: 1 }],
    ['the first event missing', [applied(2)], { last_seq: 2, gap: 1 }],
    ['an event again', [applied(1), applied(2), applied(2)], { last_seq: 2, repeat: 1 }],
    ['an old event', [applied(1), applied(2), applied(1)], { last_seq: 2, repeat: 1 }],
    ['an event of another run', [applied(1), applied(2, 'run_2')], { last_seq: 2, foreign_run: 1 }],
    ['a gap stays', [applied(2), applied(3), applied(4)], { last_seq: 4, gap: 1 }],
    ['a repeat stays', [applied(1), applied(1), applied(2)], { last_seq: 2, repeat: 1 }],
    ['a foreign event stays', [applied(1, 'run_2'), applied(2)], { last_seq: 2, foreign_run: 1 }],
    ['a view replaced', [applied(1), replaced(5), applied(6)], { last_seq: 6 }],
    ['a view put back', [applied(1), applied(2), replaced(1), applied(2)], { last_seq: 2 }],
    ['a view from disk', [applied(5, 'run_1', 4), applied(6, 'run_1', 4)], { last_seq: 6 }],
    ['a view from disk that misses an event', [applied(5, 'run_1', 3)], { last_seq: 5, gap: 1 }],
    ['a view from disk that has the event', [applied(4, 'run_1', 4)], { last_seq: 4, repeat: 1 }],
    ['a page below retention', [page(2, 4)], { last_seq: 0, skipped: 1 }],
    [
      'a page at the edge of retention, then its event',
      [page(3, 4), replaced(3), applied(4)],
      { last_seq: 4 },
    ],
    ['a page that is refused', [page(2, 4, 410), replaced(4)], { last_seq: 4 }],
  ])('%s', async (_what, facts, row) => {
    const apart = await after(...facts.map((fact) => ({ facts: [fact] })));
    expect(rows(apart, 'mon_applied')).toEqual([{ ...view, ...nothing, ...row }]);
  });

  test('several events of one step are taken in their order', async () => {
    const database = await after({ facts: [applied(1), applied(2), applied(3)] });
    expect(rows(database, 'mon_applied')).toEqual([{ ...view, ...nothing, last_seq: 3 }]);
  });

  test('each page load starts anew', async () => {
    const database = await after({ facts: [applied(1), { ...applied(1), incarnation: 2 }] });
    expect(rows(database, 'mon_applied')).toMatchObject([{ incarnation: 1 }, { incarnation: 2, repeat: 0 }]);
  });
});
