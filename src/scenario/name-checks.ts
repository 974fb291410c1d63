// Checks of single names that several sections of a file make: a fault, an alternative of a decision, whether
// alternatives fit together.

import { ConvergeError } from '../kernel/errors';
import { FAULT_KINDS, isFree } from '../kernel/fault';
import { serviceFaultNames } from '../system/faults';
import { effectComplaint } from './intervention-checks';
import { parseEffect } from './intervention';
import type { JsonSource } from './json-source';
import { type JsonPath, type Problem, quoted } from './problem';
import type { ScenarioFile } from './schema';
import { operationsIn, type Vocabulary } from './vocabulary';

export interface Checked {
  readonly source: JsonSource;
  readonly file: ScenarioFile;
  readonly vocabulary: Vocabulary;
}

export function faultProblems(
  source: JsonSource,
  vocabulary: Vocabulary,
  path: JsonPath,
  text: string,
): readonly Problem[] {
  const effect = parseEffect(text);
  const kinds = [...FAULT_KINDS.filter((kind) => !isFree(kind)), ...serviceFaultNames];
  const expected = `a fault (${kinds.join(', ')})`;
  if ('complaint' in effect) return [source.problem(path, effect.complaint)];
  const isFault = kinds.some((kind) => text.startsWith(`${kind} `));
  const complaint = isFault ? effectComplaint(vocabulary, effect.value) : { found: quoted(text), expected };
  return complaint === null ? [] : [source.problem(path, complaint)];
}

export function overrideProblems(
  source: JsonSource,
  { decisions }: Vocabulary,
  path: JsonPath,
  alternative: string,
): readonly Problem[] {
  const id = String(path.at(-1));
  const decision = decisions.find((one) => one.id === id);
  if (decision === undefined) {
    return source.unknown(
      path,
      id,
      'a decision or "unmatched"',
      decisions.map((one) => one.id),
    );
  }
  const names = decision.alternatives.map((one) => one.name);
  return source.unknown(path, alternative, `an alternative of ${id}`, names);
}

export function conflictIn(
  vocabulary: Vocabulary,
  overrides: Readonly<Record<string, string>>,
): string | null {
  try {
    operationsIn(vocabulary, overrides);
    return null;
  } catch (error) {
    if (error instanceof ConvergeError && error.code === 'design') return error.message;
    throw error;
  }
}
