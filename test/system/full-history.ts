// What every monitor should hold, asked of the full history: a second reading that shares no statement with the
// monitors.

import type { Fact } from '../../src/kernel/actor';
import { canonical } from '../../src/kernel/json';
import { sortedRows } from '../../src/kernel/rows';
import type { Taken } from '../../src/kernel/simulation';
import type { Row, Rows, Value } from '../../src/kernel/store';
import type { World } from '../../src/kernel/world';
import { MATRIX, type Relation } from '../../src/system/authorization';
import type { Endpoint } from '../../src/system/http';

/** The monitors' tables told from all records: counts over the whole past, cut only at the very end. */
export function fullHistory(first: World, taken: readonly Taken[]): Readonly<Record<string, readonly Row[]>> {
  const facts = taken.flatMap(({ record }) => record.facts);
  const named = (name: string): readonly Fact[] => facts.filter((fact) => fact.fact === name);
  return {
    mon_submissions: grouped(named('inserted_run'), ['browser', 'draft'], (all) => ({
      runs: Math.min(2, all.length),
    })),
    mon_accepted: grouped(named('accepted'), ['run_id', 'principal', 'fingerprint'], () => ({})),
    mon_effects: grouped(named('effect'), ['operation_id'], (all) => ({
      ...pick(all[0], ['run_id', 'step_key', 'order_id', 'amount_cents', 'digest']),
      effects: Math.min(2, all.length),
    })),
    mon_orders: grouped(named('effect'), ['order_id'], (all) => {
      const paid = all.reduce((sum, fact) => sum + Number(fact['amount_cents']), 0);
      const total = Number(
        first.rows['orders']?.get(pick(all[0], ['order_id'])['order_id'] as string)?.['total_cents'],
      );
      return { paid_cents: Math.min(total + 1, paid) };
    }),
    mon_notices: noticeHistory(named('noticed')),
    mon_history: heardHistory(taken),
    mon_decisions: grouped(named('decided'), ['approval_id'], (all) => ({
      told: wordOf(all[0], 'told'),
      contradicted: all.some((fact) => fact['told'] !== all[0]?.['told']) ? 1 : 0,
    })),
    mon_applied: appliedHistory(facts),
    ...answerHistory(taken),
    mon_runs: runHistory(first, taken),
  };
}

/** Answers as the matrix has them, asked of the rows as they were: shares no statement with the monitors. */
function answerHistory(taken: readonly Taken[]): Readonly<Record<string, readonly Row[]>> {
  const leaks: Fact[] = [];
  const probes: Fact[] = [];
  for (const { record, world } of taken) {
    for (const fact of record.facts.filter((one) => one.fact === 'answered')) {
      const [principal, endpoint] = [wordOf(fact, 'principal'), wordOf(fact, 'endpoint')];
      const asked = { fact: 'asked', principal, endpoint };
      const runs = runsAbout(world.rows, endpoint, wordOf(fact, 'target'));
      const relations = runs.map((run) => [run, relationOf(world.rows, principal, run)] as const);
      if (Number(fact['status']) < 400) {
        const barred = relations.filter(([, relation]) => !isAllowed(endpoint, relation));
        leaks.push(...barred.map(([run_id]) => ({ ...asked, run_id })));
      } else if (endpoint !== 'accept' && relations.every(([, one]) => one === 'ten' || one === 'oth')) {
        probes.push({ ...asked, exists: runs.length > 0, answer: String(Number(fact['status'])) });
      }
    }
  }
  const last = (all: readonly Fact[], exists: boolean): Value =>
    (all.findLast((fact) => fact['exists'] === exists)?.['answer'] ?? null) as Value;
  return {
    mon_leaks: grouped(leaks, ['principal', 'endpoint', 'run_id'], () => ({})),
    mon_probes: grouped(probes, ['principal', 'endpoint'], (all) => ({
      existing: last(all, true),
      unknown: last(all, false),
    })),
  };
}

/** The answer to a submission speaks of the run that it made, to the person who made it. */
const isAllowed = (endpoint: string, relation: Relation): boolean =>
  endpoint === 'accept'
    ? relation === 'own' || relation === 'own+app'
    : MATRIX[endpoint as Endpoint][relation] === 'allowed';

function runsAbout(rows: Rows, endpoint: string, target: string): readonly string[] {
  const runs = sortedRows(rows, 'runs');
  const named = endpoint === 'decide' ? rows['approvals']?.get(target)?.['run_id'] : target;
  const column = endpoint === 'conversation' ? 'conversation_id' : 'run_id';
  return runs.filter((run) => run[column] === named).map((run) => String(run['run_id']));
}

function relationOf(rows: Rows, principal: string, runId: string): Relation {
  const run = rows['runs']?.get(runId);
  const questions = sortedRows(rows, 'approvals').filter((one) => one['run_id'] === runId);
  const isAsked = questions.some(
    ({ approval_id: id }) => rows['approval_assignees']?.get(`${String(id)}/${principal}`) !== undefined,
  );
  if (run?.['principal'] === principal) return isAsked ? 'own+app' : 'own';
  if (isAsked) return 'app';
  const conversation = String(run?.['conversation_id']);
  const member = rows['conversation_members']?.get(`${conversation}/${principal}`);
  if (member !== undefined) return member['role'] === 'writer' ? 'wri' : 'vie';
  const person = rows['principals']?.get(principal);
  if (person?.['tenant_id'] !== rows['conversations']?.get(conversation)?.['tenant_id']) return 'oth';
  return person?.['is_operator'] === 1 ? 'ope' : 'ten';
}

