import { describe, expect, it } from 'vitest';
import {
  addOperation,
  dropOperation,
  holdBefore,
  joinBefore,
  moveOperation,
  parseProcedure,
  procedureText,
  splitBefore,
  stepOf,
} from '../../src/kernel/procedure';

const accept = parseProcedure('api.accept', 'authorize [ findKey insertRun insertOutbox ] respond');
const text = procedureText;

describe('a procedure', () => {
  it('has one step for what stands between two marks, and one for each operation outside', () => {
    expect(accept.steps.map((step) => step.operations)).toEqual([
      ['authorize'],
      ['findKey', 'insertRun', 'insertOutbox'],
      ['respond'],
    ]);
    expect(accept.steps.map((step) => step.transaction)).toEqual([false, true, false]);
    expect(text(accept)).toBe('authorize [ findKey insertRun insertOutbox ] respond');
  });

  it.each(['a [ b', 'a ] b', '[ a [ b ] ]', 'a | b', '[ a ] | b'])(
    'refuses marks that do not pair: %s',
    (words) => {
      expect(() => parseProcedure('p', words)).toThrow(/marks of p do not pair/);
    },
  );

  it('refuses a name that stands twice', () => {
    expect(() => parseProcedure('p', 'a [ b a ]')).toThrow('p names a twice');
  });

  it('takes a new operation beside another one, inside its transaction or outside', () => {
    expect(text(addOperation(accept, 'publish', 'after', 'insertOutbox', false))).toBe(
      'authorize [ findKey insertRun insertOutbox publish ] respond',
    );
    expect(text(addOperation(accept, 'publish', 'after', 'insertOutbox', true))).toBe(
      'authorize [ findKey insertRun insertOutbox ] publish respond',
    );
    expect(text(addOperation(accept, 'publish', 'before', 'insertOutbox', true))).toBe(
      'authorize publish [ findKey insertRun insertOutbox ] respond',
    );
  });

  it('loses a step with its last operation', () => {
    expect(text(dropOperation(accept, 'authorize'))).toBe('[ findKey insertRun insertOutbox ] respond');
    expect(text(dropOperation(accept, 'findKey'))).toBe('authorize [ insertRun insertOutbox ] respond');
  });

  it('moves an operation out of its transaction and into another place', () => {
    const pump = parseProcedure('pump', '[ readUnsent ] publish [ mark ]');
    expect(text(moveOperation(pump, 'publish', 'after', 'mark', true))).toBe(
      '[ readUnsent ] [ mark ] publish',
    );
    expect(text(moveOperation(accept, 'respond', 'before', 'insertRun', true))).toBe(
      'authorize respond [ findKey insertRun insertOutbox ]',
    );
  });

  it('can be split at an operation and joined again', () => {
    const halves = splitBefore(accept, 'insertOutbox');
    expect(text(halves)).toBe('authorize [ findKey insertRun ] [ insertOutbox ] respond');
    expect(text(joinBefore(halves, 'insertOutbox'))).toBe(text(accept));
  });

  it('can leave a transaction open until a later operation is over', () => {
    const held = holdBefore(accept, 'respond');
    expect(text(held)).toBe('authorize [ findKey insertRun insertOutbox | respond ]');
    expect(held.steps.map(({ operations, open }) => [operations.length, open === true])).toEqual([
      [1, false],
      [3, true],
      [1, false],
    ]);
    expect(parseProcedure(held.name, text(held))).toEqual(held);
    expect(() => holdBefore(accept, 'authorize')).toThrow('api.accept has no operation authorize');
  });

  it('names the operations it has where an anchor is missing', () => {
    expect(() => addOperation(accept, 'x', 'after', 'nowhere', false)).toThrow(
      'api.accept has no operation nowhere to place x at; it reads: authorize [ findKey',
    );
    expect(stepOf(accept, 'nowhere')).toBe(-1);
  });
});
