// What a gateway does that takes the end of a connection for a wish to cancel (cancel.on_disconnect=cancel).

import type { AnyOperation } from '../../../kernel/actor';
import { only } from '../../../kernel/actor';
import { abandonPlanned, tell } from '../../events';
import { announce } from '../../handout';
import { gateway, type View } from './state';

const BY = { by: 'gateway', reason: 'disconnected' };

/** Ends the run that nobody watches any more, or asks its holder to. */
export const cancelRunOfClosed: AnyOperation = gateway((view) => {
  const runId = view.run ?? '';
  const before = only(view.sql('read_run', { run_id: runId }));
  const isEnded = view.sql('cancel_direct', { run_id: runId }).length > 0;
  if (!isEnded && view.sql('cancel_flag', { run_id: runId }).length === 0) return {};
  const seq = tell(view, runId, 'run.cancel_requested', BY);
  const isAsked = before?.['status'] === 'waiting_approval';
  const last = isAsked ? withdrawn(view, runId, seq) : seq;
  if (isEnded) {
    abandonPlanned(view, runId, 'cancelled');
    tell(view, runId, 'run.cancelled', BY);
  } else if (isAsked) {
    announce(view, { runId, seq: last, type: 'approval.withdrawn', availableAt: view.now });
  }
  return {
    says: { key: isEnded ? 'gateway.cancelRun' : 'gateway.cancelRun.requested', values: { run: runId } },
  };
});

function withdrawn(view: View, runId: string, seq: number): number {
  const rows = view.sql('withdraw_approval', { run_id: runId });
  const told = rows.map((row) =>
    tell(view, runId, 'approval.withdrawn', { approval_id: String(row['approval_id']) }),
  );
  return told.at(-1) ?? seq;
}
