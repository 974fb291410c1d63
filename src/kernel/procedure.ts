// A procedure is a list of named operations with transaction marks, written as the learner reads it:
// `take [ claim appendStarted ] work`. What lies between two marks is one step; an operation outside
// marks is a step of its own (DESIGN §1.2). A bar within the marks, `[ claim | work ]`, ends a step and leaves its
// transaction open. Decisions edit these lists; brackets in pictures come from them.

import { ConvergeError } from './errors';

export interface Step {
  readonly operations: readonly string[];
  readonly transaction: boolean;
  /** Its transaction stays open and goes on in the next step, which ends it unless it is left open too. */
  readonly open?: true;
}

export interface Procedure {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Parses the text of a procedure. Operation names are unique within it. */
export function parseProcedure(name: string, text: string): Procedure {
  const steps: Step[] = [];
  let open: string[] | null = null;
  for (const token of text.trim().split(/\s+/)) {
    if (token === '[' && open === null) open = [];
    else if (token === ']' && open !== null) {
      steps.push({ operations: open, transaction: true });
      open = null;
    } else if (token === '|' && open !== null) {
      steps.push({ operations: open, transaction: true, open: true });
      open = [];
    } else if (token === '[' || token === ']' || token === '|') throw unbalanced(name, text);
    else if (open !== null) open.push(token);
    else steps.push({ operations: [token], transaction: false });
  }
  if (open !== null) throw unbalanced(name, text);
  const names = steps.flatMap((step) => step.operations);
  const twice = names.find((operation, i) => names.indexOf(operation) !== i);
  if (twice !== undefined) throw new ConvergeError('definition', `${name} names ${twice} twice: ${text}`);
  return { name, steps };
}

function unbalanced(name: string, text: string): ConvergeError {
  return new ConvergeError('definition', `The marks of ${name} do not pair: ${text}`);
}

/** The text that parseProcedure reads. */
export function procedureText(procedure: Procedure): string {
  const { steps } = procedure;
  const words = steps.flatMap(({ operations, transaction, open }, i) => {
    const isBegun = steps[i - 1]?.open === true;
    return [
      ...(transaction && !isBegun ? ['['] : []),
      ...operations,
      ...(open === true ? ['|'] : transaction ? [']'] : []),
    ];
  });
  return words.join(' ');
}

/** Index of the step that holds an operation; -1 where a design has dropped it. */
export function stepOf(procedure: Procedure, operation: string): number {
  return procedure.steps.findIndex((step) => step.operations.includes(operation));
}

export type Side = 'before' | 'after';

/** Puts an operation beside another one, or `outside` beside the whole transaction that holds it. */
export function addOperation(
  procedure: Procedure,
  operation: string,
  side: Side,
  anchor: string,
  outside: boolean,
): Procedure {
  const at = stepOf(procedure, anchor);
  const host = procedure.steps[at];
  if (host === undefined) throw noAnchor(procedure, operation, anchor);
  if (outside || !host.transaction) {
    const alone: Step = { operations: [operation], transaction: false };
    return { ...procedure, steps: procedure.steps.toSpliced(side === 'before' ? at : at + 1, 0, alone) };
  }
  const place = host.operations.indexOf(anchor) + (side === 'before' ? 0 : 1);
  const grown = { ...host, operations: host.operations.toSpliced(place, 0, operation) };
  return { ...procedure, steps: procedure.steps.with(at, grown) };
}

export function dropOperation(procedure: Procedure, operation: string): Procedure {
  const steps = procedure.steps.map((step) =>
    step.operations.includes(operation)
      ? { ...step, operations: step.operations.filter((name) => name !== operation) }
      : step,
  );
  return { ...procedure, steps: steps.filter((step) => step.operations.length > 0) };
}

export function moveOperation(
  procedure: Procedure,
  operation: string,
  side: Side,
  anchor: string,
  outside: boolean,
): Procedure {
  if (stepOf(procedure, operation) < 0) throw noAnchor(procedure, operation, operation);
  if (operation === anchor) throw noAnchor(procedure, operation, anchor);
  return addOperation(dropOperation(procedure, operation), operation, side, anchor, outside);
}

/** Ends a transaction and begins another one before an operation. */
export function splitBefore(procedure: Procedure, operation: string): Procedure {
  const at = stepOf(procedure, operation);
  const host = procedure.steps[at];
  if (host === undefined) throw noAnchor(procedure, operation, operation);
  const place = host.operations.indexOf(operation);
  if (!host.transaction || place === 0) return procedure;
  const first = { ...host, operations: host.operations.slice(0, place) };
  const second = { ...host, operations: host.operations.slice(place) };
  return { ...procedure, steps: procedure.steps.toSpliced(at, 1, first, second) };
}

/** Removes the border before an operation, so that its step becomes part of the transaction before it. */
export function joinBefore(procedure: Procedure, operation: string): Procedure {
  const at = stepOf(procedure, operation);
  const [before, host] = [procedure.steps[at - 1], procedure.steps[at]];
  if (before === undefined || host === undefined) throw noAnchor(procedure, operation, operation);
  const joined = { operations: [...before.operations, ...host.operations], transaction: true };
  return { ...procedure, steps: procedure.steps.toSpliced(at - 1, 2, joined) };
}

/** Leaves the transaction before an operation open until that operation's step is over. */
export function holdBefore(procedure: Procedure, operation: string): Procedure {
  const at = stepOf(procedure, operation);
  const [before, host] = [procedure.steps[at - 1], procedure.steps[at]];
  if (before === undefined || host === undefined) throw noAnchor(procedure, operation, operation);
  const held: readonly Step[] = [
    { ...before, transaction: true, open: true },
    { ...host, transaction: true },
  ];
  return { ...procedure, steps: procedure.steps.toSpliced(at - 1, 2, ...held) };
}

function noAnchor(procedure: Procedure, operation: string, anchor: string): ConvergeError {
  return new ConvergeError(
    'design',
    `${procedure.name} has no operation ${anchor} to place ${operation} at; it reads: ${procedureText(procedure)}`,
  );
}
