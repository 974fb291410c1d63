// A run as the JSON document that the command line prints (DESIGN §4), and its digest. The digest covers
// the step records in that form, whatever the cursor or the language.

import type { Message } from '../kernel/channel';
import type { StepRecord, Trace } from '../kernel/trace';
import { canonical, type Json } from '../kernel/json';
import { sortedRows } from '../kernel/rows';
import type { Read } from '../kernel/store';
import { countersOf } from '../system/counters';
import { sha256 } from '../system/digest';
import { viewsOf } from '../system/views';
import { linkTo } from './link';
import type { Run } from './run';
import { verdictsOf } from './verdicts';
import { vocabulary } from './vocabulary';

export type RunDocument = ReturnType<typeof runDocument>;

export function runDocument(run: Run) {
  const { scenario, design, overrides, timeline } = run;
  const { trace } = timeline;
  const world = timeline.worldAt(timeline.length);
  const path = trace.map((record) => record.id);
  return {
    ...{ scenario: scenario.id, design, digest: digestOf(trace) },
    link: linkTo({ scenario: scenario.id, content: scenario.content, overrides, path }),
    ...{ path, steps: trace.map(stepJson) },
    counters: countersOf(trace),
    properties: verdictsOf(timeline),
    rows: rowsOf(world.rows),
    views: viewsOf(world, trace),
  };
}

/** The hex SHA-256 of the canonical JSON of all step records. */
export function digestOf(trace: Trace): string {
  return sha256(canonical(trace.map(stepJson) as unknown as Json));
}

function stepJson(record: StepRecord) {
  const { id, actor, operations, changes, verdicts, says } = record;
  return {
    ...{ id, actor, operations, reads: record.reads.map(readJson) },
    ...{ changes, sent: record.sent.map(messageJson), taken: record.taken.map(messageJson) },
    ...{ verdicts, says },
  };
}

function readJson(read: Read) {
  if ('key' in read) return { table: read.table, key: read.key };
  const { table, index, from, to } = read;
  return { table, index, from, to };
}

const messageJson = ({ channel, id, body }: Message) => ({ channel, id, body });

/** Every table's rows, those without any included, sorted by primary key. */
function rowsOf(rows: Parameters<typeof sortedRows>[0]) {
  return Object.fromEntries([...vocabulary.tables.keys()].map((table) => [table, sortedRows(rows, table)]));
}
