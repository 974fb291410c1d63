// A page with a session that only remembers what was asked of it, and moments by hand.
import type { Component } from 'svelte';
import { render } from 'vitest-browser-svelte';
import type { Action } from '../../src/kernel/action';
import type { Reason } from '../../src/kernel/actor';
import type { Rows } from '../../src/kernel/store';
import type { StepRecord } from '../../src/kernel/trace';
import { rowsAt } from '../../src/view/rows';
import type { Page } from '../../src/ui/state/context';
import { Language } from '../../src/ui/state/language';
import type { Moment } from '../../src/ui/state/moment';
import type { Reader } from '../../src/view/log';
import Stage from './Stage.svelte';

export interface Staged {
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  readonly readers?: readonly Reader[];
  readonly locale?: 'en' | 'zh-CN';
}

/** Renders a panel at a moment; `asked` holds what it asked of the session. */
export async function show(
  Panel: Component<{ moment: Moment }>,
  moment: Moment,
  { tables = {}, readers = [], locale = 'en' }: Staged = {},
) {
  const asked: string[] = [];
  const session = {
    ...{ story: { stage: { tables, properties: [] } }, readers, end: null },
    take: (id: string) => asked.push(`take ${id}`),
    seek: (cursor: number) => asked.push(`seek ${cursor}`),
  };
  const page = { session, preferences: { locale }, language: new Language(locale) } as unknown as Page;
  const screen = await render(Stage, {
    props: { page, Panel, moment },
  });
  return { screen, asked };
}

export function momentOf(of: {
  readonly first?: Rows;
  readonly trace?: readonly StepRecord[];
  readonly cursor?: number;
  readonly enabled?: readonly Action[];
  readonly next?: Action;
}): Moment {
  const { first = {}, trace = [], cursor = trace.length, enabled = [], next = null } = of;
  const worldAt = (step: number) => ({ now: 0, rows: rowsAt(first, trace, step), judgement: {} });
  const [start, world, timeline] = [worldAt(0), worldAt(cursor), { worldAt }];
  const lanes = ['browser-1', 'browser-2', 'api', 'worker-1'];
  return { first: start, world, timeline, trace, cursor, enabled, next, lanes } as unknown as Moment;
}

export const action = (id: string, lane: string, operations: readonly string[]): Action => {
  const deed = { deed: 'continue', activity: 0 } as const;
  return { id, kind: 'step', lane, operations, run: null, blocked: null, deed };
};

export const blocked = (one: Action, reason: Reason): Action => ({ ...one, blocked: reason });

export function fault(kind: 'crash' | 'drop', lane: string, message: string | null): Action {
  const target = message === null ? lane : 'http';
  const id = message === null ? `${kind}:${lane}` : `${kind}:http:${message}`;
  return { ...action(id, lane, []), kind: 'fault', deed: { deed: 'fault', fault: kind, target, message } };
}
