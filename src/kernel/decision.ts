// A decision is a point where a service can be built well or badly; its alternatives are data: edits of
// procedures, statements and schema (DESIGN §1.3). Assembling a design applies the edits of the chosen
// alternatives in one fixed order, so that no order of choosing matters, and refuses two alternatives
// that move, drop or replace the same operation.

import type { AnyOperation } from './actor';
import { ConvergeError } from './errors';
import type { Json } from './json';
import {
  addOperation,
  dropOperation,
  holdBefore,
  joinBefore,
  moveOperation,
  type Procedure,
  type Side,
  splitBefore,
} from './procedure';

/** `operation` is `actor.procedure.operation`, as in `api.accept.insertRun`. */
export type Edit =
  | {
      readonly edit: 'add';
      readonly operation: string;
      readonly side: Side;
      readonly anchor: string;
      readonly outside: boolean;
      readonly run: AnyOperation;
    }
  | { readonly edit: 'drop'; readonly operation: string }
  | { readonly edit: 'split' | 'join' | 'hold'; readonly operation: string }
  | {
      readonly edit: 'move';
      readonly operation: string;
      readonly side: Side;
      readonly anchor: string;
      readonly outside: boolean;
    }
  | { readonly edit: 'replace'; readonly operation: string; readonly run: AnyOperation }
  | { readonly edit: 'fragment'; readonly fragment: string; readonly text: string }
  | { readonly edit: 'schema'; readonly without: string }
  | { readonly edit: 'schema'; readonly with: string }
  | { readonly edit: 'parameter'; readonly parameter: string; readonly value: Json };

export interface Alternative {
  readonly name: string;
  readonly safe: boolean;
  /** The field's name for the failure that a naive alternative invites; empty for a safe one. */
  readonly failure: string;
  readonly edits: readonly Edit[];
  /** Set where it breaks a property without any fault or race, once its subject is on stage. */
  readonly breaksAlways?: boolean;
}

/** Naive alternatives first; the first safe one is the default. */
export interface Decision {
  readonly id: string;
  readonly kind: 'safety' | 'liveness' | 'cost' | 'both_safe';
  /** Properties (or counters) that a naive alternative can break. */
  readonly properties: readonly string[];
  readonly alternatives: readonly Alternative[];
}

/** Chosen alternative by decision id. */
export type Design = Readonly<Record<string, string>>;

export interface Assembly {
  readonly procedures: ReadonlyMap<string, Procedure>;
  /** Operations that alternatives bring, by `actor.procedure.operation`. */
  readonly operations: ReadonlyMap<string, AnyOperation>;
  readonly fragments: Readonly<Record<string, string>>;
  readonly without: readonly string[];
  /** Indexes and triggers that only some designs have. */
  readonly with: readonly string[];
  readonly parameters: Readonly<Record<string, Json>>;
}

const ORDER = [
  'add',
  'split',
  'join',
  'hold',
  'move',
  'replace',
  'drop',
  'fragment',
  'schema',
  'parameter',
] as const;

export function safeDesign(decisions: readonly Decision[]): Design {
  return Object.fromEntries(decisions.map((decision) => [decision.id, safeAlternative(decision).name]));
}

function safeAlternative(decision: Decision): Alternative {
  const safe = decision.alternatives.find((alternative) => alternative.safe);
  if (safe === undefined) throw new ConvergeError('definition', `${decision.id} has no safe alternative.`);
  return safe;
}

interface Chosen {
  readonly decision: string;
  readonly alternative: Alternative;
}

/** Applies a design to the safe procedures. Throws `design` where two alternatives contradict each other. */
export function assemble(
  decisions: readonly Decision[],
  design: Design,
  procedures: ReadonlyMap<string, Procedure>,
): Assembly {
  const chosen = decisions.map((decision) => choose(decision, design[decision.id]));
  refuseConflicts(chosen);
  const edits = chosen
    .toSorted((a, b) => (a.decision < b.decision ? -1 : 1))
    .flatMap((choice) => choice.alternative.edits)
    .map((edit, i) => ({ edit, rank: ORDER.indexOf(edit.edit) * 1e6 + i }))
    .toSorted((a, b) => a.rank - b.rank)
    .map((entry) => entry.edit);
  const assembly = {
    procedures: new Map(procedures),
    operations: new Map<string, AnyOperation>(),
    fragments: {} as Record<string, string>,
    without: [] as string[],
    with: [] as string[],
    parameters: {} as Record<string, Json>,
  };
  for (const edit of edits) {
    if (edit.edit === 'fragment') assembly.fragments[edit.fragment] = edit.text;
    else if (edit.edit === 'schema' && 'with' in edit) assembly.with.push(edit.with);
    else if (edit.edit === 'schema') assembly.without.push(edit.without);
    else if (edit.edit === 'parameter') assembly.parameters[edit.parameter] = edit.value;
    else applyToProcedure(edit, assembly.procedures, assembly.operations);
  }
  return assembly;
}

function choose(decision: Decision, name: string | undefined): Chosen {
  const alternative = decision.alternatives.find((one) => one.name === name);
  if (alternative !== undefined) return { decision: decision.id, alternative };
  const names = decision.alternatives.map((one) => one.name).join(', ');
  throw new ConvergeError(
    'design',
    `${decision.id} has no alternative ${name ?? '(none)'}; it has ${names}.`,
  );
}

type ProcedureEdit = Exclude<Edit, { edit: 'fragment' | 'schema' | 'parameter' }>;

function applyToProcedure(
  edit: ProcedureEdit,
  procedures: Map<string, Procedure>,
  operations: Map<string, AnyOperation>,
): void {
  const { procedure: name, operation } = splitAddress(edit.operation);
  const procedure = procedures.get(name);
  if (procedure === undefined) {
    throw new ConvergeError('design', `There is no procedure ${name} for ${edit.edit} ${edit.operation}.`);
  }
  if (edit.edit === 'add' || edit.edit === 'replace') operations.set(edit.operation, edit.run);
  procedures.set(name, edited(edit, procedure, operation));
}

function edited(edit: ProcedureEdit, procedure: Procedure, operation: string): Procedure {
  switch (edit.edit) {
    case 'add':
      return addOperation(procedure, operation, edit.side, edit.anchor, edit.outside);
    case 'move':
      return moveOperation(procedure, operation, edit.side, edit.anchor, edit.outside);
    case 'split':
      return splitBefore(procedure, operation);
    case 'join':
      return joinBefore(procedure, operation);
    case 'hold':
      return holdBefore(procedure, operation);
    case 'drop':
      return dropOperation(procedure, operation);
    case 'replace':
      return procedure;
  }
}

/** `worker.work.claim` is operation `claim` of procedure `worker.work`. */
export function splitAddress(address: string): { readonly procedure: string; readonly operation: string } {
  const dot = address.lastIndexOf('.');
  return { procedure: address.slice(0, dot), operation: address.slice(dot + 1) };
}

function refuseConflicts(chosen: readonly Chosen[]): void {
  const owners = new Map<string, Chosen>();
  for (const choice of chosen) {
    for (const edit of choice.alternative.edits) {
      if (edit.edit !== 'move' && edit.edit !== 'drop' && edit.edit !== 'replace') continue;
      const other = owners.get(edit.operation);
      owners.set(edit.operation, choice);
      if (other === undefined || other.decision === choice.decision) continue;
      const names = [other, choice].map((one) => `${one.decision}=${one.alternative.name}`);
      throw new ConvergeError('design', `${names.join(' and ')} both change ${edit.operation}.`, {
        operation: edit.operation,
        alternatives: names,
      });
    }
  }
}
