// What a message carries and what a row says, as far as the diagram has to know.

import type { Data, Json } from '../kernel/json';
import type { Row } from '../kernel/store';

/** A member of a message's body, where it has one. */
export function memberOf(body: Json, name: string): Json | undefined {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Data)[name] : undefined;
}

export const isRequest = (body: Json): boolean => memberOf(body, 'method') !== undefined;

/** Who holds a run, by its row; null where nobody does. */
export function holderOf(row: Row | null): string | null {
  const owner = row?.['owner'];
  return typeof owner === 'string' ? owner : null;
}
