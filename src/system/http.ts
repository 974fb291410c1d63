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

/** The person whose session the cookie names, or null. */
export function principalOf(request: Request): string | null {
  const match = /(?:^|;\s*)session=([A-Za-z0-9_-]{1,64})(?:;|$)/.exec(request.headers['cookie'] ?? '');
  return match?.[1] ?? null;
}

export type Route =
  | { readonly endpoint: 'accept' }
  | { readonly endpoint: 'read'; readonly run: string }
  | { readonly endpoint: 'page'; readonly run: string; readonly query: Readonly<Record<string, string>> };

const RUN = String.raw`([A-Za-z0-9_-]{1,64})`;

/** What a request asks for; null where there is no such endpoint. */
export function route(request: Pick<Request, 'method' | 'path'>): Route | null {
  const [path = '', search = ''] = request.path.split('?', 2);
  if (request.method === 'POST') return path === '/v1/runs' ? { endpoint: 'accept' } : null;
  const read = new RegExp(`^/v1/runs/${RUN}$`).exec(path);
  if (read?.[1] !== undefined) return { endpoint: 'read', run: read[1] };
  const page = new RegExp(`^/v1/runs/${RUN}/events$`).exec(path);
  if (page?.[1] !== undefined) return { endpoint: 'page', run: page[1], query: queryOf(search) };
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
