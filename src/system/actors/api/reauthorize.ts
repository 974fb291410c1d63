// Between the check of a request and the transaction that reads or writes for it, whoever asks may be shown out.
// So they are asked again within that transaction, by the first of its operations that is for them.

import { problem } from '../../problems';
import { byMatrix, type Judging, refusalOf } from './authorize';
import type { ApiLocals } from './state';

type Asked = 'endpoint' | 'principal' | 'caller' | 'requestId' | 'runId' | 'conversationId' | 'submission';

interface Asking extends Judging {
  readonly locals: Partial<Pick<ApiLocals, Asked>> & Pick<ApiLocals, 'principal' | 'caller' | 'requestId'>;
}

/** An operation that does its work only for somebody who still may have it done; else `refusedTo` sends a refusal. */
export const permittedWith =
  (kind: 'api' | 'gateway', refusedTo: string) =>
  <View extends Asking, Done>(decide: (view: View) => Done) =>
  (view: View) => {
    const { principal, caller, requestId, runId, conversationId, submission, endpoint } = view.locals;
    const conversation = conversationId ?? submission?.conversationId ?? null;
    const target = { run: conversation === null ? (runId ?? null) : null, conversation };
    const asking = { view, principal, permits: byMatrix };
    const isAsked = endpoint !== undefined && view.parameters['reauthorize'] !== 'never';
    const refusal = isAsked ? refusalOf(asking, endpoint, target) : null;
    if (refusal === null) return decide(view);
    const says = { key: `${kind}.reauthorize.refused`, values: { browser: caller, code: refusal.slug } };
    return { locals: { answer: problem(refusal.slug, requestId, {}) }, then: { to: refusedTo }, says };
  };

export const permitted = permittedWith('api', 'respond');
