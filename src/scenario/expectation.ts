// Compares what a scenario expects of a design with what a run of it came to. Every difference is one
// failure that names what was compared, so that a report can be read without opening the file.

import { canonical, type Json } from '../kernel/json';
import { sortedRows } from '../kernel/rows';
import type { Row, Rows } from '../kernel/store';
import { countersOf } from '../system/counters';
import { viewsOf } from '../system/views';
import type { Run } from './run';
import type { Stopped, Unmatched } from './schedule';
import type { Expectation } from './schema';
import { verdictsOf } from './verdicts';

export interface Failure {
  readonly what: string;
  readonly expected: Json;
  readonly got: Json;
}

/** What a run's design was expected to come to, and did not; `excused` interventions may be unmatched. */
export function failuresOf(run: Run, expect: Expectation, excused: readonly string[]): readonly Failure[] {
  const { timeline } = run;
  const { trace } = timeline;
  const world = timeline.worldAt(timeline.length);
  return [
    ...run.unmatched.filter((one) => !excused.includes(one.text)).map(unmatchedFailure),
    ...(run.stopped === null ? [] : [stoppedFailure(run.stopped)]),
    ...differences('counters', expect.counters, countersOf(trace)),
    ...Object.entries(expect.rows).flatMap(([table, rows]) => rowsFailures(table, rows, world.rows)),
    ...Object.entries(expect.runs).flatMap(([id, row]) => runFailures(id, row, world.rows)),
    ...viewFailures(expect, viewsOf(world, trace)),
    ...violatedFailures(expect.violated, verdictsOf(timeline)),
  ];
}

function unmatchedFailure({ text, effect, step, why, enabled }: Unmatched): Failure {
  const what = effect === null ? `schedule: ${text}` : `schedule: ${text}, at ${effect}`;
  const got = { ...UNMATCHED[why], step, enabled };
  return { what, expected: 'happens', got };
}

const UNMATCHED: Readonly<Record<Unmatched['why'], Readonly<Record<'why', string>>>> = {
  neverCame: { why: 'the run was quiet before its point came' },
  behind: { why: 'its point had come before' },
  notEnabled: { why: 'it was not possible there' },
};

function stoppedFailure(stopped: Stopped): Failure {
  if (stopped.why === 'limit') {
    return {
      what: 'end of the run',
      expected: 'quiet',
      got: `still going on after ${String(stopped.steps)} steps`,
    };
  }
  const { step, id, enabled } = stopped;
  return { what: `step ${String(step + 1)}`, expected: id, got: { enabled } };
}

/** Members of one object that are not as expected. */
function differences(
  what: string,
  expected: Readonly<Record<string, Json>>,
  got: Readonly<Record<string, Json | undefined>>,
): readonly Failure[] {
  return Object.entries(expected)
    .filter(([name, value]) => canonical(got[name]) !== canonical(value))
    .map(([name, value]) => ({ what: `${what}.${name}`, expected: value, got: got[name] ?? null }));
}

function rowsFailures(table: string, expected: readonly Row[], rows: Rows): readonly Failure[] {
  const got = sortedRows(rows, table);
  if (got.length !== expected.length) {
    return [{ what: `rows.${table}`, expected: [...expected], got: got.map((row) => shown(row, expected)) }];
  }
  return expected.flatMap((row, i) => differences(`rows.${table}[${String(i)}]`, row, got[i] ?? {}));
}

/** A row's columns that some expected row mentions: what a comparison by eye needs. */
function shown(row: Row, expected: readonly Row[]): Row {
  const columns = new Set(expected.flatMap((one) => Object.keys(one)));
  return columns.size === 0
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name)));
}

function runFailures(id: string, expected: Row, rows: Rows): readonly Failure[] {
  const run = sortedRows(rows, 'runs').find((row) => row['run_id'] === id);
  if (run === undefined) return [{ what: `runs.${id}`, expected, got: null }];
  return differences(`runs.${id}`, expected, run);
}

function viewFailures(expect: Expectation, got: ReturnType<typeof viewsOf>): readonly Failure[] {
  return Object.entries(expect.views).flatMap(([browser, view]) => {
    const { state, cursor, applied, answers } = got[browser] ?? {};
    return differences(`views.${browser}`, { ...view }, { state, cursor, applied, answers });
  });
}

function violatedFailures(
  expected: readonly string[],
  verdicts: Readonly<Record<string, string>>,
): readonly Failure[] {
  const got = Object.keys(verdicts).filter((id) => verdicts[id] === 'violated');
  const isSame = canonical([...expected].sort()) === canonical([...got].sort());
  return isSame ? [] : [{ what: 'violated', expected: [...expected], got }];
}
