import { describe, expect, it } from 'vitest';
import { type AnyOperation, operation } from '../../src/kernel/actor';
import { assemble, type Decision, type Edit, safeDesign, splitAddress } from '../../src/kernel/decision';
import { add, drop, fragment, join, move, parameter, replace, split, without } from '../../src/kernel/edit';
import { parseProcedure, procedureText } from '../../src/kernel/procedure';

const nothing: AnyOperation = operation(() => ({}));

const safe = new Map([['a.work', parseProcedure('a.work', 'take [ one two three ] send ack')]]);

const decision = (id: string, ...edits: readonly Edit[]): Decision => ({
  id,
  kind: 'safety',
  properties: [],
  alternatives: [
    { name: 'naive', safe: false, failure: 'harm', edits },
    { name: 'safe', safe: true, failure: '', edits: [] },
  ],
});

/** The procedure as the naive alternatives of these decisions leave it. */
function edited(...decisions: readonly Decision[]): string {
  const design = Object.fromEntries(decisions.map(({ id }) => [id, 'naive']));
  const procedure = assemble(decisions, design, safe).procedures.get('a.work');
  return procedure === undefined ? '' : procedureText(procedure);
}

describe('an edit', () => {
  it.each([
    [
      'adds beside an operation',
      add('a.work.new', 'after two', nothing),
      'take [ one two new three ] send ack',
    ],
    [
      'adds beside a transaction',
      add('a.work.new', 'outside before two', nothing),
      'take new [ one two three ] send ack',
    ],
    ['drops an operation', drop('a.work.two'), 'take [ one three ] send ack'],
    ['splits a transaction', split('a.work.two'), 'take [ one ] [ two three ] send ack'],
    ['joins a step to the transaction before it', join('a.work.send'), 'take [ one two three send ] ack'],
    ['moves an operation', move('a.work.ack', 'outside after take'), 'take ack [ one two three ] send'],
    ['replaces an operation in its place', replace('a.work.two', nothing), 'take [ one two three ] send ack'],
  ])('%s', (_claim, edit, text) => {
    expect(edited(decision('d', edit))).toBe(text);
  });

  it('brings its function under the address of the operation', () => {
    const decisions = [decision('d', replace('a.work.two', nothing))];
    expect(assemble(decisions, { d: 'naive' }, safe).operations.get('a.work.two')).toBe(nothing);
  });

  it('fills a fragment, leaves out a constraint, sets a parameter', () => {
    const decisions = [decision('d', fragment('holder', '1'), without('runs_final'), parameter('limit', 3))];
    const assembly = assemble(decisions, { d: 'naive' }, safe);
    expect(assembly.fragments).toEqual({ holder: '1' });
    expect(assembly.without).toEqual(['runs_final']);
    expect(assembly.parameters).toEqual({ limit: 3 });
  });

  it('may stand beside an operation that another decision drops', () => {
    const one = decision('one', drop('a.work.two'));
    const other = decision('other', add('a.work.new', 'outside after two', nothing));
    expect(edited(one, other)).toBe('take [ one three ] new send ack');
    expect(edited(other, one)).toBe('take [ one three ] new send ack');
  });

  it('of a procedure that does not exist is refused by name', () => {
    expect(() => edited(decision('d', drop('a.sleep.two')))).toThrow(
      'There is no procedure a.sleep for drop a.sleep.two.',
    );
  });
});

describe('a design', () => {
  it('is the first safe alternative of every decision, unless something else is chosen', () => {
    expect(safeDesign([decision('one'), decision('two')])).toEqual({ one: 'safe', two: 'safe' });
  });

  it('without a choice for a decision is refused', () => {
    expect(() => assemble([decision('one')], {}, safe)).toThrow(
      'one has no alternative (none); it has naive, safe.',
    );
  });

  it('needs a safe alternative', () => {
    const none: Decision = { ...decision('one'), alternatives: [] };
    expect(() => safeDesign([none])).toThrow('one has no safe alternative.');
  });
});

describe('an address', () => {
  it('is actor, procedure and operation', () => {
    expect(splitAddress('worker.work.claim')).toEqual({ procedure: 'worker.work', operation: 'claim' });
  });
});
