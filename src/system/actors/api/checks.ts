// The shape of what comes in: headers, cursors, bodies. What is refused here has touched nothing
// (CONTRACT §2: 400 on headers before 404, 400 and 422 on bodies after 403).

import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { canonical, type Data, type Json } from '../../../kernel/json';
import { shortDigest } from '../../digest';
import { BODY_LENGTH_MAX, type Request } from '../../http';
import type { ProblemSlug } from '../../problems';
import { isCounted } from '../gateway/counting';
import type { Deciding, PageAsked, Submission } from './state';

/** Steps of a task that asks for no other number. */
export const STEPS = 20;
const PAGE_LENGTH = 100;
const PAGE_LENGTH_MAX = 500;

// What a client reads of a body that is refused are zod's own sentences.
z.config(en());

const textUpTo = (length: number) => z.string().check(z.minLength(1), z.maxLength(length));
const numberUpTo = (most: number) => z.optional(z.int().check(z.gte(1), z.lte(most)));
const reason = z.optional(z.string().check(z.maxLength(2_000)));

const submissionSchema = z.strictObject({
  conversation_id: textUpTo(64),
  input: z.strictObject({ message: textUpTo(4_000), order_id: textUpTo(64) }),
  budget: z.optional(z.strictObject({ attempts: numberUpTo(100), steps: numberUpTo(1_000) })),
});

const decisionSchema = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  proposal_digest: textUpTo(64),
  reason,
});

const cancelSchema = z.strictObject({ reason });

export interface Refusal {
  readonly slug: ProblemSlug;
  readonly members?: Data;
}

/** What was understood of a request, or why it is refused. */
export type Understood<T> = { readonly value: T } | { readonly refusal: Refusal };

const refused = (slug: ProblemSlug, members?: Data): { readonly refusal: Refusal } => ({
  refusal: members === undefined ? { slug } : { slug, members },
});

/** The cursor: `Last-Event-ID` before `after_seq` before 0; refused where it is none of this run. */
export function pageOf(
  request: Request,
  runId: string,
  query: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, Json>>,
): Understood<PageAsked> {
  const last = request.headers['last-event-id'];
  const own = last?.startsWith(`${runId}:`) === true ? last.slice(runId.length + 1) : last;
  const asked = query['after_seq'];
  const isOwn = own !== undefined && (parameters['cursor_source'] !== 'query' || asked === undefined);
  const cursor = (isOwn ? own : asked) ?? '0';
  const limit = query['limit'] ?? String(PAGE_LENGTH);
  if (!/^\d{1,12}$/.test(cursor) || !/^\d{1,12}$/.test(limit) || Number(limit) === 0) {
    return refused('invalid-cursor');
  }
  const page = { afterSeq: Number(cursor), limit: Math.min(Number(limit), PAGE_LENGTH_MAX) };
  return { value: isOwn && isCounted({ parameters }) ? { ...page, isNumber: true } : page };
}

/** The key that a submission needs. */
export function keyOf(request: Request): Understood<string> {
  const key = request.headers['idempotency-key'];
  return key === undefined || !/^[\x21-\x7e]{1,255}$/.test(key)
    ? refused('idempotency-key-missing')
    : { value: key };
}

/** The body as JSON; null where there is none or it is malformed. */
export function jsonOf(request: Request): Understood<Json> {
  if ((request.body ?? '').length > BODY_LENGTH_MAX) return refused('payload-too-large');
  try {
    return { value: JSON.parse(request.body ?? '') as Json };
  } catch {
    return { value: null };
  }
}

/** The conversation that a submission names, if it names one. */
export function conversationIn(body: Json): string | null {
  if (typeof body !== 'object' || body === null || !('conversation_id' in body)) return null;
  const { conversation_id: id } = body;
  return typeof id === 'string' ? id : null;
}

export function submissionOf(body: Json, key: string): Understood<Submission> {
  const parsed = shaped(submissionSchema, body);
  if ('refusal' in parsed) return parsed;
  const { conversation_id: conversationId, input, budget } = parsed.value;
  const limits = { attempts: budget?.attempts ?? 3, steps: budget?.steps ?? STEPS };
  const fingerprint = shortDigest(['POST', '/v1/runs', body]);
  const told = { key, fingerprint, body: canonical(body), conversationId, orderId: input.order_id };
  return { value: { ...told, ...limits } };
}

const DECISIONS = { approve: 'approved', reject: 'rejected' } as const;

export function decisionOf(body: Json): Understood<Deciding> {
  const parsed = shaped(decisionSchema, body);
  if ('refusal' in parsed) return parsed;
  const { decision, proposal_digest: digest, reason: why } = parsed.value;
  return { value: { decision: DECISIONS[decision], digest, reason: why ?? null } };
}

/** The reason of a cancel; its body may be left out. */
export function reasonOf(request: Request, body: Json): Understood<string | null> {
  if (request.body === null) return { value: null };
  const parsed = shaped(cancelSchema, body);
  return 'refusal' in parsed ? parsed : { value: parsed.value.reason ?? null };
}

function shaped<T extends z.ZodMiniType>(schema: T, body: Json): Understood<z.output<T>> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { value: parsed.data };
  const errors = parsed.error.issues.map((issue) => ({
    pointer: `/${issue.path.map(String).join('/')}`,
    detail: issue.message,
  }));
  return refused('invalid-request', { errors });
}