const wordOf = (fact: Fact | undefined, name: string): string => fact?.[name] as string;

function pick(fact: Fact | undefined, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, (fact?.[name] ?? null) as Value]));
}

function grouped(
  facts: readonly Fact[],
  key: readonly string[],
  fold: (all: readonly Fact[]) => Row,
): readonly Row[] {
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const id = canonical(pick(fact, key));
    groups.set(id, [...(groups.get(id) ?? []), fact]);
  }
  const rows = [...groups.values()].map((all) => ({ ...pick(all[0], key), ...fold(all) }));
  return byKey(rows, key);
}

const byKey = (rows: readonly Row[], key: readonly string[]): readonly Row[] =>
  rows.toSorted((a, b) => {
    for (const column of key) {
      const [left, right] = [a[column] ?? null, b[column] ?? null];
      if (left !== right) return (left ?? 0) < (right ?? 0) ? -1 : 1;
    }
    return 0;
  });

/** Copies are no news: only of the first ones the order counts. */
function noticeHistory(facts: readonly Fact[]): readonly Row[] {
  const news = facts.filter((fact) => fact['copy'] === 1);
  return grouped(news, ['run_id'], (all) => {
    const seqs = all.map((fact) => Number(fact['seq']));
    const isRising = seqs.every((seq, i) => i === 0 || seq > seqs[i - 1]!);
    return { last_seq: Math.max(...seqs), regressed: isRising ? 0 : 1 };
  });
}

/** The first event that was changed after it, or one behind it, had been told. */
function heardHistory(taken: readonly Taken[]): readonly Row[] {
  const told = taken.flatMap(({ record }) => record.facts.filter((fact) => fact.fact === 'told'));
  return grouped(told, ['run_id'], (all) => {
    const run = wordOf(all[0], 'run_id');
    const rewritten = taken.flatMap(({ record }, at) => {
      const before = taken.slice(0, at).flatMap((one) => one.record.facts);
      const heard = before.filter((fact) => fact.fact === 'told' && fact['run_id'] === run);
      return record.changes
        .filter(({ table, before: was, after: is }) => table === 'events' && was !== null && is !== null)
        .filter(({ after: is }) => is?.['run_id'] === run)
        .map(({ after: is }) => Number(is?.['seq']))
        .filter((seq) => heard.some((fact) => Number(fact['seq']) >= seq));
    });
    return {
      told_seq: Math.max(...all.map((fact) => Number(fact['seq']))),
      rewritten_seq: rewritten[0] ?? 0,
    };
  });
}

const VIEW = ['browser', 'incarnation', 'run_id'];

function appliedHistory(facts: readonly Fact[]): readonly Row[] {
  const heard = facts.filter(
    (fact) => ['applied', 'passed', 'replaced'].includes(fact.fact) || (fact.fact === 'page' && isSkip(fact)),
  );
  return grouped(heard, VIEW, (all) => {
    const row = { last_seq: 0, gap: 0, repeat: 0, foreign_run: 0, skipped: 0 };
    let isFirst = true;
    for (const fact of all) {
      const seq = Number(fact['seq'] ?? fact['to_seq']);
      if (fact.fact === 'page') row.skipped = 1;
      else if (fact.fact === 'replaced') row.last_seq = seq;
      else {
        const start = isFirst && row.skipped === 0 ? Number(fact['held']) : row.last_seq;
        const isEvent = fact.fact === 'applied';
        if (Number(isEvent ? seq : fact['from_seq']) > start + 1) row.gap = 1;
        if (isEvent && seq <= start) row.repeat = 1;
        if (isEvent && fact['event_run'] !== fact['run_id']) row.foreign_run = 1;
        row.last_seq = Math.max(start, seq);
      }
      isFirst = false;
    }
    return row;
  });
}

const isSkip = (fact: Fact): boolean =>
  fact['status'] === 200 && Number(fact['after_seq']) < Number(fact['min_retained_seq']) - 1;

const TERMINAL = ['succeeded', 'failed', 'cancelled', 'interrupted'];

function runHistory(first: World, taken: readonly Taken[]): readonly Row[] {
  const runs = new Map(sortedRows(first.rows, 'mon_runs').map((row) => [String(row['run_id']), { ...row }]));
  for (const { record } of taken) {
    for (const fact of record.facts) {
      const known = fact.fact === 'cancel_asked' ? runs.get(wordOf(fact, 'run_id')) : undefined;
      if (known !== undefined) known['cancel_asked'] = 1;
    }
    for (const { table, before, after } of record.changes) {
      if (after === null) continue;
      const id = String(after['run_id']);
      const known = runs.get(id);
      if (table === 'runs' && before === null) {
        runs.set(id, {
          run_id: id,
          ended_as: null,
          losses: 0,
          allowed: after['budget_attempts'] ?? 0,
          cancel_asked: 0,
        });
      }
      const status = String(after['status']);
      if (table === 'runs' && known !== undefined && TERMINAL.includes(status)) known['ended_as'] ??= status;
      if (table !== 'events' || after['type'] !== 'attempt.ended' || before !== null || known === undefined)
        continue;
      const { reason } = JSON.parse(String(after['payload'])) as { reason: string };
      const run = record.changes.find(
        (change) => change.table === 'runs' && change.before?.['run_id'] === id,
      );
      const isCounted =
        (reason === 'lost' || reason === 'failed') && Number(run?.before?.['budget_attempts']) > 0;
      if (isCounted) known['losses'] = Math.min(Number(known['losses']) + 1, Number(known['allowed']) + 1);
    }
  }
  return byKey([...runs.values()], ['run_id']);
}
