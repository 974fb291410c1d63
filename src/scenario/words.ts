// A scenario's words, one file a language: a title, a summary, and whatever else its lesson says. Every
// language says the same things: a key that one of them lacks is a hole in somebody's page.

import type { Json } from '../kernel/json';
import { JsonSource } from './json-source';
import { nearest } from './nearest';
import { type JsonPath, type Problem, ProblemsError, quoted } from './problem';

export interface Words {
  readonly [key: string]: string | Words;
}

export interface ScenarioWords extends Words {
  readonly title: string;
  readonly summary: string;
}

export const LOCALES = ['en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];

/** What every scenario says. */
export const REQUIRED = ['title', 'summary'];

/** Every page has a word for a naive and a safe design; the scenario has it for its others. */
export const isNamedByScenario = (design: string): boolean => !['naive', 'safe'].includes(design);

const WORDS_LENGTH_MAX = 1_000;
const TITLE_LENGTH_MAX = 80;

/** Reads the files of all languages together. Throws `ProblemsError`. */
export function parseWords(
  files: Readonly<Record<Locale, { readonly file: string; readonly text: string }>>,
): Readonly<Record<Locale, ScenarioWords>> {
  const problems: Problem[] = [];
  const sources = LOCALES.map((locale) => {
    try {
      const { text, file } = files[locale];
      return new JsonSource(text, file);
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      problems.push(...error.problems);
      return null;
    }
  });
  for (const source of sources) {
    if (source === null) continue;
    problems.push(...formProblems(source));
    for (const other of sources) {
      if (other !== null && other !== source) problems.push(...missingProblems(source, other));
    }
  }
  if (problems.length > 0) throw new ProblemsError(problems);
  const [en, zh] = sources.map((source) => source?.value as unknown as ScenarioWords);
  return { en: en!, 'zh-CN': zh! };
}

function formProblems(source: JsonSource): readonly Problem[] {
  const problems = textProblems(source, [], source.value);
  if (problems.length > 0) return problems;
  const required = REQUIRED.filter((key) => typeof source.valueAt([key]) !== 'string');
  const title = source.valueAt(['title']);
  const isLong = typeof title === 'string' && title.length > TITLE_LENGTH_MAX;
  return [
    ...required.map((key) =>
      source.problem([key], { found: quoted(source.valueAt([key])), expected: `a ${key}` }),
    ),
    ...(isLong ? [tooLong(source, ['title'], title, TITLE_LENGTH_MAX)] : []),
  ];
}

function textProblems(source: JsonSource, path: JsonPath, value: Json): readonly Problem[] {
  if (typeof value === 'string' && path.length > 0) {
    if (value === '') return [source.problem(path, { found: '""', expected: 'words' })];
    return value.length > WORDS_LENGTH_MAX ? [tooLong(source, path, value, WORDS_LENGTH_MAX)] : [];
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, inner]) =>
      textProblems(source, [...path, key], inner as Json),
    );
  }
  const expected = path.length === 0 ? 'an object of words' : 'words, or an object of words';
  return [source.problem(path, { found: quoted(value), expected })];
}

function tooLong(source: JsonSource, path: JsonPath, text: string, max: number): Problem {
  const found = `${String(text.length)} characters`;
  return source.problem(path, { found, expected: `at most ${String(max)}` });
}

/** What the other language says and this one does not. */
function missingProblems(source: JsonSource, other: JsonSource): readonly Problem[] {
  const own = keyTexts(source.value, []);
  const ownNames = own.map((path) => path.join('.'));
  return keyTexts(other.value, [])
    .filter((path) => !ownNames.includes(path.join('.')) && !REQUIRED.includes(path.join('.')))
    .map((path) => {
      const expected = `words, as in ${other.file}`;
      const near = nearest(path.join('.'), ownNames);
      return source.problem(path, { found: 'nothing', expected, nearest: near });
    });
}

function keyTexts(value: Json | undefined, path: readonly string[]): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([key, inner]) => keyTexts(inner, [...path, key]));
}
