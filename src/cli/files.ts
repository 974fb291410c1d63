// Where scenarios lie, and how files are read: bounded, as UTF-8, and with a problem in words for
// everything that a file system can answer.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingWords, surplusWords } from '../lesson/words';
import { FILE_LENGTH_MAX, JsonSource } from '../scenario/json-source';
import { nearest } from '../scenario/nearest';
import { ProblemsError, quoted } from '../scenario/problem';
import { parseScenario, type Scenario } from '../scenario/scenario';
import { type Locale, LOCALES, parseWords, type ScenarioWords } from '../scenario/words';
import { UsageError } from './command';

/** The checkout, from the bundle in dist/cli as from the sources in src/cli. */
export const top = fileURLToPath(new URL('../..', import.meta.url));
export const scenarios = path.join(top, 'scenarios');

/** A scenario that can be read: its file, and the files of its words where it has them. */
interface Place {
  readonly id: string;
  readonly file: string;
  readonly words: { readonly en: string; readonly 'zh-CN': string } | null;
}

/** The scenarios that arguments name, or all of this checkout. Throws what is wrong with all of them. */
export function readScenarios(named: readonly string[]): readonly Scenario[] {
  const places = named.length === 0 ? own() : named.flatMap(placesOf);
  const problems: ProblemsError['problems'][number][] = [];
  const read = places.flatMap((place) => {
    try {
      return [readScenario(place)];
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new ProblemsError(problems);
  return read;
}

/** Ids of the scenarios of this checkout. */
export const ownIds = (): readonly string[] => own().map(({ id }) => id);

/** A scenario of this checkout, with its words. */
export function readOwn(id: string): { scenario: Scenario; words: Words } | null {
  const place = own().find((one) => one.id === id);
  if (place === undefined) return null;
  const scenario = readScenario(place);
  return { scenario, words: place.words === null ? null : wordsIn(place.words) };
}

/** What a scenario says in every language; null where it says nothing. */
export type Words = Readonly<Record<Locale, ScenarioWords>> | null;

function readScenario({ id, file, words }: Place): Scenario {
  const problems: ProblemsError['problems'][number][] = [];
  const collect = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      problems.push(...error.problems);
      return null;
    }
  };
  const scenario = collect(() => parseScenario(readText(file), shown(file), id));
  if (words !== null) {
    const told = collect(() => wordsIn(words));
    if (scenario !== null && told !== null) problems.push(...wordProblems(scenario, told, words));
  }
  if (scenario === null || problems.length > 0) throw new ProblemsError(problems);
  return scenario;
}

/** Words that the scenario needs and a language does not have, and those that it never says. */
function wordProblems(
  scenario: Scenario,
  told: NonNullable<Words>,
  files: NonNullable<Place['words']>,
): readonly ProblemsError['problems'][number][] {
  return LOCALES.flatMap((locale) => {
    const source = new JsonSource(readText(files[locale]), shown(files[locale]));
    const missing = missingWords(scenario, told[locale]);
    const surplus = surplusWords(scenario, told[locale]);
    const whole = (path: string): string => (/^lesson\b/.test(path) ? 'lesson' : 'scenario');
    return [
      ...missing.map((path) => {
        const expected = `words for the ${whole(path)}`;
        const complaint = { found: 'nothing', expected, nearest: nearest(path, surplus) };
        return source.problem(path.split('.'), complaint);
      }),
      ...surplus.map((path) => {
        const found = quoted(path.split('.').at(-1));
        const expected = `no words that the ${whole(path)} never says`;
        const complaint = { found, expected, nearest: nearest(path, missing) };
        return source.keyProblem(path.split('.'), complaint);
      }),
    ];
  });
}

function wordsIn(files: NonNullable<Place['words']>): NonNullable<Words> {
  const textOf = (name: string) => ({ file: shown(name), text: readText(name) });
  return parseWords({ en: textOf(files.en), 'zh-CN': textOf(files['zh-CN']) });
}

/** The text of a file. Throws `ProblemsError`. */
export function readText(file: string): string {
  const refuse = (found: string, expected: string): never => {
    throw new ProblemsError([{ file: shown(file), path: '', line: 1, column: 1, found, expected }]);
  };
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return refuse('no file', 'a file of that name');
  if (!stat.isFile()) return refuse(stat.isDirectory() ? 'a folder' : 'no regular file', 'a file');
  if (stat.size > FILE_LENGTH_MAX) {
    return refuse(`${String(stat.size)} bytes`, `at most ${String(FILE_LENGTH_MAX)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const isText = error instanceof TypeError;
    return isText
      ? refuse('bytes that are not UTF-8', 'text in UTF-8')
      : refuse(String(error), 'a file to read');
  }
}

/** A file's name as somebody who stands in the current folder would write it. */
export function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative === '' || relative.startsWith('..') ? file : relative;
}

function own(): readonly Place[] {
  if (!existsSync(scenarios)) return [];
  return foldersIn(scenarios).map(placeIn);
}

/** A scenario's id or folder name, or the path of a file, of a folder, or of a folder of such folders. */
function placesOf(name: string): readonly Place[] {
  const known = own();
  const byName = known.find(({ id, file }) => name === id || name === path.basename(path.dirname(file)));
  if (byName !== undefined) return [byName];
  const file = path.resolve(name);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) {
    const near = nearest(
      name,
      known.map(({ id }) => id),
    );
    const question = near === undefined ? '' : `; did you mean ${near}?`;
    throw new UsageError(`found ${JSON.stringify(name)}; expected a scenario's id or a path${question}`);
  }
  if (!stat.isDirectory()) return [{ id: idOf(file), file, words: null }];
  if (existsSync(path.join(file, 'scenario.json'))) return [placeIn(file)];
  const folders = foldersIn(file);
  if (folders.length > 0) return folders.map(placeIn);
  throw new UsageError(`found the folder ${shown(file)} without a scenario.json; expected one in it`);
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name))
    .filter((inner) => existsSync(path.join(inner, 'scenario.json')));
}

/** Words are checked as soon as one language has them. */
function placeIn(folder: string): Place {
  const file = path.join(folder, 'scenario.json');
  const words = { en: path.join(folder, 'en.json'), 'zh-CN': path.join(folder, 'zh-CN.json') };
  const isWorded = existsSync(words.en) || existsSync(words['zh-CN']);
  return { id: idOf(file), file, words: isWorded ? words : null };
}

/** A folder's name without its number; a file's own name where it is not called scenario.json. */
export function idOf(file: string): string {
  const { name, base, dir } = path.parse(file);
  return (base === 'scenario.json' ? path.basename(dir) : name).replace(/^\d+-/, '');
}
