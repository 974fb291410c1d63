// The edits of an alternative, written the way CONTRACT's table writes them:
// `add('api.accept.publish', 'outside after insertOutbox', publish)`.

import type { AnyOperation } from './actor';
import type { Edit } from './decision';
import type { Json } from './json';
import type { Side } from './procedure';

/** `before X`, `after X`: beside an operation; with `outside`: beside the whole transaction that holds it. */
export type Place = `${'' | 'outside '}${Side} ${string}`;

function placed(place: Place): { readonly side: Side; readonly anchor: string; readonly outside: boolean } {
  const words = place.split(' ');
  const outside = words[0] === 'outside';
  const [side, anchor = ''] = outside ? words.slice(1) : words;
  return { side: side === 'before' ? 'before' : 'after', anchor, outside };
}

/** Puts a new operation in. */
export const add = (operation: string, place: Place, run: AnyOperation): Edit => {
  return { edit: 'add', operation, ...placed(place), run };
};

export const drop = (operation: string): Edit => ({ edit: 'drop', operation });

/** Ends a transaction before an operation and begins another one there. */
export const split = (operation: string): Edit => ({ edit: 'split', operation });

/** Removes the border before an operation. */
export const join = (operation: string): Edit => ({ edit: 'join', operation });

/** Leaves the transaction before an operation open until that operation's step is over. */
export const hold = (operation: string): Edit => ({ edit: 'hold', operation });

export const move = (operation: string, place: Place): Edit => ({
  edit: 'move',
  operation,
  ...placed(place),
});

/** Another function under the same name. */
export const replace = (operation: string, run: AnyOperation): Edit => ({ edit: 'replace', operation, run });

/** Fills a fragment of the named statements. */
export const fragment = (name: string, text: string): Edit => ({ edit: 'fragment', fragment: name, text });

/** Leaves a constraint out. */
export const without = (constraint: string): Edit => ({ edit: 'schema', without: constraint });

/** Brings an index or trigger along that no other design has. */
export const withTrigger = (name: string): Edit => ({ edit: 'schema', with: name });

export const parameter = (name: string, value: Json): Edit => ({ edit: 'parameter', parameter: name, value });
