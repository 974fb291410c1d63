// Worked cases as data: a start, what happens, what comes out. This file reads and checks them and judges
// the answers; how a case is run belongs to the modelled service.

import { canonical, type Json } from '../kernel/json';
import { JsonSource } from './json-source';
import { type Complaint, type JsonPath, type Problem, ProblemsError } from './problem';
import { parseShape } from './shape';
import { type VectorCase, vectorsSchema } from './vectors-schema';

/** The cases of a file, and the file, so that a problem found while running one has a place. */
export interface Vectors {
  readonly source: JsonSource;
  readonly cases: readonly VectorCase[];
}

export interface VectorAnswer {
  readonly got: Json | null;
  /** What the service lacks to run this case. */
  readonly missing?: string;
}

/** Refuses a case as unusable; the path is relative to the case, as in `["input", 1]`. */
export type Refuse = (path: JsonPath, complaint: Complaint) => never;

export interface JudgedCase {
  readonly id: string;
  /** What the answer was compared with: `expected`, or `derived` where the course leaves that open. */
  readonly expected: Json;
  readonly got: Json | null;
  readonly ok: boolean;
  readonly missing?: string;
}

/** Reads a file of cases. Throws `ProblemsError`. */
export function parseVectors(text: string, file: string): Vectors {
  const source = new JsonSource(text, file);
  const { cases } = parseShape(source, vectorsSchema);
  const twins = cases.flatMap(({ id }, i) =>
    cases.findIndex((one) => one.id === id) < i
      ? [source.problem(['cases', i, 'id'], { found: JSON.stringify(id), expected: 'each id once' })]
      : [],
  );
  if (twins.length > 0) throw new ProblemsError(twins);
  return { source, cases };
}

/** Runs every case and compares. Throws `ProblemsError` with all cases that were refused. */
export function judgeVectors(
  { source, cases }: Vectors,
  run: (one: VectorCase, refuse: Refuse) => VectorAnswer,
): readonly JudgedCase[] {
  const problems: Problem[] = [];
  const judged = cases.flatMap((one, i) => {
    const answer = answerOf(one, run, (path, complaint) => {
      problems.push(source.problem(['cases', i, ...path], complaint));
    });
    return answer === null ? [] : [judge(one, answer)];
  });
  if (problems.length > 0) throw new ProblemsError(problems);
  return judged;
}

class Refusal extends Error {}

function answerOf(
  one: VectorCase,
  run: (one: VectorCase, refuse: Refuse) => VectorAnswer,
  note: (path: JsonPath, complaint: Complaint) => void,
): VectorAnswer | null {
  try {
    return run(one, (path, complaint) => {
      note(path, complaint);
      throw new Refusal();
    });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function judge(one: VectorCase, { got, missing }: VectorAnswer): JudgedCase {
  const expected = (one.expected ?? one.derived ?? null) as Json;
  const ok = missing === undefined && canonical(got) === canonical(expected);
  return { id: one.id, expected, got, ok, ...(missing === undefined ? {} : { missing }) };
}
