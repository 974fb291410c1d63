// A gateway that is woken instead of looking (wakeup.mode=notify_only).

import type { AnyOperation, WaitView } from '../../../kernel/actor';
import { type Json, textOf } from '../../../kernel/json';
import type { Log } from '../../cursor';
import { gateway, type GatewayLocals } from './state';

/** From here on every append to the run leaves a wake-up for this connection. */
export const listen: AnyOperation = gateway((view) => {
  const { requestId, caller, runId = '', answer } = view.locals;
  if (answer !== undefined) return {};
  view.sql('listen', { conn_id: requestId, browser: caller, run_id: runId });
  return { says: { key: 'gateway.listen', values: { run: runId } } };
});

export const takeWakeUp: AnyOperation = gateway((view) => {
  view.sql('take_wakeup', { conn_id: view.locals.requestId });
  return {};
});

export const unlisten: AnyOperation = gateway((view) => {
  view.sql('unlisten', { conn_id: view.locals.requestId });
  return { says: { key: 'gateway.unlisten', values: { browser: view.locals.caller } } };
});

type Finds = (view: Pick<WaitView, 'sql'>, locals: Partial<GatewayLocals>, log: Log) => boolean;

/** Whether the log goes on after the cursor, and a page would say so. */
const looks: Finds = ({ sql }, { runId = '', cursor = 0 }, log) =>
  log.lastSeq !== cursor && sql('peek_page', { run_id: runId, after_seq: cursor }).length > 0;

const FINDS: Readonly<Record<string, Finds>> = {
  notify: (view, locals) => view.sql('woken', { conn_id: locals.requestId ?? '' }).length > 0,
};

type Designed = { readonly parameters: Readonly<Record<string, Json>> };

/** How a design learns that there is more to read. */
export const findsIn = ({ parameters }: Designed): Finds => FINDS[textOf(parameters, 'wakeup')] ?? looks;
