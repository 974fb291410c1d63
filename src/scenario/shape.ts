// Judges read JSON by a zod schema and turns what zod finds into problems with a place. Schemas say what
// they expect by `error: 'a name of small letters'`; for the rest the words are here.

import * as z from 'zod/mini';
import type { JsonSource } from './json-source';
import { nearest, oneOf } from './nearest';
import { type Complaint, type JsonPath, type Problem, quoted, ProblemsError } from './problem';

// The page's security policy forbids code made from text, which zod otherwise does at its first schema.
z.config({ jitless: true });

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/** The value with its type. Throws `ProblemsError` with everything in which it does not fit. */
export function parseShape<Form extends Schema>(source: JsonSource, schema: Form): z.output<Form> {
  const result = z.safeParse(schema, source.value);
  if (result.success) return result.data;
  throw new ProblemsError(result.error.issues.flatMap((issue) => problemsOf(source, schema, issue)));
}

function problemsOf(source: JsonSource, schema: Schema, issue: Issue): readonly Problem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(source, schema, path);
    return issue.keys.map((key) => source.keyProblem([...path, key], unknownKey(key, known)));
  }
  if (issue.code === 'invalid_key') {
    const expected = issue.issues[0]?.message ?? 'another name';
    return [source.keyProblem(path, { found: `the name ${quoted(path.at(-1))}`, expected })];
  }
  const value = source.valueAt(path);
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    const kinds = kindsAt(source, schema, path.slice(0, -1), issue.discriminator);
    const near = typeof value === 'string' ? nearest(value, kinds) : undefined;
    const expected = oneOf(`a known ${issue.discriminator}`, kinds);
    return [source.problem(path, { found: quoted(value), expected, nearest: near })];
  }
  return [source.problem(path, complaintOf(value, issue))];
}

function unknownKey(key: string, known: readonly string[]): Complaint {
  const expected = oneOf('a known key', known);
  return { found: `the key ${quoted(key)}`, expected, nearest: nearest(key, known) };
}

function complaintOf(value: unknown, issue: Issue): Complaint {
  const found = quoted(value);
  if (issue.code === 'invalid_type') return { found, expected: TYPES[issue.expected] ?? issue.expected };
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String);
    const near = typeof value === 'string' ? nearest(value, choices) : undefined;
    return { found, expected: choices.join(' or '), nearest: near };
  }
  if (issue.code === 'too_big') {
    return { found: sized(value), expected: `at most ${String(issue.maximum)}${unitOf(value)}` };
  }
  if (issue.code === 'too_small') {
    if (value === '') return { found, expected: 'text' };
    return { found: sized(value), expected: `at least ${String(issue.minimum)}${unitOf(value)}` };
  }
  const isUnion = issue.code === 'invalid_union';
  return {
    found,
    expected: isUnion ? [...new Set(issue.errors.flat().map(expectedOf))].join(' or ') : issue.message,
  };
}

const expectedOf = (issue: Issue): string => complaintOf(undefined, issue).expected;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function sized(value: unknown): string {
  if (Array.isArray(value)) return `${String(value.length)} entries`;
  return typeof value === 'string' ? `${String(value.length)} characters` : quoted(value);
}

function unitOf(value: unknown): string {
  if (Array.isArray(value)) return ' entries';
  return typeof value === 'string' ? ' characters' : '';
}

/** The keys that the schema knows at a path. */
function keysAt(source: JsonSource, schema: Schema, path: JsonPath): readonly string[] {
  const here = unwrapped(schemaAt(source, schema, path), source, path);
  return here instanceof z.core.$ZodObject ? Object.keys(here._zod.def.shape) : [];
}

/** The values that tell the kinds of object at a path apart. */
function kindsAt(
  source: JsonSource,
  schema: Schema,
  path: JsonPath,
  discriminator: string,
): readonly string[] {
  const here = schemaAt(source, schema, path);
  if (!(here instanceof z.core.$ZodDiscriminatedUnion)) return [];
  return here._zod.def.options.map((option) => kindOf(option, discriminator));
}

function schemaAt(source: JsonSource, schema: Schema, path: JsonPath): unknown {
  let here: unknown = schema;
  for (const [depth, part] of path.entries()) {
    here = inside(unwrapped(here, source, path.slice(0, depth)), part);
  }
  return here;
}

function inside(schema: unknown, part: string | number): unknown {
  if (schema instanceof z.core.$ZodArray) return schema._zod.def.element;
  if (schema instanceof z.core.$ZodRecord) return schema._zod.def.valueType;
  if (!(schema instanceof z.core.$ZodObject) || typeof part === 'number') return undefined;
  const { shape } = schema._zod.def;
  return Object.hasOwn(shape, part) ? shape[part] : undefined;
}

/** Defaults and optionality aside; of several kinds of object the one that the value says it is. */
function unwrapped(schema: unknown, source: JsonSource, path: JsonPath): unknown {
  let here = schema;
  while (here instanceof z.core.$ZodOptional || here instanceof z.core.$ZodDefault) {
    here = here._zod.def.innerType;
  }
  if (!(here instanceof z.core.$ZodDiscriminatedUnion)) return here;
  const { discriminator, options } = here._zod.def;
  const kind = source.valueAt([...path, discriminator]);
  return options.find((option) => kindOf(option, discriminator) === kind);
}

function kindOf(option: unknown, discriminator: string): string {
  const kind = option instanceof z.core.$ZodObject ? option._zod.def.shape[discriminator] : undefined;
  return kind instanceof z.core.$ZodLiteral ? String(kind._zod.def.values[0]) : '';
}
