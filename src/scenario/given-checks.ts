// Whether the start of a scenario fits together: browsers that exist, orders and runs that are named
// before they are used, histories in the words that the service understands.

import { CALL_FORMS, parseCall } from '../system/calls';
import { extras } from '../system/topology';
import type { Checked } from './name-checks';
import type { Given } from './given-schema';
import { type JsonPath, type Problem, quoted } from './problem';

/** A start of a run, and where in the file it stands. */
interface Start extends Pick<Checked, 'source' | 'vocabulary'> {
  readonly given: Given;
  readonly at: JsonPath;
}

export function givenProblems(start: Start): readonly Problem[] {
  return [
    ...castProblems(start),
    ...browserProblems(start),
    ...runProblems(start),
    ...placeProblems(start),
    ...renewalProblems(start),
    ...retentionProblems(start),
  ];
}

function castProblems({ source, given, at }: Start): readonly Problem[] {
  return (given.cast ?? []).flatMap((id, i) =>
    source.unknown([...at, 'cast', i], id, 'an actor to cast', extras),
  );
}

/** Actors on this stage: those who always are, and the cast. */
const isOnStage = (given: Given, id: string): boolean =>
  !extras.includes(id) || given.cast?.includes(id) === true;

function browserProblems({ source, vocabulary, given, at }: Start): readonly Problem[] {
  const browsers = [...vocabulary.actors].filter(([, kind]) => kind === 'browser').map(([id]) => id);
  const orders = given.orders.map((one) => one.order);
  return Object.entries(given.browsers).flatMap(([id, { submits, calls = [] }]) => {
    const path = [...at, 'browsers', id];
    const order = submits?.order;
    const absent = { found: quoted(id), expected: `"${id}" in "cast"` };
    return [
      ...source.unknown(path, id, 'a browser', browsers),
      ...(isOnStage(given, id) ? [] : [source.problem(path, absent)]),
      ...calls.flatMap((call, i) => {
        const complaint = { found: quoted(call), expected: CALL_FORMS };
        return parseCall(call) === null ? [source.problem([...path, 'calls', i], complaint)] : [];
      }),
      ...(order === undefined
        ? []
        : source.unknown([...path, 'submits', 'order'], order, 'an order of "given"', orders)),
    ];
  });
}

function runProblems(start: Start): readonly Problem[] {
  const { source, given, at } = start;
  const { orders, runs } = given;
  const known = orders.map((one) => one.order);
  return runs.flatMap(({ run, order }, i) => {
    const path = [...at, 'runs', i];
    const isTwin = runs.findIndex((one) => one.run === run) < i;
    const twice = { found: quoted(run), expected: 'each run once' };
    return [
      ...(isTwin ? [source.problem([...path, 'run'], twice)] : []),
      ...source.unknown([...path, 'order'], order, 'an order of "given"', known),
      ...historyProblems(start, i),
    ];
  });
}

const FORMS = [
  'submitted',
  'claimed by WORKER',
  'failed',
  'taken over by WORKER',
  'stored ARTIFACT',
  'pruned to SEQ',
];

/** An entry with its last word as what it has to be. */
function formOf(text: string): string {
  if (/ by \S+$/.test(text)) return text.replace(/\S+$/, 'WORKER');
  if (/^stored \w+$/.test(text)) return 'stored ARTIFACT';
  return /^pruned to \d{1,4}$/.test(text) ? 'pruned to SEQ' : text;
}

/** What may come next in a history: nobody fails who does not hold the run. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  start: ['submitted'],
  submitted: ['claimed by WORKER'],
  'claimed by WORKER': ['failed', 'taken over by WORKER', 'stored ARTIFACT', 'pruned to SEQ'],
  failed: ['claimed by WORKER', 'pruned to SEQ'],
  'taken over by WORKER': ['failed', 'taken over by WORKER', 'stored ARTIFACT', 'pruned to SEQ'],
};

function historyProblems({ source, vocabulary, given, at }: Start, index: number): readonly Problem[] {
  const { history, attempts, lease } = given.runs[index]!;
  const workers = workersOf(vocabulary);
  const problems: Problem[] = [];
  let [last, losses] = ['start', 0];
  for (const [i, text] of history.entries()) {
    const path = [...at, 'runs', index, 'history', i];
    const worker = / by (\S+)$/.exec(text)?.[1];
    const form = formOf(text);
    if (!FORMS.includes(form))
      return [...problems, ...source.unknown(path, form, 'a step of a history', FORMS)];
    const allowed = NEXT[last] ?? [];
    if (worker !== undefined) problems.push(...source.unknown(path, worker, 'a worker', workers));
    if (!allowed.includes(form)) {
      const expected = `${allowed.join(' or ')} ${last === 'start' ? 'first' : `after "${last}"`}`;
      return [...problems, source.problem(path, { found: quoted(text), expected })];
    }
    if (form === 'failed' || form.startsWith('taken over')) losses += 1;
    // What is stored or pruned leaves the run where it was.
    if (NEXT[form] !== undefined) last = form;
  }
  if (losses >= attempts) {
    const found = `${String(losses)} lost attempts of ${String(attempts)}`;
    const expected = 'a history that leaves one attempt';
    problems.push(source.problem([...at, 'runs', index, 'history'], { found, expected }));
  }
  if (lease !== undefined && (NEXT[last] ?? []).length < 2) {
    const complaint = { found: quoted(lease), expected: 'no lease, for nobody holds the run' };
    problems.push(source.problem([...at, 'runs', index, 'lease'], complaint));
  }
  return problems;
}

const workersOf = ({ actors }: Start['vocabulary']): readonly string[] =>
  [...actors].filter(([, kind]) => kind === 'worker').map(([id]) => id);

function renewalProblems({ source, vocabulary, given, at }: Start): readonly Problem[] {
  return (given.renews ?? []).flatMap((id, i) =>
    source.unknown([...at, 'renews', i], id, 'a worker', workersOf(vocabulary)),
  );
}

/** What is kept of a log is nobody's business where nobody removes anything. */
function retentionProblems({ source, given, at }: Start): readonly Problem[] {
  if (given.retention === undefined || isOnStage(given, 'pruner')) return [];
  const complaint = { found: 'a retention', expected: '"pruner" in "cast"' };
  return [source.problem([...at, 'retention'], complaint)];
}

/** Actors that stand at a procedure from the start. */
function placeProblems({ source, vocabulary, given, at }: Start): readonly Problem[] {
  const { actors, procedures } = vocabulary;
  const runs = given.runs.map((one) => one.run);
  return Object.entries(given.actors).flatMap(([id, { procedure, run }]) => {
    const path = [...at, 'actors', id];
    const kind = actors.get(id);
    const own = [...procedures.keys()].filter((name) => kind === undefined || name.startsWith(`${kind}.`));
    return [
      ...source.unknown(path, id, 'an actor', [...actors.keys()]),
      ...source.unknown([...path, 'procedure'], procedure, `a procedure of ${kind ?? 'an actor'}`, own),
      ...source.unknown([...path, 'run'], run, 'a run of "given"', runs),
    ];
  });
}
