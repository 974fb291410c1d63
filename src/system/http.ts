// Requests and responses as they travel: real methods, paths, headers and bodies as text (DESIGN §1.11).
// The session is a cookie; header names are in lower case, as HTTP/2 carries them.

import type { Data, Json } from '../kernel/json';

export const HTTP = 'http';
export const API = 'api';
export const ORIGIN = 'https://converge.invalid';
export const BODY_LENGTH_MAX = 65_536;

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** What the observer knows of the sender; the service never reads it. */
  readonly sender: { readonly incarnation: number; readonly draft: string | null };
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A response in flight names the request that it answers: they share a connection. */
export interface Answer extends Response {
  readonly answers: string;
}

/** What a client learns when the connection of its request is gone. */
export interface Reset {
  readonly reset: string;
}

export type Arrival = Answer | Reset;

export const isReset = (arrival: Arrival): arrival is Reset => 'reset' in arrival;

/** Messages carry plain data; these say what it is. */
export const asJson = (value: Request | Answer): Json => value as unknown as Json;
export const asRequest = (body: Json): Request => body as unknown as Request;
export const asArrival = (body: Json): Arrival => body as unknown as Arrival;

/** A successful response with a JSON body. */
export function ok(
  status: number,
  requestId: string,
  body: Data,
  headers: Readonly<Record<string, string>>,
): Response {
  const common = { 'content-type': 'application/json', 'request-id': requestId, 'cache-control': 'no-store' };
  return { status, headers: { ...common, ...headers }, body: JSON.stringify(body) };
}

/** What a client has already, it is not sent again (RFC 9110 §15.4.5). */
export function notModified(requestId: string, etag: string): Response {
  return { status: 304, headers: { etag, 'request-id': requestId, 'cache-control': 'no-store' }, body: '' };
}

/** Whether a client holds this very version: `If-None-Match` lists tags, weak ones too, or says "any". */
export function holdsVersion(listed: string | undefined, etag: string): boolean {
  const tags = (listed ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** The person whose session the cookie names, or null. */
export function principalOf(request: Request): string | null {
  const match = /(?:^|;\s*)session=([A-Za-z0-9_-]{1,64})(?:;|$)/.exec(request.headers['cookie'] ?? '');
  return match?.[1] ?? null;
}

export type Route =
  | { readonly endpoint: 'accept' }
  | { readonly endpoint: 'read' | 'cancel'; readonly run: string }
  | { readonly endpoint: 'page'; readonly run: string; readonly query: Readonly<Record<string, string>> }
  | { readonly endpoint: 'download'; readonly run: string; readonly artifact: string }
  | { readonly endpoint: 'decide'; readonly approval: string }
  | { readonly endpoint: 'conversation'; readonly conversation: string };

export type Endpoint = Route['endpoint'];

type Names = Readonly<Record<string, string>>;
type Routed = (names: Names, query: string) => Route;

const text = (names: Names, name: string): string => names[name] ?? '';

/** Paths with their ids in braces, as CONTRACT §2 writes them. */
const ROUTES: readonly (readonly [Request['method'], string, Routed])[] = [
  ['POST', '/v1/runs', () => ({ endpoint: 'accept' })],
  ['GET', '/v1/runs/{run}', (names) => ({ endpoint: 'read', run: text(names, 'run') })],
  [
    'GET',
    '/v1/runs/{run}/events',
    (names, query) => ({ endpoint: 'page', run: text(names, 'run'), query: queryOf(query) }),
  ],
  ['POST', '/v1/runs/{run}/cancel', (names) => ({ endpoint: 'cancel', run: text(names, 'run') })],
  [
    'GET',
    '/v1/runs/{run}/artifacts/{artifact}',
    (names) => ({ endpoint: 'download', run: text(names, 'run'), artifact: text(names, 'artifact') }),
  ],
  [
    'POST',
    '/v1/approvals/{approval}/decision',
    (names) => ({ endpoint: 'decide', approval: text(names, 'approval') }),
  ],
  [
    'GET',
    '/v1/conversations/{conversation}',
    (names) => ({ endpoint: 'conversation', conversation: text(names, 'conversation') }),
  ],
];

const PATTERNS = ROUTES.map(([method, path, routed]) => {
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[A-Za-z0-9_-]{1,64})');
  return { method, pattern: new RegExp(`^${pattern}$`), routed };
});

/** What a request asks for; null where there is no such endpoint. */
export function route(request: Pick<Request, 'method' | 'path'>): Route | null {
  const [path = '', search = ''] = request.path.split('?', 2);
  for (const { method, pattern, routed } of PATTERNS) {
    const found = request.method === method ? pattern.exec(path) : null;
    if (found !== null) return routed(found.groups ?? {}, search);
  }
  return null;
}

function queryOf(search: string): Readonly<Record<string, string>> {
  const pairs = search.split('&').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair, ''] : [pair.slice(0, at), decode(pair.slice(at + 1))];
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
