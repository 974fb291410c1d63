// Reads JSON and remembers where everything stands, so that a problem found much later, by a schema or by
// a check of meaning, can still name line and column. What most people get wrong in JSON (a comma too
// many, a comment, a key given twice) is reported and read past; only what cannot be understood ends it.

import type { Json } from '../kernel/json';
import { nearest, oneOf } from './nearest';
import { type Complaint, type JsonPath, pathText, type Problem, ProblemsError, quoted } from './problem';
import { JsonReader, type JsonNode } from './json-reader';

/** No file of ours comes near it, and reading one of this size takes a blink. */
export const FILE_LENGTH_MAX = 1_000_000;

export class JsonSource {
  readonly file: string;
  readonly value: Json;
  private readonly root: JsonNode;
  private readonly lines: LineStarts;

  /** Throws `ProblemsError` with everything that is wrong with the text as JSON. */
  constructor(text: string, file: string) {
    this.file = file;
    if (text.length > FILE_LENGTH_MAX) throw new ProblemsError([tooLong(file, text.length)]);
    this.lines = new LineStarts(text);
    const { root, flaws } = new JsonReader(text).read();
    const problems = flaws.map(({ at, path, complaint }) => this.placed(at, path, complaint));
    if (root === null || problems.length > 0) throw new ProblemsError(problems);
    this.root = root;
    this.value = root.value;
  }

  /** The problem at a path: at its value, or at the nearest thing around it where there is none. */
  problem(path: JsonPath, complaint: Complaint): Problem {
    return this.placed(this.find(path).at, path, complaint);
  }

  /** The problem at the key of a member, where the name itself is wrong. */
  keyProblem(path: JsonPath, complaint: Complaint): Problem {
    const parent = this.find(path.slice(0, -1));
    const at = parent.members?.get(String(path.at(-1)))?.at ?? parent.at;
    return this.placed(at, path, complaint);
  }

  /** The problem of a word that is none of the known ones, at its value or its key; none where it is known. */
  unknown(path: JsonPath, word: string, what: string, known: readonly string[]): readonly Problem[] {
    if (known.includes(word)) return [];
    const complaint = { found: quoted(word), expected: oneOf(what, known), nearest: nearest(word, known) };
    return [path.at(-1) === word ? this.keyProblem(path, complaint) : this.problem(path, complaint)];
  }

  valueAt(path: JsonPath): Json | undefined {
    let node: JsonNode | undefined = this.root;
    for (const part of path) node = childOf(node, part);
    return node?.value;
  }

  private find(path: JsonPath): JsonNode {
    let node = this.root;
    for (const part of path) {
      const child = childOf(node, part);
      if (child === undefined) break;
      node = child;
    }
    return node;
  }

  private placed(at: number, path: JsonPath, complaint: Complaint): Problem {
    return { file: this.file, path: pathText(path), ...this.lines.placeOf(at), ...complaint };
  }
}

function tooLong(file: string, length: number): Problem {
  const found = `${String(length)} characters`;
  return { file, path: '', line: 1, column: 1, found, expected: `at most ${String(FILE_LENGTH_MAX)}` };
}

function childOf(node: JsonNode | undefined, part: string | number): JsonNode | undefined {
  return typeof part === 'number' ? node?.items?.[part] : node?.members?.get(part)?.node;
}

class LineStarts {
  private readonly starts: readonly number[];

  constructor(text: string) {
    this.starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (end) => end.index + end[0].length)];
  }

  placeOf(at: number): { line: number; column: number } {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - this.starts[low]! + 1 };
  }
}
