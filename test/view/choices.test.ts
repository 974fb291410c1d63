import { describe, expect, it } from 'vitest';
import type { Action, ActionKind } from '../../src/kernel/action';
import type { Reason } from '../../src/kernel/actor';
import type { FaultKind } from '../../src/kernel/fault';
import { choicesOf } from '../../src/view/choices';

function action(id: string, kind: ActionKind, lane: string, blocked: Reason | null = null): Action {
  const deed = { deed: 'continue', activity: 0 } as const;
  return { id, kind, lane, operations: [], run: null, blocked, deed };
}
function fault(
  kind: FaultKind,
  lane: string,
  target: string,
  message: string | null,
  blocked: Reason | null,
) {
  const id = `${kind}:${target}${message === null ? '' : `:${message}`}`;
  return {
    ...action(id, 'fault', lane, blocked),
    deed: { deed: 'fault', fault: kind, target, message } as const,
  };
}
const spent: Reason = { key: 'faultBudgetSpent', values: { fault: 'pause' } };
const enabled = [
  action('api.respond:a', 'step', 'api'),
  action('worker-1.take', 'step', 'worker-1', { key: 'isBusy', values: { procedure: 'worker.work' } }),
  action('deliver:runs>worker-2:m', 'deliver', 'worker-2'),
  action('clock:advance', 'clock', 'clock'),
  fault('crash', 'api', 'api', null, null),
  fault('drop', 'api', 'http', 'm:200', null),
  fault('delay', 'api', 'http', 'm:200', null),
  fault('pause', 'worker-1', 'worker-1', null, spent),
];
const lanes = ['browser-1', 'api', 'worker-1', 'worker-2'];
const ids = (actions: readonly Action[]): readonly string[] => actions.map(({ id }) => id);

describe('choices', () => {
  it('stand under their actors in lane order, the clock last, idle lanes left out', () => {
    expect(choicesOf(enabled, null, lanes).lanes.map(({ lane }) => lane)).toEqual([
      'api',
      'worker-1',
      'worker-2',
      'clock',
    ]);
  });

  it('name the next one apart, and not again', () => {
    const { next, lanes: groups } = choicesOf(enabled, enabled[0]!, lanes);
    expect(next?.id).toBe('api.respond:a');
    expect(groups[0]).toMatchObject({ lane: 'api', moves: [] });
    expect(ids(groups[0]!.faults)).toEqual(['crash:api']);
  });

  it('keep what is blocked, faults too, apart from what is possible', () => {
    const { lanes: groups, possible } = choicesOf(enabled, null, lanes);
    expect(ids(groups[1]!.blocked)).toEqual(['worker-1.take', 'pause:worker-1']);
    expect([groups[1]!.moves, groups[1]!.faults, groups[1]!.messages]).toEqual([[], [], []]);
    expect(possible).toBe(6);
  });

  it('keep what could befall a message together, under whoever sent it', () => {
    const [api] = choicesOf(enabled, null, lanes).lanes;
    expect(api?.messages.map(({ message, faults }) => [message, ids(faults)])).toEqual([
      ['m:200', ['drop:http:m:200', 'delay:http:m:200']],
    ]);
  });

  it('leave nothing out', () => {
    const { next, lanes: groups } = choicesOf(enabled, enabled[2]!, lanes);
    const listed = groups.flatMap(({ moves, faults, messages, blocked }) =>
      ids([...moves, ...faults, ...messages.flatMap((one) => one.faults), ...blocked]),
    );
    expect([next!.id, ...listed].toSorted()).toEqual(ids(enabled).toSorted());
  });
});
