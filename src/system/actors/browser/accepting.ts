// What a browser does with what arrives. Pages, answers to a submission, snapshots and resets come
// through `receive`; events go on through one validator, one guard and one reducer.

import type { AnyOperation } from '../../../kernel/actor';
import { type Data, type Json, textOf } from '../../../kernel/json';
import type { RunEvent } from '../../events';
import { type Answer, asArrival, isReset } from '../../http';
import { acceptRange, type Arrived, endOf, isRange, merged, parseArrived } from '../../ranges';
import { emptyProjection, type Projection, reduce } from '../../projection';
import { STREAM } from '../../stream';
import { callAnswered } from './calling';
import { conversationArrived } from './resuming';
import { afterPage, appliesGaps, backedOff, endingOf, streamEnded, streamLost } from './recovering';
import { type BrowserMemory, browser, type Result, type View } from './state';
import { hangUp, streamArrived } from './streaming';

const END = { end: true } as const;

function receive(view: View): Result {
  if (view.message === null) return { then: END };
  if (view.message.channel === STREAM) return streamArrived(view);
  const arrival = asArrival(view.message.body);
  const answers = isReset(arrival) ? arrival.reset : arrival.answers;
  const { asked } = view.memory;
  if (asked?.id !== answers) {
    const facts = [{ fact: 'ignored', why: 'stale', browser: view.actor }];
    return { then: END, facts, says: { key: 'browser.receive.stale', values: { actor: view.actor } } };
  }
  const isSubmission = answers.startsWith('submit:');
  if (isReset(arrival) || arrival.status >= 500 || arrival.status === 429) return lost(view, isSubmission);
  if (isSubmission) return submissionAnswered(view, arrival);
  if (answers.startsWith('call:')) return callAnswered(view, arrival);
  if (answers.startsWith('conversation:')) return conversationArrived(view, arrival);
  return answers.startsWith('run:') ? snapshotArrived(view, arrival) : pageArrived(view, arrival);
}

/** The outcome is unknown: wait, then ask again; a submission keeps its key. */
function lost(view: View, isSubmission: boolean): Result {
  const memory = backedOff(view);
  const says = { key: 'browser.receive.reset', values: { actor: view.actor } };
  return { memory: isSubmission ? { ...memory, submission: 'SUBMIT_UNKNOWN' } : memory, then: END, says };
}

const bodyOf = (answer: Answer): Data => JSON.parse(answer.body) as Data;

function submissionAnswered(view: View, answer: Answer): Result {
  const values = { actor: view.actor, status: answer.status };
  if (answer.status !== 202) {
    const memory = { submission: 'REJECTED', asked: null } as const;
    return { memory, then: END, says: { key: 'browser.receive.rejected', values } };
  }
  const runId = textOf(bodyOf(answer), 'run_id');
  return {
    memory: { submission: 'ACCEPTED', recovery: 'RECOVERING/page', asked: null, position: 0, failures: 0 },
    disk: { runId, cursor: 0, view: null, appliedSeq: 0 },
    run: runId,
    then: END,
    says: { key: 'browser.receive.accepted', values: { ...values, run: runId } },
  };
}

function pageArrived(view: View, answer: Answer): Result {
  const { actor } = view;
  if (answer.status === 410 || answer.status === 409) {
    const says = { key: 'browser.receive.resync', values: { actor, status: answer.status } };
    const memory = { recovery: 'RECOVERING/resync', asked: null, streamFrom: null } as const;
    return { memory, then: END, says };
  }
  if (answer.status !== 200) return shutOut(view, answer);
  const body = bodyOf(answer);
  const [events, ranges] = [listIn(body, 'events'), listIn(body, 'compacted')];
  const says = { key: 'browser.receive', values: { actor, count: events.length } };
  return {
    memory: { asked: null, toldSeq: Number(body['last_seq']) },
    // Not yet validated: the next operation decides which of these are events.
    locals: {
      events: merged(events, ranges) as unknown as readonly Arrived[],
      hasMore: body['has_more'] === true,
    },
    says,
  };
}

