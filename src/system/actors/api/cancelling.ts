// A request to cancel: it ends a run that nobody works on and that has moved no money; else it is a flag, and
// whoever holds the run answers it at the next safe point (CONTRACT §2.5, §9). The answer tells which.

import { type AnyOperation, only } from '../../../kernel/actor';
import { abandonPlanned, tell, TERMINAL } from '../../events';
import { announce } from '../../handout';
import { ok } from '../../http';
import { readRunBody } from '../../run-body';
import { byMatrix } from './authorize';
import { permitted } from './reauthorize';
import { answered, api, refuse, type Result, send, type View } from './state';

const STATUS = {
  cancelled: 200,
  none_already_terminal: 200,
  requested: 202,
  already_requested: 202,
} as const;

/** What comes of the request is the answer to it, whoever reads the run's row for its words later. */
function effecting(decide: (view: View) => Result): AnyOperation {
  return api((view) => {
    const outcome: Result = permitted(decide)(view);
    const effect = outcome.locals?.cancelEffect;
    return effect === undefined ? outcome : { ...outcome, facts: [answered(view.locals, STATUS[effect])] };
  });
}

function cancelRun(view: View): Result {
  const runId = view.locals.runId ?? '';
  const before = only(view.sql('read_run', { run_id: runId }));
  if (before === null) return refuse(view, 'not-found');
  const values = { run: runId, status: String(before['status']) };
  if (view.sql('cancel_direct', { run_id: runId }).length > 0) {
    return { locals: { cancelEffect: 'cancelled' }, says: { key: 'api.cancelRun.cancelled', values } };
  }
  const flagged = only(view.sql('cancel_flag', { run_id: runId }));
  if (flagged !== null) {
    const isRequeued = before['status'] === 'waiting_approval';
    return {
      locals: { cancelEffect: 'requested', isRequeued },
      says: { key: 'api.cancelRun.requested', values },
    };
  }
  const isOver = Object.values(TERMINAL).includes(String(before['status']));
  const cancelEffect = isOver ? 'none_already_terminal' : 'already_requested';
  const key = isOver ? 'api.cancelRun.over' : 'api.cancelRun.already';
  return { locals: { cancelEffect }, then: { to: 'respond' }, says: { key, values } };
}

/** Ends the run whatever is under way, and whatever was begun (cancel.mode=kill). */
export const killRun: AnyOperation = effecting((view) => {
  const runId = view.locals.runId ?? '';
  const values = { run: runId, status: String(only(view.sql('read_run', { run_id: runId }))?.['status']) };
  if (view.sql('kill_run', { run_id: runId }).length === 0) {
    const locals = { cancelEffect: 'none_already_terminal' } as const;
    return { locals, then: { to: 'respond' }, says: { key: 'api.cancelRun.over', values } };
  }
  return { locals: { cancelEffect: 'cancelled' }, says: { key: 'api.cancelRun.killed', values } };
});

function appendCancel(view: View, drawn?: number): Result {
  const { principal, reason = null, runId = '' } = view.locals;
  const seq = tell(view, runId, 'run.cancel_requested', { by: principal, reason }, drawn);
  return { locals: { cancelSeq: seq } };
}

/** The same at the place that was drawn for it (seq.alloc). */
export const appendCancelDrawn: AnyOperation = api((view) => appendCancel(view, view.locals.drawnSeq));

/** Nobody waits for the answer any more. */
function withdrawApproval(view: View): Result {
  const { runId = '', cancelEffect, isRequeued } = view.locals;
  if (cancelEffect !== 'cancelled' && isRequeued !== true) return {};
  const withdrawn = view.sql('withdraw_approval', { run_id: runId });
  const told = withdrawn.map((row) =>
    tell(view, runId, 'approval.withdrawn', { approval_id: String(row['approval_id']) }),
  );
  return told.length === 0 ? {} : { locals: { cancelSeq: told.at(-1) ?? 0 } };
}

function abandon(view: View): Result {
  const { runId = '', cancelEffect } = view.locals;
  if (cancelEffect === 'cancelled') abandonPlanned(view, runId, 'cancelled');
  return {};
}

function appendEnding(view: View): Result {
  const { cancelEffect, principal, reason = null, runId = '' } = view.locals;
  if (cancelEffect !== 'cancelled') return {};
  const seq = tell(view, runId, 'run.cancelled', { by: principal, reason });
  return { locals: { endSeq: seq }, says: { key: 'api.appendEnding', values: { run: runId } } };
}

/** A run that waited for a person goes on: somebody has to finish it. */
function insertOutbox(view: View): Result {
  const { runId = '', cancelSeq, isRequeued } = view.locals;
  if (cancelSeq === undefined || isRequeued !== true) return {};
  announce(view, { runId, seq: cancelSeq, type: 'approval.withdrawn', availableAt: view.now });
  return { says: { key: 'api.insertOutbox', values: { run: runId, seq: cancelSeq } } };
}

function respondToCancel(view: View): Result {
  const { answer, runId = '', requestId, cancelEffect } = view.locals;
  if (answer !== undefined || cancelEffect === undefined) return send(view, answer);
  // By now they may have been shown out: what the run has come to is not theirs any more.
  const { principal } = view.locals;
  const mayRead = byMatrix(view, 'read', principal, { run: runId, conversation: null }) === 'allowed';
  const read = mayRead ? readRunBody(view.sql, runId) : null;
  const body = { ...(read?.body ?? { run_id: runId }), cancel_effect: cancelEffect };
  const says = { key: 'api.respond.cancel', values: { run: runId, effect: cancelEffect } };
  return { ...send(view, ok(STATUS[cancelEffect], requestId, body, {})), says };
}

export const cancelling = {
  cancelRun: effecting(cancelRun),
  appendCancel: api((view) => appendCancel(view)),
  withdrawApproval: api(withdrawApproval),
  abandonPlanned: api(abandon),
  appendEnding: api(appendEnding),
  'api.cancel.insertOutbox': api(insertOutbox),
  'api.cancel.respond': api(respondToCancel),
} as const;
