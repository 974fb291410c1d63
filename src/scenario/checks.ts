// What a schema cannot say of a scenario: that its names mean something, that its stage is small enough
// for a beginner, that its expectations cover its designs and show a difference between them.

import { canonical } from '../kernel/json';
import { exploreProblems } from './explore-checks';
import { givenProblems } from './given-checks';
import { interventionComplaint } from './intervention-checks';
import { parseIntervention } from './intervention';
import type { JsonSource } from './json-source';
import { lessonProblems } from './lesson-checks';
import { type Checked, conflictIn, faultProblems, overrideProblems } from './name-checks';
import type { JsonPath, Problem } from './problem';
import { type ScenarioFile, STAGE_LIMITS } from './schema';
import { type Operations, operationsIn, unionOf, type Vocabulary } from './vocabulary';

/** Everything that is wrong with a file whose form is right. */
export function problemsOfMeaning(checked: Checked): readonly Problem[] {
  return [
    ...stageProblems(checked),
    ...givenProblems({ ...checked, given: checked.file.given, at: ['given'] }),
    ...designProblems(checked),
    ...scheduleProblems(checked),
    ...expectProblems(checked),
    ...differenceProblems(checked),
    ...exploreProblems(checked),
    ...lessonProblems(checked),
  ];
}

function stageProblems({ source, file, vocabulary }: Checked): readonly Problem[] {
  const { lanes, tables, properties, faults } = file.stage;
  const { lanes: known, properties: ids } = vocabulary;
  const problems = [
    ...lanes.flatMap((lane, i) => source.unknown(['stage', 'lanes', i], lane, 'a lane', known)),
    ...Object.entries(tables).flatMap(([table, columns]) =>
      columnProblems(source, vocabulary, ['stage', 'tables', table], columns),
    ),
    ...properties.flatMap((id, i) => source.unknown(['stage', 'properties', i], id, 'a property', ids)),
    ...faults.flatMap((fault, i) => faultProblems(source, vocabulary, ['stage', 'faults', i], fault)),
  ];
  if (file.advanced) return problems;
  const most = (path: JsonPath, length: number, max: number, what: string): readonly Problem[] => {
    const expected = `at most ${String(max)}, or "advanced": true`;
    return length <= max ? [] : [source.problem(path, { found: `${String(length)} ${what}`, expected })];
  };
  return [
    ...problems,
    ...most(['stage', 'lanes'], lanes.length, STAGE_LIMITS.lanes, 'lanes'),
    ...most(['stage', 'tables'], Object.keys(tables).length, STAGE_LIMITS.tables, 'tables'),
    ...Object.entries(tables).flatMap(([table, columns]) =>
      most(['stage', 'tables', table], columns.length, STAGE_LIMITS.columns, 'columns'),
    ),
    ...most(['stage', 'properties'], properties.length, STAGE_LIMITS.properties, 'properties'),
    ...most(['stage', 'faults'], faults.length, STAGE_LIMITS.faults, 'faults'),
  ];
}

/** A table named by the last part of the path, and columns of it, listed there or used as keys. */
function columnProblems(
  source: JsonSource,
  { tables }: Vocabulary,
  path: JsonPath,
  columns: readonly string[],
): readonly Problem[] {
  const table = String(path.at(-1));
  const known = tables.get(table);
  if (known === undefined) return source.unknown(path, table, 'a table', [...tables.keys()]);
  return columns.flatMap((column, i) => source.unknown([...path, i], column, `a column of ${table}`, known));
}

function designProblems({ source, file, vocabulary }: Checked): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [name, { unmatched = [], ...overrides }] of Object.entries(file.designs)) {
    const path = ['designs', name];
    const unknown = Object.entries(overrides).flatMap(([decision, alternative]) =>
      overrideProblems(source, vocabulary, [...path, decision], alternative),
    );
    problems.push(...unknown);
    const conflict = unknown.length > 0 ? null : conflictIn(vocabulary, overrides);
    if (conflict !== null) {
      problems.push(source.problem(path, { found: conflict, expected: 'alternatives that fit together' }));
    }
    for (const [i, text] of unmatched.entries()) {
      const place = [...path, 'unmatched', i];
      problems.push(...source.unknown(place, text, 'an intervention of the schedule', file.schedule));
    }
  }
  return problems;
}

