// `converge record`: a run that somebody found, in the page or at random, becomes a scenario folder and
// with that a regression test.

import { existsSync } from 'node:fs';
import type { Design } from '../kernel/decision';
import { canonical } from '../kernel/json';
import { JsonSource } from '../scenario/json-source';
import { type LinkedRun, readLink } from '../scenario/link';
import { openLinkedRun } from '../scenario/linked-run';
import { nearest, oneOf } from '../scenario/nearest';
import { type Complaint, complaintText, ProblemsError, quoted } from '../scenario/problem';
import { recordRun } from '../scenario/record';
import { isSafe, type Run, safeDesignOf } from '../scenario/run';
import type { Scenario } from '../scenario/scenario';
import { LIMITS } from '../scenario/fields';
import { Systems } from '../scenario/systems';
import { openSqlite } from '../sqlite/open';
import { finish } from './authoring';
import { type Arguments, type Command, type Option, UsageError, valueOf } from './command';
import { ownIds, readOwn, readText, shown } from './files';
import { recordedWords } from './first-words';
import { formFrom, INTO_OPTION, targetOf } from './scenario-folder';

const OPTIONS: readonly Option[] = [
  { name: 'id', value: 'NAME', help: 'the id of the new scenario' },
  {
    ...{ name: 'design', value: 'NAME', isRepeatable: true },
    help: 'another design of the scenario, to compare with',
  },
  INTO_OPTION,
];

/** A link, and how to say that something is wrong with it at the place where it stood. */
interface Found {
  readonly link: string;
  readonly refusal: (complaint: Complaint) => Error;
}

export const record: Command = {
  name: 'record',
  operands: 'LINK|FILE --id NAME',
  takes: [1, 1],
  summary: 'Make a scenario of a run: of its link, or of what "run --json" printed.',
  options: OPTIONS,
  async run(given, output) {
    const id = valueOf(given, 'id');
    if (id === undefined) throw new UsageError('--id: found nothing; expected the id of the new scenario');
    const target = targetOf(given, id, '--id');
    const found = findLink(given.operands[0] ?? '');
    const linked = linkedRunIn(found);
    const source = readOwn(linked.scenario);
    if (source === null) throw unknownScenario(found, linked.scenario);
    const { scenario, words } = source;
    const others = designsNamed(given, scenario);
    const systems = new Systems(await openSqlite());
    const run = replayed(systems, scenario, linked, found);
    const designs = designsFor(run, others);
    const file = recordRun(systems, run, { id, form: formFrom(target), designs });
    if (file === null) {
      const most = `a run that ${String(LIMITS.interventions)} interventions tell`;
      throw found.refusal({ found: `a run of ${String(run.timeline.length)} steps`, expected: most });
    }
    const next = sentencesFor(file['shows'] === 'same');
    const told = recordedWords(run, words, Object.keys(designs));
    return finish(systems, { target, file, words: told, next }, given, output);
  },
};

function findLink(operand: string): Found {
  if (operand.includes('#/run/')) {
    const refusal = (complaint: Complaint) => new UsageError(`LINK: ${complaintText(complaint)}`);
    return { link: operand, refusal };
  }
  if (!existsSync(operand)) {
    const expected = 'a link ("index.html#/run/…") or a file of what "converge run --json" printed';
    throw new UsageError(`found ${quoted(operand)}; expected ${expected}`);
  }
  const source = new JsonSource(readText(operand), shown(operand));
  const refusal = (complaint: Complaint) => new ProblemsError([source.problem(['link'], complaint)]);
  const link = source.valueAt(['link']);
  if (typeof link === 'string') return { link, refusal };
  const expected = 'the link of a run, as "converge run --json" prints it';
  throw refusal({ found: link === null ? 'null: the run is too long for a link' : quoted(link), expected });
}

function linkedRunIn({ link, refusal }: Found): LinkedRun {
  const read = readLink(link);
  if ('problem' in read) {
    throw refusal({ found: quoted(link), expected: `a link to a run. ${read.problem.message}` });
  }
  if (read.run.path.length > 0) return read.run;
  throw refusal({ found: 'a run without a step', expected: 'at least one step' });
}

function unknownScenario({ refusal }: Found, id: string): Error {
  const known = ownIds();
  const expected = oneOf('a scenario of this checkout', known);
  return refusal({ found: `the scenario ${quoted(id)}`, expected, nearest: nearest(id, known) });
}

/** The run as it was. What the link holds must still be there, every step of it. */
function replayed(systems: Systems, scenario: Scenario, linked: LinkedRun, { refusal }: Found): Run {
  if (linked.content !== scenario.content) {
    const found = `a run of ${scenario.id} as it was (${linked.content})`;
    const expected = `one of ${scenario.file} as it is (${scenario.content}); open the link in the page to see what differs`;
    throw refusal({ found, expected });
  }
  const { run, notes } = openLinkedRun(systems, scenario, linked);
  const note = notes[0];
  if (note !== undefined && 'decision' in note) {
    const isWhole = note.key === 'unknownDecision';
    const found = isWhole ? note.decision : `${note.decision}=${note.alternative}`;
    const expected = isWhole ? 'a decision' : `an alternative of ${note.decision}`;
    throw refusal({ found: quoted(found), expected, nearest: note.nearest ?? undefined });
  }
  const { stopped } = run;
  if (stopped?.why !== 'notEnabled') return run;
  const found = `step ${String(stopped.step + 1)} of ${String(linked.path.length)}, ${quoted(stopped.id)}`;
  throw refusal({ found, expected: oneOf('an enabled action', stopped.enabled) });
}

/** The designs of the source that are to be compared with, by name. */
function designsNamed(given: Arguments, { id, designs }: Scenario): Readonly<Record<string, Design>> {
  const names = designs.map((design) => design.name);
  const found = (given.options.get('design') ?? []).map((name) => {
    const design = designs.find((one) => one.name === name);
    if (design !== undefined) return [name, design.overrides] as const;
    const expected = oneOf(`a design of ${id}`, names);
    const complaint = { found: quoted(name), expected, nearest: nearest(name, names) };
    throw new UsageError(`--design: ${complaintText(complaint)}`);
  });
  return Object.fromEntries(found);
}

/** The run's own design first, the safe one last. */
function designsFor(run: Run, others: Readonly<Record<string, Design>>): Readonly<Record<string, Design>> {
  const { scenario, overrides } = run;
  const isOwn = ([, design]: readonly [string, Design]) => canonical(design) === canonical(overrides);
  const named = Object.entries(others);
  const free = Object.hasOwn(others, 'naive') ? 'recorded' : 'naive';
  const safe = safeDesignOf(scenario).name;
  const own = named.find(isOwn)?.[0] ?? (isSafe(run) ? safe : free);
  const rest = named.filter(([name, design]) => name !== own && !isSafe({ overrides: design }));
  const designs = { [own]: overrides, ...Object.fromEntries(rest) };
  return isSafe(run) ? designs : { ...designs, [safe]: {} };
}

function sentencesFor(isSame: boolean): readonly string[] {
  return [
    'en.json and zh-CN.json: title and summary, in words of your own',
    'schedule: read it once; every sentence should say what you meant',
    ...(isSame ? ['designs: no two differ here; --design NAME compares with another one'] : []),
    'expect: keep the numbers, rows and views that the scenario is about',
    'course and stage: they are those of the scenario that the run came from',
  ];
}
