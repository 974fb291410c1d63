// Whether the names in a lesson mean something: designs, properties, counters, guards, points and faults.
// Whether its answers are right, only the engine tells.

import { type Checked, conflictIn, faultProblems, overrideProblems } from './name-checks';
import { givenProblems } from './given-checks';
import { parseIntervention, parsePoint } from './intervention';
import { interventionComplaint } from './intervention-checks';
import type { JsonPath, Problem } from './problem';
import { formProblems } from './lesson-form';
import type { Guard, LessonFile, Predicate } from './lesson-schema';
import { operationsInAny } from './vocabulary';

type Design = Readonly<Record<string, string>>;

/** Everything that is wrong with the lesson of a file whose form is right. */
export function lessonProblems(checked: Checked): readonly Problem[] {
  const { lesson } = checked.file;
  return lesson === undefined ? [] : new LessonChecks(checked, lesson).problems();
}

class LessonChecks {
  private readonly checked: Checked;
  private readonly lesson: LessonFile;
  private readonly operations: ReturnType<typeof operationsInAny>;

  constructor(checked: Checked, lesson: LessonFile) {
    this.checked = checked;
    this.lesson = lesson;
    this.operations = operationsInAny(checked.vocabulary);
  }

  problems(): readonly Problem[] {
    const { source, file } = this.checked;
    const { lesson } = this;
    const designs = Object.keys(file.designs);
    const places = [...Object.keys(file.stage.tables), 'log', 'properties'];
    const base = file.designs[lesson.design];
    const { unmatched: _unmatched, ...overrides } = base ?? {};
    const { look = 'log', again, transfer } = lesson;
    return [
      ...formProblems(this.checked, lesson),
      ...source.unknown(['lesson', 'design'], lesson.design, 'a design of this file', designs),
      ...source.unknown(['lesson', 'look'], look, 'a staged table, "log" or "properties"', places),
      ...lesson.counters.flatMap((id, i) =>
        source.unknown(['lesson', 'counters', i], id, 'a counter', this.checked.vocabulary.counters),
      ),
      ...this.points(['slow'], lesson.slow),
      ...this.plan(['moment'], lesson.moment),
      ...this.options(['predict'], lesson.predict),
      ...(lesson.break === undefined ? [] : this.predicate(['break'], lesson.break)),
      ...this.options(['lost'], lesson.lost ?? {}),
      ...(lesson.mend === undefined ? [] : this.guards(['mend', 'guards'], lesson.mend.guards, overrides)),
      ...(again === undefined ? [] : this.point(['again', 'before'], again.before)),
      ...this.options(['again', 'options'], again?.options ?? {}),
      ...(transfer === undefined ? [] : this.transfer(transfer)),
      ...Object.entries(lesson.cues).flatMap(([key, point]) => this.point(['cues', key], point)),
    ];
  }

  private transfer(transfer: NonNullable<LessonFile['transfer']>): readonly Problem[] {
    const { source, vocabulary } = this.checked;
    const path = (...rest: JsonPath): JsonPath => ['lesson', 'transfer', ...rest];
    const { given } = transfer;
    return [
      ...(given === undefined ? [] : givenProblems({ ...this.checked, given, at: path('given') })),
      ...Object.entries(transfer.design).flatMap(([decision, name]) =>
        overrideProblems(source, vocabulary, path('design', decision), name),
      ),
      ...this.plan(['transfer', 'schedule'], transfer.schedule),
      ...transfer.faults.flatMap((text, i) => faultProblems(source, vocabulary, path('faults', i), text)),
      ...this.points(['transfer', 'slow'], transfer.slow),
      ...this.predicate(['transfer', 'break'], transfer.break),
      ...this.guards(['transfer', 'guards'], transfer.guards, transfer.design),
    ];
  }

  private guards(place: JsonPath, guards: Readonly<Record<string, Guard>>, base: Design): readonly Problem[] {
    const { source, vocabulary } = this.checked;
    const path: JsonPath = ['lesson', ...place];
    const problems = Object.entries(guards).flatMap(([key, { design, prevents = [] }]) => {
      const unknown = [
        ...Object.entries(design).flatMap(([decision, name]) =>
          overrideProblems(source, vocabulary, [...path, key, 'design', decision], name),
        ),
        ...prevents.flatMap((text, i) =>
          faultProblems(source, vocabulary, [...path, key, 'prevents', i], text),
        ),
      ];
      if (unknown.length > 0) return unknown;
      const conflict = conflictIn(vocabulary, { ...base, ...design });
      const expected = 'alternatives that fit the design to be mended';
      return conflict === null ? [] : [source.problem([...path, key], { found: conflict, expected })];
    });
    if (problems.length > 0 || Object.values(guards).some(({ mends }) => mends)) return problems;
    const expected = 'at least one guard that mends';
    return [source.problem(path, { found: 'none', expected })];
  }

  private options(place: JsonPath, options: Readonly<Record<string, Predicate>>): readonly Problem[] {
    return Object.entries(options).flatMap(([key, predicate]) => this.predicate([...place, key], predicate));
  }

  private predicate(place: JsonPath, predicate: Predicate): readonly Problem[] {
    const { source, vocabulary } = this.checked;
    const path: JsonPath = ['lesson', ...place];
    const { violated = [], holds = [], counters = {}, takes = [], lacks = [] } = predicate;
    const known = (at: JsonPath, ids: readonly string[]): readonly Problem[] =>
      ids.flatMap((id, i) => source.unknown([...path, ...at, i], id, 'a property', vocabulary.properties));
    return [
      ...known(['violated'], violated),
      ...known(['holds'], holds),
      ...Object.keys(counters).flatMap((id) =>
        source.unknown([...path, 'counters', id], id, 'a counter', vocabulary.counters),
      ),
      ...this.points([...place, 'takes'], takes),
      ...this.points([...place, 'lacks'], lacks),
    ];
  }

  private plan(place: JsonPath, texts: readonly string[]): readonly Problem[] {
    const { source, vocabulary } = this.checked;
    return texts.flatMap((text, i) => {
      const parsed = parseIntervention(text);
      const complaint =
        'complaint' in parsed
          ? parsed.complaint
          : interventionComplaint(vocabulary, this.operations, parsed.value);
      return complaint === null ? [] : [source.problem(['lesson', ...place, i], complaint)];
    });
  }

  private points(place: JsonPath, texts: readonly string[]): readonly Problem[] {
    return texts.flatMap((text, i) => this.point([...place, i], text));
  }

  private point(place: JsonPath, text: string): readonly Problem[] {
    const { source, vocabulary } = this.checked;
    const parsed = parsePoint(text);
    const intervention = { text, when: 'after', effects: [] } as const;
    const complaint =
      'complaint' in parsed
        ? parsed.complaint
        : interventionComplaint(vocabulary, this.operations, { ...intervention, point: parsed.value });
    return complaint === null ? [] : [source.problem(['lesson', ...place], complaint)];
  }
}
