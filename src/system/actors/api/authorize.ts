// What every request must pass before anything is read for it or written: 401, 403, 400 on path and
// headers, 404, 403, 400 on the body, in this order, always (CONTRACT §2).

import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { only } from '../../../kernel/actor';
import { canonical, type Data, type Json } from '../../../kernel/json';
import { MATRIX, relationToConversation, relationToRun } from '../../authorization';
import { shortDigest } from '../../digest';
import { asRequest, BODY_LENGTH_MAX, ORIGIN, principalOf, type Request, type Route, route } from '../../http';
import { problem, type ProblemSlug } from '../../problems';
import type { ApiLocals, Result, View } from './state';

const PAGE_LENGTH = 100;
const PAGE_LENGTH_MAX = 500;

// What a client reads of a body that is refused are zod's own sentences.
z.config(en());

const textUpTo = (length: number) => z.string().check(z.minLength(1), z.maxLength(length));
const numberUpTo = (most: number) => z.optional(z.int().check(z.gte(1), z.lte(most)));

const bodySchema = z.strictObject({
  conversation_id: textUpTo(64),
  input: z.strictObject({ message: textUpTo(2_000), order_id: textUpTo(64) }),
  budget: z.optional(z.strictObject({ attempts: numberUpTo(100), steps: numberUpTo(1_000) })),
});

export function authorize(view: View): Result {
  const { message } = view;
  if (message === null) return { then: { end: true } };
  const request = asRequest(message.body);
  const principal = principalOf(request);
  const requestId = message.id;
  const known = { caller: message.from, requestId, sender: request.sender, principal: principal ?? '' };
  const refusing = (slug: ProblemSlug, members: Data = {}): Result => {
    return { locals: { ...known, answer: problem(slug, requestId, members) }, then: { to: 'respond' } };
  };
  if (principal === null || only(view.sql('read_principal', { principal_id: principal })) === null) {
    return refusing('unauthenticated');
  }
  if (request.method === 'POST' && request.headers['origin'] !== ORIGIN) return refusing('origin-forbidden');
  const asked = route(request);
  if (asked === null) return refusing('not-found');
  const checked = check(view, request, asked, principal);
  if (checked.refusal !== null) return refusing(checked.refusal.slug, checked.refusal.members);
  const run = asked.endpoint === 'accept' ? null : asked.run;
  return { locals: { ...known, ...checked.locals }, run };
}

interface Checked {
  readonly refusal: { readonly slug: ProblemSlug; readonly members?: Data } | null;
  readonly locals?: Partial<ApiLocals>;
}

function check(view: View, request: Request, asked: Route, principal: string): Checked {
  switch (asked.endpoint) {
    case 'accept':
      return checkSubmission(view, request, principal);
    case 'read':
      return visible(view, 'read', principal, asked.run) ?? { refusal: null, locals: { runId: asked.run } };
    case 'page': {
      const page = pageOf(request, asked.run, asked.query);
      if (page === null) return { refusal: { slug: 'invalid-cursor' } };
      return (
        visible(view, 'page', principal, asked.run) ?? {
          refusal: null,
          locals: { runId: asked.run, page, askedSeq: page.afterSeq },
        }
      );
    }
  }
}

function visible(view: View, endpoint: 'read' | 'page', principal: string, runId: string): Checked | null {
  const relation = relationToRun(view.sql, principal, runId);
  const permission = relation === null ? 'hidden' : MATRIX[endpoint][relation];
  if (permission === 'allowed') return null;
  return { refusal: { slug: permission === 'hidden' ? 'not-found' : 'forbidden' } };
}

/** The cursor: `Last-Event-ID` before `after_seq` before 0; null where it is none of this run. */
function pageOf(
  request: Request,
  runId: string,
  query: Readonly<Record<string, string>>,
): { readonly afterSeq: number; readonly limit: number } | null {
  const last = request.headers['last-event-id'];
  const own = last?.startsWith(`${runId}:`) === true ? last.slice(runId.length + 1) : last;
  const cursor = own ?? query['after_seq'] ?? '0';
  const limit = query['limit'] ?? String(PAGE_LENGTH);
  if (!/^\d{1,12}$/.test(cursor) || !/^\d{1,12}$/.test(limit) || Number(limit) === 0) return null;
  return { afterSeq: Number(cursor), limit: Math.min(Number(limit), PAGE_LENGTH_MAX) };
}

function checkSubmission(view: View, request: Request, principal: string): Checked {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !/^[\x21-\x7e]{1,255}$/.test(key))
    return { refusal: { slug: 'idempotency-key-missing' } };
  if ((request.body ?? '').length > BODY_LENGTH_MAX) return { refusal: { slug: 'payload-too-large' } };
  const body = parseJson(request.body);
  const conversation = conversationIn(body);
  const relation = conversation === null ? null : relationToConversation(view.sql, principal, conversation);
  if (conversation !== null) {
    const permission = relation === null ? 'hidden' : MATRIX.accept[relation];
    if (permission !== 'allowed')
      return { refusal: { slug: permission === 'hidden' ? 'not-found' : 'forbidden' } };
  }
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => ({
      pointer: `/${issue.path.map(String).join('/')}`,
      detail: issue.message,
    }));
    return { refusal: { slug: 'invalid-request', members: { errors } } };
  }
  const { conversation_id: conversationId, budget } = parsed.data;
  const fingerprint = shortDigest(['POST', '/v1/runs', body]);
  const limits = { attempts: budget?.attempts ?? 3, steps: budget?.steps ?? 20 };
  return {
    refusal: null,
    locals: { submission: { key, fingerprint, body: canonical(body), conversationId, ...limits } },
  };
}

function parseJson(text: string | null): Json {
  try {
    return JSON.parse(text ?? '') as Json;
  } catch {
    return null;
  }
}

function conversationIn(body: Json): string | null {
  if (typeof body !== 'object' || body === null || !('conversation_id' in body)) return null;
  const { conversation_id: id } = body;
  return typeof id === 'string' ? id : null;
}
