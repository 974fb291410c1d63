// What every request must pass before anything is read for it or written: 401, 403, 400 on path and
// headers, 404, 403, 400 on the body, in this order, always (CONTRACT §2).

import { only } from '../../../kernel/actor';
import type { Data } from '../../../kernel/json';
import { MATRIX, type Permission, relationToConversation, relationToRun } from '../../authorization';
import { asRequest, type Endpoint, ORIGIN, principalOf, type Request, type Route, route } from '../../http';
import { problem, type ProblemSlug } from '../../problems';
import {
  conversationIn,
  decisionOf,
  jsonOf,
  keyOf,
  pageOf,
  reasonOf,
  type Refusal,
  submissionOf,
} from './checks';
import type { ApiLocals, Result, View } from './state';

/** What a person may do at an endpoint, with a run or a conversation; null where that does not exist. */
export type Permits = (view: Judging, endpoint: Endpoint, principal: string, target: Target) => Permission;

/** What a judgement looks at. */
export type Judging = Pick<View, 'sql' | 'parameters'>;

interface Target {
  readonly run: string | null;
  readonly conversation: string | null;
}

/** The matrix of CONTRACT §7, asked of the tables at every endpoint. */
export const byMatrix: Permits = (view, endpoint, principal, { run, conversation }) => {
  const relation =
    run === null
      ? relationToConversation(view.sql, principal, conversation ?? '')
      : relationToRun(view.sql, principal, run);
  if (relation === null) return 'hidden';
  return exception(view, endpoint)?.[relation] ?? MATRIX[endpoint][relation];
};

/** A row of the matrix that a design reads differently. */
function exception(view: Judging, endpoint: Endpoint): Partial<Record<string, Permission>> | null {
  const row = view.parameters[`matrix.${endpoint}`];
  return row === undefined ? null : (row as Record<string, Permission>);
}

/** @param refusedTo the operation that sends a refusal */
export const authorizeWith =
  (permits: Permits, refusedTo = 'respond') =>
  (view: View): Result => {
    const { message } = view;
    if (message === null) return { then: { end: true } };
    const request = asRequest(message.body);
    const principal = principalOf(request);
    const asked = route(request);
    const known = {
      ...{ caller: message.from, requestId: message.id, sender: request.sender, principal: principal ?? '' },
      ...(asked === null ? {} : { endpoint: asked.endpoint, target: nameIn(asked) }),
    };
    const refusing = (slug: ProblemSlug, members: Data = {}): Result => {
      return { locals: { ...known, answer: problem(slug, message.id, members) }, then: { to: refusedTo } };
    };
    if (principal === null || only(view.sql('read_principal', { principal_id: principal })) === null) {
      return refusing('unauthenticated');
    }
    if (request.method === 'POST' && request.headers['origin'] !== ORIGIN)
      return refusing('origin-forbidden');
    if (asked === null) return refusing('not-found');
    const checked = check({ view, request, principal, permits }, asked);
    if (checked.refusal !== null) return refusing(checked.refusal.slug, checked.refusal.members);
    const facts = asked.endpoint === 'cancel' ? [{ fact: 'cancel_asked', run_id: asked.run }] : [];
    return { locals: { ...known, ...checked.locals }, run: checked.locals?.runId ?? null, facts };
  };

/** What a request is about: what the observer asks about it later. */
function nameIn(asked: Route): string {
  if ('run' in asked) return asked.run;
  if ('approval' in asked) return asked.approval;
  return 'conversation' in asked ? asked.conversation : '';
}

interface Deciding {
  readonly view: Judging;
  readonly principal: string;
  readonly permits: Permits;
}

interface Asking extends Deciding {
  readonly view: View;
  readonly request: Request;
}

interface Checked {
  readonly refusal: Refusal | null;
  readonly locals?: Partial<ApiLocals>;
}

const passed = (locals: Partial<ApiLocals>): Checked => ({ refusal: null, locals });
const refused = (refusal: Refusal): Checked => ({ refusal });