function listIn(body: Data, name: string): readonly Json[] {
  const list = body[name];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** Signed out, or not to be seen: asking again would not help. */
function shutOut(view: View, answer: Answer): Result {
  const says = { key: 'browser.receive.shutOut', values: { actor: view.actor, status: answer.status } };
  return { memory: { recovery: 'RECOVERY_UNKNOWN', asked: null }, then: END, says };
}

function snapshotArrived(view: View, answer: Answer): Result {
  if (answer.status !== 200) return shutOut(view, answer);
  const body = bodyOf(answer);
  const says = { key: 'browser.receive.snapshot', values: { actor: view.actor } };
  return {
    memory: { asked: null },
    locals: { snapshot: projectionOf(body), snapshotSeq: Number(body['snapshot_seq']) },
    then: { procedure: 'browser.resync', at: 'replaceView' },
    says,
  };
}

function projectionOf(body: Data): Projection {
  const [approval, result, failure] = [body['pending_approval'], body['result'], body['failure']];
  return {
    run_id: textOf(body, 'run_id'),
    status: textOf(body, 'status'),
    attempt: body['attempt'] as Projection['attempt'],
    operations: (body['operations'] as readonly Data[]).map((one) => ({
      operation_id: textOf(one, 'operation_id'),
      status: textOf(one, 'status'),
      amount_cents: Number(one['amount_cents']),
      currency: textOf(one, 'currency'),
    })),
    messages: (body['messages'] as readonly Data[]).map((one) => ({
      ...{ message_id: textOf(one, 'message_id'), text: textOf(one, 'text') },
      complete: one['complete'] === true,
    })),
    pending_approval: memberOf(approval, 'approval_id'),
    proposal: memberOf(approval, 'proposal_digest'),
    result: memberOf(result, 'outcome'),
    failure: memberOf(failure, 'code'),
  };
}

function memberOf(value: Json | undefined, name: string): string | null {
  return typeof value === 'object' && value !== null && name in value ? textOf(value as Data, name) : null;
}

/** Keeps the events before the first malformed one; what comes after it must be asked for again. */
function validate(view: View): Result {
  const events: Arrived[] = [];
  for (const candidate of view.locals.events ?? []) {
    const event = parseArrived(candidate as unknown as Json);
    if (event === null) {
      const facts = [{ fact: 'malformed', browser: view.actor }];
      const says = { key: 'browser.validate.malformed', values: { actor: view.actor } };
      return { locals: { events, isCutShort: true, isMalformed: true }, facts, says };
    }
    events.push(event);
  }
  return { locals: { events } };
}

export type Accept = (
  event: RunEvent,
  at: { readonly runId: string; readonly cursor: number },
) => 'apply' | 'duplicate' | 'foreign' | 'gap';

/** Of this run and next in line, or not applied. */
const acceptRunAndSeq: Accept = (event, { runId, cursor }) => {
  if (event.run_id !== runId) return 'foreign';
  if (event.seq <= cursor) return 'duplicate';
  return event.seq === cursor + 1 ? 'apply' : 'gap';
};

/** The guard of `accept(e)`; the alternatives of browser.guard bring another `accept`. */
export const guardWith = (accept: Accept): AnyOperation =>
  browser((view) => {
    const { events = [] } = view.locals;
    const runId = view.disk.runId ?? '';
    const accepted: Arrived[] = [];
    const facts = [];
    let cursor = view.memory.position;
    let isCutShort = view.locals.isCutShort ?? false;
    for (const event of events) {
      const answer = isRange(event) ? acceptRange(event, cursor) : accept(event, { runId, cursor });
      const isApplied = answer === 'apply' || (answer === 'gap' && appliesGaps(view));
      if (isApplied) [cursor] = [endOf(event), accepted.push(event)];
      else if (answer === 'gap') isCutShort = true;
      else facts.push({ fact: 'ignored', why: answer, browser: view.actor, seq: endOf(event) });
    }
    const values = { actor: view.actor, applied: accepted.length, ignored: facts.length };
    return { locals: { accepted, isCutShort }, facts, says: { key: 'browser.guard', values } };
  });

type Reduce = typeof reduce;

/** @param otherwise the reducer that a design takes for some of what arrives; null for the one that all share */
export const applyWith = (otherwise: (view: View) => Reduce | null): AnyOperation =>
  browser((view) => apply(view, otherwise(view) ?? reduce));

function apply(view: View, reducer: Reduce): Result {
  const { accepted = view.locals.events ?? [] } = view.locals;
  const runId = view.disk.runId ?? '';
  const events = accepted.flatMap((one) => (isRange(one) ? [] : [one]));
  const projection = events.reduce(reducer, view.disk.view ?? emptyProjection(runId));
  const about = { browser: view.actor, incarnation: view.disk.incarnation, run_id: runId };
  const held = view.disk.appliedSeq;
  const facts = accepted.map((one) =>
    isRange(one)
      ? { fact: 'passed', ...about, from_seq: one.from_seq, to_seq: one.to_seq, held }
      : { fact: 'applied', ...about, event_run: one.run_id, seq: one.seq, held },
  );
  const last = accepted.at(-1);
  const appliedSeq = last === undefined ? view.disk.appliedSeq : endOf(last);
  const values = {
    actor: view.actor,
    run: runId,
    from: events[0]?.seq ?? 0,
    to: appliedSeq,
    count: events.length,
  };
  const says = { key: accepted.length > 0 ? 'browser.apply' : 'browser.apply.nothing', values };
  const progress = accepted.length > 0 ? { failures: 0, position: appliedSeq } : {};
  const memory = { ...view.memory, ...progress };
  const next = nextAfter({ ...view, memory }, projection);
  const isLeft = next.stream === null && view.locals.isLast !== true;
  return {
    ...{ disk: { view: projection, appliedSeq }, memory: { ...progress, ...next }, facts, says },
    ...(isLeft ? { send: hangUp(view) } : {}),
  };
}

/** What the page cannot read it cannot read again: the state as a whole says the same in other words. */
const RESYNC = { recovery: 'RECOVERING/resync', streamFrom: null, isCaughtUp: false } as const;
const BACK = { recovery: 'RECOVERING/page', isCaughtUp: false } as const;

/** Where the machine stands once what came has been applied. */
function nextAfter(view: View, projection: Projection): Partial<BrowserMemory> {
  const { hasMore, isCutShort, isMalformed, isStream, isLast, control, events = [] } = view.locals;
  const ending = endingOf(projection);
  if (isStream !== true) {
    if (isMalformed === true)
      return { ...RESYNC, ...backedOff({ ...view, memory: { ...view.memory, ...RESYNC } }) };
    if (isCutShort === true)
      return { ...BACK, ...backedOff({ ...view, memory: { ...view.memory, ...BACK } }) };
    const page = afterPage(view, { hasMore: hasMore === true, isEmpty: events.length === 0 });
    return ending === null ? page : { recovery: ending };
  }
  if (ending !== null) return { recovery: ending, stream: null };
  if (control === 'resync_required') {
    return { recovery: 'RECOVERING/resync', stream: null, streamFrom: null, isCaughtUp: false };
  }
  if (isCutShort === true || control !== undefined) return streamLost(view);
  return isLast === true ? streamEnded(view) : { recovery: 'LIVE' };
}

/** The cursor becomes the last event that the browser holds at this point of the procedure. */
function storeCursor(view: View): Result {
  const { accepted, events = [], lastPosition = 0 } = view.locals;
  const seqs = (accepted ?? events).map(endOf).filter((seq) => Number.isSafeInteger(seq));
  // Before anything is accepted there is nothing but what frames say of themselves.
  const said = accepted === undefined ? lastPosition : 0;
  return { disk: { cursor: Math.max(view.disk.cursor, said, ...seqs) } };
}

function replaceView(view: View): Result {
  const { snapshot, snapshotSeq = 0 } = view.locals;
  if (snapshot === undefined) return { then: END };
  const about = { browser: view.actor, incarnation: view.disk.incarnation, run_id: view.disk.runId ?? '' };
  const says = {
    key: 'browser.replaceView',
    values: { actor: view.actor, run: about.run_id, seq: snapshotSeq },
  };
  return {
    disk: { view: snapshot, cursor: snapshotSeq, appliedSeq: snapshotSeq },
    memory: {
      ...{ recovery: endingOf(snapshot) ?? 'RECOVERING/page', position: snapshotSeq, failures: 0 },
      isCaughtUp: false,
    },
    facts: [{ fact: 'replaced', ...about, seq: snapshotSeq }],
    says,
  };
}

export const accepting: Readonly<Record<string, AnyOperation>> = {
  receive: browser(receive),
  validate: browser(validate),
  guard: guardWith(acceptRunAndSeq),
  apply: applyWith(() => null),
  storeCursor: browser(storeCursor),
  replaceView: browser(replaceView),
};
