// What is wrong with something that a person wrote: where it stands, what was found there, what would be
// right. A reader of files collects every problem before it gives up, so that one run of a command is
// enough to mend a file.

export type JsonPath = readonly (string | number)[];

/** A problem that does not know its place in a file yet. */
export interface Complaint {
  readonly found: string;
  readonly expected: string;
  /** The known word that is closest to the one found. */
  readonly nearest?: string | undefined;
}

export interface Problem extends Complaint {
  readonly file: string;
  /** As in `designs.naive["outbox.mode"]`; empty for the file as a whole. */
  readonly path: string;
  /** Both from 1; a column counts UTF-16 units, as editors do. */
  readonly line: number;
  readonly column: number;
}

/** A file with a thousand mistakes is one mistake made a thousand times. */
const PROBLEMS_MAX = 50;

export class ProblemsError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const shown = problems.slice(0, PROBLEMS_MAX);
    const more = problems.length - shown.length;
    const lines = shown.map(problemText);
    if (more > 0) lines.push(`and ${String(more)} more of the ${String(problems.length)} problems found`);
    super(lines.join('\n'));
    this.name = 'ProblemsError';
    this.problems = problems;
  }
}

/** `file:line:column path: found …; expected …; did you mean …?` */
export function problemText(problem: Problem): string {
  const { file, line, column, path } = problem;
  const place = `${file}:${String(line)}:${String(column)}${path === '' ? '' : ` ${path}`}`;
  return `${place}: ${complaintText(problem)}`;
}

export function complaintText({ found, expected, nearest }: Complaint): string {
  const question = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `found ${found}; expected ${expected}${question}`;
}

export function pathText(path: JsonPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${String(part)}]`;
    else if (!/^[A-Za-z_]\w*$/.test(part)) text += `[${JSON.stringify(part)}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}

/** Longer values are cut: a message must stay readable, whatever stands in the file. */
const FOUND_LENGTH_MAX = 60;

/** A value as a message quotes it. */
export function quoted(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${String(value.length)}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length <= FOUND_LENGTH_MAX ? text : `${text.slice(0, FOUND_LENGTH_MAX)}…`;
}
