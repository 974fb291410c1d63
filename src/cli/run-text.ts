// A run as text for people: a line for each step, then what it came to.

import type { RunDocument } from '../scenario/document';
import type { Output } from './command';

export function printRun(output: Output, document: RunDocument): void {
  const { scenario, design, digest, link, steps, counters, properties, views } = document;
  output.print(`${scenario}, design ${design}, ${String(steps.length)} steps, digest ${digest.slice(0, 16)}`);
  for (const [i, step] of steps.entries()) {
    output.print(`${String(i + 1).padStart(5)}  ${step.id}${detailsOf(step)}`);
    for (const { property, key, from, to } of step.verdicts) {
      output.print(`       ${property} ${JSON.stringify(key)}: ${from} → ${to}`);
    }
  }
  output.print(`\ncounters    ${pairs(counters)}`);
  for (const verdict of ['violated', 'open', 'holds'] as const) {
    const ids = Object.keys(properties).filter((id) => properties[id] === verdict);
    if (ids.length > 0) output.print(`${verdict.padEnd(11)} ${ids.join(' ')}`);
  }
  for (const [browser, { state, cursor, applied }] of Object.entries(views)) {
    output.print(
      `${browser.padEnd(11)} ${state}, cursor ${String(cursor)}, applied ${applied.join(' ') || '-'}`,
    );
  }
  for (const [table, rows] of Object.entries(document.rows)) {
    if (/^(runs|events|outbox|operations|approvals)$/.test(table)) printTable(output, table, rows);
  }
  output.print(link === null ? '\nThis run is too long for a link.' : `\n${link}`);
}

/** The operations and what they changed, in a few words. */
function detailsOf({ operations, changes }: RunDocument['steps'][number]): string {
  const rows = changes
    .filter((change) => !/^(now|mon)_/.test(change.table))
    .map(({ table, key, before, after }) => {
      const mark = before === null ? '+' : after === null ? '-' : '';
      return `${mark}${table} ${key}`;
    });
  const inside = operations.length > 1 ? `  [ ${operations.join(' ')} ]` : '';
  return `${inside}${rows.length === 0 ? '' : `  ${rows.join(', ')}`}`;
}

/** Columns that tell the story; all of them are in the JSON document. */
const COLUMNS = /^(status|version|owner|fence|last_seq|sent|type|amount_cents)$/;

function printTable(output: Output, table: string, rows: RunDocument['rows'][string]): void {
  for (const row of rows) {
    const [key] = Object.values(row);
    const columns = Object.entries(row).filter(([name, value]) => COLUMNS.test(name) && value !== null);
    const seq = table === 'events' ? `/${String(row['seq'])}` : '';
    output.print(`${table.padEnd(11)} ${String(key)}${seq}  ${pairs(Object.fromEntries(columns))}`);
  }
}

const pairs = (data: Readonly<Record<string, unknown>>): string =>
  Object.entries(data)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
