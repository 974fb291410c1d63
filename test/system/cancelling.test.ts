// The table of CONTRACT §2.5, row by row: what a request to cancel comes to, and what it is called.

import { describe, expect, it } from 'vitest';
import type { World } from '../../src/kernel/world';
import {
  appended,
  ask,
  cancel,
  changed,
  ground,
  held,
  operation,
  QUESTION,
  run,
  serviceRows,
  typesOf,
  waiting,
} from './asking';

const rowOf = (world: World) => world.rows['runs']?.get('run_1');
const outbox = (world: World) => [...(world.rows['outbox']?.entries() ?? [])].map(([key]) => key);

interface Case {
  readonly at: World;
  readonly status: number;
  readonly effect: string;
  readonly run: object;
  readonly events: readonly string[];
}

const AT_ONCE = { status: 200, effect: 'cancelled', run: { status: 'cancelled', cancel_requested: 1 } };
const FLAGGED = { status: 202, effect: 'requested', events: ['run.cancel_requested'] };

const CASES: Readonly<Record<string, Case>> = {
  'a queued run': { at: ground(), ...AT_ONCE, events: ['run.cancel_requested', 'run.cancelled'] },
  'a run that waits for an answer': {
    at: waiting(),
    ...AT_ONCE,
    events: ['run.cancel_requested', 'approval.withdrawn', 'operation.abandoned', 'run.cancelled'],
  },
  'a queued run whose call was refused': {
    at: changed(ground(), operation('failed')),
    ...AT_ONCE,
    events: ['run.cancel_requested', 'run.cancelled'],
  },
  'a queued run that has moved money': {
    at: changed(ground(), operation('committed')),
    ...FLAGGED,
    run: { status: 'queued', cancel_requested: 1 },
  },
  'a queued run with a call that nobody knows the outcome of': {
    at: changed(ground(), operation('unknown')),
    ...FLAGGED,
    run: { status: 'queued', cancel_requested: 1 },
  },
  'a queued run with a call under way': {
    at: changed(ground(), operation('started')),
    ...FLAGGED,
    run: { status: 'queued', cancel_requested: 1 },
  },
  'a run that somebody works on': {
    at: held(),
    ...FLAGGED,
    run: { status: 'running', cancel_requested: 1, owner: 'worker-1', fence: 1 },
  },
  'a run that waits for an answer and has moved money': {
    at: changed(waiting(), operation('committed')),
    ...FLAGGED,
    run: { status: 'queued', cancel_requested: 1 },
    events: ['run.cancel_requested', 'approval.withdrawn'],
  },
};

describe('a request to cancel', () => {
  it.each(Object.entries(CASES))('%s', (_what, { at, status, effect, run: becomes, events }) => {
    const told = ask(at, cancel);
    const version = Number(rowOf(at)?.['version']) + 1;
    const last_seq = Number(rowOf(at)?.['last_seq']) + events.length;
    expect(told).toMatchObject({
      status,
      body: { cancel_effect: effect, run_id: 'run_1', version, last_seq },
    });
    expect(rowOf(told.world)).toMatchObject({ ...becomes, version, last_seq });
    expect(typesOf(appended(at, told.world))).toEqual(events);
  });

  it('tells who asked, and why', () => {
    const at = ground();
    const told = ask(at, { ...cancel, person: 'olga', body: JSON.stringify({ reason: 'by mistake' }) });
    for (const { payload } of appended(at, told.world))
      expect(JSON.parse(String(payload))).toEqual({ by: 'olga', reason: 'by mistake' });
  });

  it.each([null, '{}'])('needs no reason: the body may be %s', (body) => {
    expect(ask(ground(), { ...cancel, body }).body['cancel_effect']).toBe('cancelled');
  });

  it('withdraws the question and gives up what was planned, so that nothing is left open', () => {
    const { world } = ask(waiting(), cancel);
    expect(world.rows['approvals']?.get(QUESTION)?.['status']).toBe('withdrawn');
    expect(world.rows['operations']?.get('op_run_1_s1')?.['status']).toBe('abandoned');
  });

  it('puts a run that waited and has moved money into the queue, and tells a worker', () => {
    const at = changed(waiting(), operation('committed'));
    const { world } = ask(at, cancel);
    expect(world.rows['approvals']?.get(QUESTION)?.['status']).toBe('withdrawn');
    expect(world.rows['operations']?.get('op_run_1_s1')?.['status']).toBe('planned');
    const seq = String(rowOf(world)?.['last_seq']);
    expect(outbox(world).filter((key) => !outbox(at).includes(key))).toEqual([`run_1:${seq}:runs.dispatch`]);
  });

  it('made again says that it was made, and changes nothing', () => {
    const first = ask(held(), cancel).world;
    const again = ask(first, { ...cancel, person: 'writer' });
    expect(again).toMatchObject({ status: 202, body: { cancel_effect: 'already_requested' } });
    expect(serviceRows(again.world)).toEqual(serviceRows(first));
  });

  it.each(['succeeded', 'failed', 'cancelled', 'interrupted'])(
    'of a run that has %s changes nothing',
    (status) => {
      const at = changed(ground(), run({ status }));
      const told = ask(at, cancel);
      expect(told).toMatchObject({ status: 200, body: { cancel_effect: 'none_already_terminal', status } });
      expect(serviceRows(told.world)).toEqual(serviceRows(at));
    },
  );
});
