// Where the value of a cell comes from: the step that wrote it, and from there the strongest cause of each
// step, back to the first commit. A message is stronger than a read, and a read than what the actor had done
// before. What an actor does in one procedure counts together: a step late in it is still caused by the
// message that began it. Asked for one cell at a time, so it reads the trace and keeps nothing.

import type { Message } from '../kernel/channel';
import { type Change, covers, type Read } from '../kernel/store';
import type { StepRecord, Trace } from '../kernel/trace';
import type { System } from '../kernel/world';

export interface Cell {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}

/**
 * What led to a step: a message, a row that was read, or what the actor itself had done. A message to nobody
 * in particular has a number, in the order in which such messages were published; for any other it is null.
 */
export type Edge =
  | { readonly by: 'message'; readonly message: string; readonly number: number | null }
  | { readonly by: 'read'; readonly table: string; readonly key: string }
  | { readonly by: 'actor' };

export interface OriginLink {
  /** From 1. */
  readonly step: number;
  readonly record: StepRecord;
  /** How this step led to the one before it in the list; null for the step that wrote the value. */
  readonly edge: Edge | null;
}

export const LINKS_MAX = 6;

/** Operations with which an actor begins a procedure by itself, as `actor.operation`. */
type Beginnings = ReadonlySet<string>;

export function beginningsOf({ actors, procedures }: Pick<System, 'actors' | 'procedures'>): Beginnings {
  return new Set(
    actors.flatMap(({ id, kind }) =>
      kind.begins.map((name) => `${id}.${procedures.get(name)?.steps[0]?.operations[0] ?? ''}`),
    ),
  );
}

/** The step that wrote the cell, then its causes; empty where the value was there at the start. */
export function originOf(
  trace: Trace,
  cursor: number,
  cell: Cell,
  beginnings: Beginnings,
): readonly OriginLink[] {
  const writer = writerOf(trace, cursor, cell);
  if (writer === 0) return [];
  const links: OriginLink[] = [linkTo(trace, writer, null)];
  for (let step = writer; links.length < LINKS_MAX; step = links.at(-1)!.step) {
    const cause = causeOf(trace, step, beginnings);
    if (cause === null) break;
    links.push(cause);
  }
  // What came before the first commit left nothing that a person could look up.
  const end = links.findLastIndex(({ record }) => record.changes.some(isOfService));
  return links.slice(0, Math.max(0, end) + 1);
}

const linkTo = (trace: Trace, step: number, edge: Edge | null): OriginLink => {
  return { step, record: trace[step - 1]!, edge };
};

const isOfService = ({ table }: { readonly table: string }): boolean => !/^(mon|now)_/.test(table);

/** The last step up to the cursor that changed the column; 0 where none did. */
function writerOf(trace: Trace, cursor: number, { table, key, column }: Cell): number {
  const isWrite = (change: Change): boolean =>
    change.table === table &&
    change.key === key &&
    (change.before === null || change.after === null || change.before[column] !== change.after[column]);
  return lastStep(trace, cursor, (record) => record.changes.some(isWrite));
}

function causeOf(trace: Trace, step: number, beginnings: Beginnings): OriginLink | null {
  const procedure = procedureUpTo(trace, step, beginnings);
  const begun = procedure.at(-1)!;
  const message = trace[begun - 1]!.taken[0];
  if (message !== undefined) return senderOf(trace, begun, message);
  for (const member of procedure) {
    const source = sourceOf(trace, member, procedure);
    if (source !== null) return source;
  }
  const { actor } = trace[step - 1]!;
  const own = lastStep(
    trace,
    begun - 1,
    (record) => record.actor === actor && record.changes.some(isOfService),
  );
  return own === 0 ? null : linkTo(trace, own, { by: 'actor' });
}

/** The steps of the procedure that a step belongs to, from it back to the one that began it. */
function procedureUpTo(trace: Trace, step: number, beginnings: Beginnings): readonly number[] {
  const { actor, id } = trace[step - 1]!;
  const request = requestOf(id);
  const members: number[] = [];
  for (let at = step; at > 0; at--) {
    const record = trace[at - 1]!;
    if (record.actor !== actor) continue;
    // A crash or a restart: what came before it was forgotten.
    if (record.operations.length === 0 && at < step) break;
    if (request !== '' && requestOf(record.id) !== request && record.taken[0]?.id !== request) continue;
    members.push(at);
    if (record.taken.length > 0 || beginnings.has(`${actor}.${record.operations[0] ?? ''}`)) break;
  }
  return members;
}

/** What a step id names where its actor holds several procedures at a time. */
const requestOf = (id: string): string => (id.startsWith('deliver:') ? '' : id.split(':').slice(1).join(':'));

/** Copies of a message are delivered in the order in which they were sent. */
function senderOf(trace: Trace, step: number, message: Message): OriginLink | null {
  const isSame = ({ channel, id }: Message): boolean => channel === message.channel && id === message.id;
  const copies: { readonly step: number; readonly number: number }[] = [];
  let [published, taken] = [0, 0];
  for (const [i, { id, sent, taken: delivered }] of trace.slice(0, step - 1).entries()) {
    for (const one of sent) {
      if (one.to === null) published += 1;
      if (isSame(one)) copies.push({ step: i + 1, number: published });
    }
    const last = copies.at(-1);
    if (id === `duplicate:${message.channel}:${message.id}` && last !== undefined) copies.push(last);
    taken += delivered.filter(isSame).length;
  }
  const copy = copies[Math.min(taken, copies.length - 1)];
  if (copy === undefined) return null;
  const number = message.to === null ? copy.number : null;
  return linkTo(trace, copy.step, { by: 'message', message: message.id, number });
}

/** The last step outside the procedure that wrote what this one read. */
function sourceOf(trace: Trace, step: number, procedure: readonly number[]): OriginLink | null {
  const reads = trace[step - 1]!.reads.filter(isOfService);
  if (reads.length === 0) return null;
  const changeRead = (record: StepRecord): Change | undefined =>
    record.changes.find((change) => reads.some((read) => isRead(read, change)));
  const writer = lastStep(
    trace,
    step - 1,
    (record, at) => !procedure.includes(at) && changeRead(record) !== undefined,
  );
  if (writer === 0) return null;
  const { table, key } = changeRead(trace[writer - 1]!)!;
  return linkTo(trace, writer, { by: 'read', table, key });
}

function isRead(read: Read, { table, key, before, after }: Change): boolean {
  return [before, after].some((row) => row !== null && covers(read, table, key, row));
}

/** The last step up to `end` that is meant; 0 where there is none. */
function lastStep(trace: Trace, end: number, isMeant: (record: StepRecord, step: number) => boolean): number {
  for (let step = Math.min(end, trace.length); step > 0; step--) {
    if (isMeant(trace[step - 1]!, step)) return step;
  }
  return 0;
}
