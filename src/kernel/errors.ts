// One error class for everything a caller can get wrong or run into. The code is for programs, the
// message says what was found and what to do, the details name the ids in question.

import type { Data } from './json';

export type ErrorCode =
  | 'design' // a design cannot be assembled
  | 'not-enabled' // the action asked for cannot happen now
  | 'limit' // a bound of this laboratory was hit
  | 'schema' // a schema or statement breaks the rules of the store
  | 'definition'; // an actor, procedure or catalog contradicts itself

export class ConvergeError extends Error {
  readonly code: ErrorCode;
  readonly details: Data;

  constructor(code: ErrorCode, message: string, details: Data = {}) {
    super(message);
    this.name = 'ConvergeError';
    this.code = code;
    this.details = details;
  }
}

/** The value, or a definition error: for what must be there if the catalog is right. */
export function must<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new ConvergeError('definition', `There is no ${what}.`);
  return value;
}