function check(asking: Asking, asked: Route): Checked {
  switch (asked.endpoint) {
    case 'accept':
      return checkSubmission(asking);
    case 'read':
      return shutOut(asking, 'read', asked.run) ?? passed({ runId: asked.run, ...versionsIn(asking) });
    case 'page': {
      const page = pageOf(asking.request, asked.run, asked.query, asking.view.parameters);
      if ('refusal' in page) return refused(page.refusal);
      const { value } = page;
      const locals = { runId: asked.run, page: value, askedSeq: value.afterSeq };
      return shutOut(asking, 'page', asked.run) ?? passed(locals);
    }
    case 'download':
      return (
        shutOut(asking, 'download', asked.run) ??
        passed({ runId: asked.run, artifactId: asked.artifact, ...versionsIn(asking) })
      );
    case 'conversation': {
      const target = { run: null, conversation: asked.conversation };
      const refusal = refusalOf(asking, 'conversation', target);
      return refusal === null ? passed({ conversationId: asked.conversation }) : refused(refusal);
    }
    case 'decide':
      return checkDecision(asking, asked.approval);
    case 'cancel':
      return checkCancel(asking, asked.run);
  }
}

function versionsIn({ request }: Asking): Pick<ApiLocals, 'ifNoneMatch'> {
  const ifNoneMatch = request.headers['if-none-match'];
  return ifNoneMatch === undefined ? {} : { ifNoneMatch };
}

/** How a design answers somebody who may not know that a thing exists. */
const HIDDEN: ReadonlyMap<unknown, ProblemSlug> = new Map([
  [404, 'not-found'],
  [403, 'forbidden'],
] as const);

export function refusalOf(asking: Deciding, endpoint: Endpoint, target: Target): Refusal | null {
  const { view, principal, permits } = asking;
  const permission = permits(view, endpoint, principal, target);
  if (permission === 'allowed') return null;
  if (permission === 'self') return { slug: 'self-approval-forbidden' };
  if (permission === 'forbidden') return { slug: 'forbidden' };
  const exists = target.run === null || view.sql('read_run_scope', { run_id: target.run }).length > 0;
  const hidden = exists ? HIDDEN.get(view.parameters['hidden']) : undefined;
  return { slug: hidden ?? 'not-found' };
}

function shutOut(asking: Asking, endpoint: Endpoint, run: string): Checked | null {
  const refusal = refusalOf(asking, endpoint, { run, conversation: null });
  return refusal === null ? null : refused(refusal);
}

function checkSubmission(asking: Asking): Checked {
  const key = keyOf(asking.request);
  if ('refusal' in key) return refused(key.refusal);
  const body = jsonOf(asking.request);
  if ('refusal' in body) return refused(body.refusal);
  const conversation = conversationIn(body.value);
  if (conversation !== null) {
    // Who may submit is asked in every design: what the naive ones forget are the other endpoints.
    const refusal = refusalOf({ ...asking, permits: byMatrix }, 'accept', { run: null, conversation });
    if (refusal !== null) return refused(refusal);
  }
  const submission = submissionOf(body.value, key.value);
  if ('refusal' in submission) return refused(submission.refusal);
  const order = only(asking.view.sql('read_order', { order_id: submission.value.orderId }));
  if (order !== null) return passed({ submission: submission.value });
  const errors = [{ pointer: '/input/order_id', detail: 'There is no such order.' }];
  return refused({ slug: 'unprocessable', members: { errors } });
}

function checkDecision(asking: Asking, approvalId: string): Checked {
  const question = only(asking.view.sql('read_question', { approval_id: approvalId }));
  if (question === null) return refused({ slug: 'not-found' });
  const runId = String(question['run_id']);
  const barred = shutOut(asking, 'decide', runId);
  if (barred !== null) return barred;
  const body = jsonOf(asking.request);
  if ('refusal' in body) return refused(body.refusal);
  const deciding = decisionOf(body.value);
  return 'refusal' in deciding
    ? refused(deciding.refusal)
    : passed({ runId, approvalId, deciding: deciding.value });
}

function checkCancel(asking: Asking, runId: string): Checked {
  const barred = shutOut(asking, 'cancel', runId);
  if (barred !== null) return barred;
  const body = jsonOf(asking.request);
  if ('refusal' in body) return refused(body.refusal);
  const reason = reasonOf(asking.request, body.value);
  return 'refusal' in reason ? refused(reason.refusal) : passed({ runId, reason: reason.value });
}