function scheduleProblems({ source, file, vocabulary }: Checked): readonly Problem[] {
  const operations = operationsOfAll(vocabulary, file);
  return file.schedule.flatMap((text, i) => {
    const intervention = parseIntervention(text);
    const complaint =
      'complaint' in intervention
        ? intervention.complaint
        : interventionComplaint(vocabulary, operations, intervention.value);
    return complaint === null ? [] : [source.problem(['schedule', i], complaint)];
  });
}

/** Operations that exist in some design of the file; designs that cannot be assembled are passed over. */
function operationsOfAll(vocabulary: Vocabulary, file: ScenarioFile): Operations {
  const { decisions } = vocabulary;
  const isKnown = ([id, name]: readonly [string, string]): boolean =>
    decisions.some((one) => one.id === id && one.alternatives.some((each) => each.name === name));
  return unionOf(
    Object.values(file.designs).flatMap(({ unmatched: _unmatched, ...overrides }) => {
      const isWhole = Object.entries(overrides).every(isKnown) && conflictIn(vocabulary, overrides) === null;
      return isWhole ? [operationsIn(vocabulary, overrides)] : [];
    }),
  );
}

function expectProblems({ source, file, vocabulary }: Checked): readonly Problem[] {
  const designs = Object.keys(file.designs);
  const problems: Problem[] = [];
  for (const name of designs) {
    if (Object.hasOwn(file.expect, name)) continue;
    const complaint = { found: 'nothing', expected: `what design ${name} comes to` };
    problems.push(source.problem(['expect', name], complaint));
  }
  const browsers = [...vocabulary.actors].filter(([, kind]) => kind === 'browser').map(([id]) => id);
  for (const [name, { counters, rows, runs, views, violated }] of Object.entries(file.expect)) {
    const path = ['expect', name];
    const add = (place: JsonPath, word: string, what: string, known: readonly string[]): void => {
      problems.push(...source.unknown([...path, ...place], word, what, known));
    };
    add([], name, 'a design of this file', designs);
    for (const id of Object.keys(counters)) add(['counters', id], id, 'a counter', vocabulary.counters);
    for (const [table, list] of Object.entries(rows)) {
      add(['rows', table], table, 'a table', [...vocabulary.tables.keys()]);
      const known = vocabulary.tables.get(table);
      if (known === undefined) continue;
      for (const [i, row] of list.entries()) {
        for (const id of Object.keys(row)) add(['rows', table, i, id], id, `a column of ${table}`, known);
      }
    }
    for (const [run, row] of Object.entries(runs)) {
      const known = vocabulary.tables.get('runs') ?? [];
      for (const id of Object.keys(row)) add(['runs', run, id], id, 'a column of runs', known);
    }
    for (const id of Object.keys(views)) add(['views', id], id, 'a browser', browsers);
    for (const [i, id] of violated.entries()) add(['violated', i], id, 'a property', vocabulary.properties);
  }
  return problems;
}

function differenceProblems({ source, file }: Checked): readonly Problem[] {
  const differing = new Set(Object.values(file.expect).map((expectation) => canonical(expectation))).size;
  if (file.shows === 'same' && differing > 1) {
    const expected = 'the same expectation of every design, or no "shows"';
    return [source.problem(['shows'], { found: '"same" where expectations differ', expected })];
  }
  if (file.shows === 'same' || differing > 1) return [];
  const expected = 'a difference between two designs, or "shows": "same"';
  return [source.problem(['expect'], { found: 'the same expectation of every design', expected })];
}
