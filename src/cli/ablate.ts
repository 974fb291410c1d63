// `converge ablate`: what breaks if a guard is taken out, and which other guards stand for it.

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Design } from '../kernel/decision';
import {
  ablate as ablateAll,
  type Ablation,
  type AblationRow,
  isBroken,
  naiveChoices,
} from '../scenario/ablation';
import { ablationFile, ablationTable, TABLES, withTable } from '../scenario/ablation-file';
import { orScheduled } from '../scenario/ablation-schedules';
import { layOut } from '../scenario/json-layout';
import { nearest, oneOf } from '../scenario/nearest';
import { complaintText, quoted } from '../scenario/problem';
import type { Scenario } from '../scenario/scenario';
import { Systems } from '../scenario/systems';
import { openSqlite } from '../sqlite/open';
import { decisions } from '../system/catalog';
import { type Command, EXIT, has, numberOf, type Output, printJson, UsageError, valueOf } from './command';
import { readScenarios, top } from './files';
import { inThreads, inTurn, type Told } from './threads';

const THREADS_MAX = 64;
export const ABLATION_FILE = path.join(top, 'src', 'scenario', 'ablation.json');

export const ablate: Command = {
  name: 'ablate',
  operands: '',
  takes: [0, 0],
  summary: 'Find what breaks if a guard is taken out, and which others stand for it.',
  options: [
    { name: 'decision', value: 'NAME', help: 'of this decision alone' },
    { name: 'threads', value: 'N', help: 'so many searches side by side (as many as there are cores)' },
    { name: 'write', value: null, help: 'keep the result of all of them, for the page and the READMEs' },
  ],
  async run(given, output) {
    const asked = choicesOf(valueOf(given, 'decision'));
    if (has(given, 'write') && asked.length < naiveChoices(decisions).length) {
      throw new UsageError('--write: found --decision; expected the result of all decisions');
    }
    const threads = numberOf(given, 'threads', availableParallelism(), THREADS_MAX);
    const scenarios = readScenarios([]);
    const sqlite = await openSqlite();
    const systems = new Systems(sqlite);
    const told = teller(output);
    const search = threads <= 1 ? inTurn(sqlite, told) : inThreads(threads, import.meta.url, told);
    const further = orScheduled(systems, scenarios, search);
    const ablation = await ablateAll(systems, scenarios, decisions, asked, further);
    const wrong = ablation.rows.filter((row) => {
      const scenario = scenarios.find(({ id }) => id === row.scenario)!;
      return !isBroken(systems, scenario, row, 'naive') || isBroken(systems, scenario, row, 'safe');
    });
    if (has(given, 'write')) keep(ablation, scenarios, output);
    if (has(given, 'json')) printJson(output, ablation.rows.map(entryOf));
    else print(output, ablation);
    for (const { decision, alternative } of wrong) {
      output.note(`${decision}=${alternative}: its schedule does not tell it from the safe alternative`);
    }
    return wrong.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

/** Writes the file that the page reads, and the tables of the READMEs. */
function keep(ablation: Ablation, scenarios: readonly Scenario[], output: Output): void {
  const file = ablationFile(ablation, scenarios);
  writeFileSync(ABLATION_FILE, layOut(file as never, 2));
  for (const [name, words] of Object.entries(TABLES)) {
    const readme = path.join(top, name);
    writeFileSync(readme, withTable(readFileSync(readme, 'utf8'), ablationTable(file, words)));
  }
  output.note('wrote src/scenario/ablation.json and the tables of the READMEs; "npm run format" aligns them');
}

function choicesOf(decision: string | undefined): ReturnType<typeof naiveChoices> {
  const all = naiveChoices(decisions);
  if (decision === undefined) return all;
  const known = [...new Set(all.map((one) => one.decision))];
  if (known.includes(decision)) return all.filter((one) => one.decision === decision);
  const complaint = { found: quoted(decision), expected: oneOf('a decision', known) };
  throw new UsageError(`--decision: ${complaintText({ ...complaint, nearest: nearest(decision, known) })}`);
}

/** Says on stderr how far it is: it takes minutes. */
function teller(output: Output): Told {
  return ({ scenario, overrides }, breach, done, of) => {
    const result = breach === null ? 'nothing' : `${breach.property}, ${String(breach.path.length)} steps`;
    output.note(`${String(done)}/${String(of)} ${scenario} ${designText(overrides)}: ${result}`);
  };
}

const designText = (design: Design): string =>
  Object.entries(design)
    .map(([decision, alternative]) => `${decision}=${alternative}`)
    .join(' ');

/** The form of `--json` (DESIGN §4). */
function entryOf(row: AblationRow) {
  const {
    decision,
    alternative,
    with: others,
    scenario,
    property,
    steps,
    faults,
    path: actions,
    coveredBy,
    from,
  } = row;
  const where = { scenario, property, steps, faults, from, path: actions };
  return { decision, alternative, with: others, ...where, coveredBy };
}

function print(output: Output, { rows, redundant }: Ablation): void {
  for (const row of rows) {
    const how =
      row.coveredBy.length === 0 ? 'the only line of defence' : `covered by ${row.coveredBy.join(', ')}`;
    output.print(`${row.decision}=${row.alternative}: ${how}`);
    const others = row.with.length === 0 ? '' : ` with ${row.with.join(' ')}`;
    const told = `${row.property} broken in ${row.scenario}${others}`;
    output.print(`  ${told}: ${String(row.faults)} faults, ${String(row.steps)} steps`);
    for (const sentence of row.schedule) output.print(`    ${sentence}`);
  }
  for (const { decision, alternative } of redundant) {
    output.print(`${decision}=${alternative}: breaks nothing within the bounds`);
  }
}
