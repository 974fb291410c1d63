// What lasts in a run: messages on their way or at rest, leases, open transactions, actors that are down. Each is
// a span from the step that began it to the one that ended it, folded from the trace once, step by step as the
// run grows. Copies of a message are a count in the engine; here each has a life of its own, and the oldest goes
// first.

import { CLOCK_ADVANCE } from '../kernel/action';
import type { Fact } from '../kernel/actor';
import type { Message } from '../kernel/channel';
import { textOf } from '../kernel/json';
import { tableOf } from '../kernel/rows';
import type { Row } from '../kernel/store';
import type { StepRecord, Trace } from '../kernel/trace';
import type { World } from '../kernel/world';
import { holderOf, isRequest, memberOf } from './bodies';
import { Spans } from './diagram-spans';
import { isWireFault, STREAM, Wires } from './diagram-wires';
import { isBrokered, shelfOf } from './shelves';
import type { Copy } from './span';

const histories = new WeakMap<Trace, History>();

/** The spans of a run that began with this world. */
export function historyOf(first: World, trace: Trace): History {
  const known = histories.get(trace);
  const history = known ?? new History(first);
  if (known === undefined) histories.set(trace, history);
  history.follow(trace);
  return history;
}

export class History extends Spans {
  /** The first step of each actor. */
  readonly firstSteps = new Map<string, number>();
  /** Properties broken for the first time, by step. */
  readonly broken = new Map<number, readonly string[]>();
  readonly wires = new Wires(this);
  private readonly seen = new Set<string>();
  /** Requests that somebody has taken and not answered. */
  private served: readonly { readonly by: string; readonly request: Message }[] = [];

  constructor(first: World) {
    super();
    for (const [, row] of tableOf(first.rows, 'runs').entries()) this.lease(null, row);
    for (const [actor, { up, paused, activities }] of Object.entries(first.actors)) {
      if (activities.some(({ open }) => open !== undefined)) this.begin('open', actor);
      if (!up) this.begin('down', actor);
      if (paused) this.begin('paused', actor);
      for (const { caller } of activities) {
        if (caller?.channel === STREAM) this.wires.serve(caller.id, caller.actor, actor);
      }
    }
    for (const [channel, state] of Object.entries(first.channels)) {
      for (const [id, { ready, delayed, unacknowledged, ...entry }] of Object.entries(state)) {
        const message = { channel, id, ...entry };
        for (const [receiver, count] of Object.entries(unacknowledged)) {
          for (let i = 0; i < count; i++) this.begin('held', receiver, this.copyOf(message));
        }
        for (let i = 0; i < ready + delayed.length; i++) {
          const copy = this.put(message);
          if (i >= ready) this.begin('late', copy.from, copy);
        }
      }
    }
    this.turn();
  }

  /** Takes in the steps that have come since. */
  follow(trace: Trace): void {
    for (const record of trace.slice(this.step)) {
      this.step += 1;
      this.add(record);
      this.turn();
    }
  }

  private add(record: StepRecord): void {
    const { id, actor, operations, says } = record;
    if (!this.firstSteps.has(actor)) this.firstSteps.set(actor, this.step);
    for (const message of record.taken) this.take(message, record);
    if (operations.includes('ack')) this.acknowledge(actor);
    for (const fact of record.facts) if (fact.fact === 'late_receipt') this.settleNewer(fact);
    for (const { fact } of record.facts) this.transact(fact, actor);
    for (const message of record.sent) this.send(message);
    for (const { table, before, after } of record.changes) {
      if (table === 'runs') this.lease(before, after);
    }
    if (id === CLOCK_ADVANCE) this.release(String(says.values['due']).split(', '));
    else if (operations.length === 0) this.befall(id.slice(0, id.indexOf(':')), says.values);
    const broke = record.verdicts.filter(({ to }) => to === 'violated').map(({ property }) => property);
    const first = [...new Set(broke)].filter((property) => !this.seen.has(property));
    for (const property of first) this.seen.add(property);
    if (first.length > 0) this.broken.set(this.step, first);
  }

  private send(message: Message): void {
    const { channel, from, to } = message;
    if (channel === STREAM) {
      this.wires.sent(message);
      return;
    }
    const answers = memberOf(message.body, 'answers');
    const answered = this.served.find(({ by, request }) => by === from && request.id === answers);
    this.served = this.served.filter((one) => one !== answered);
    const isReached = isBrokered(channel) || to === null || this.is('down', to) === undefined;
    if (isReached) this.put(message);
    else if (isRequest(message.body)) this.reset(message);
  }

  /** The connection of a request is gone, and its sender is going to learn it. */
  private reset({ channel, id, from, to }: Pick<Copy, 'channel' | 'id' | 'from' | 'to'>): void {
    this.put({ channel, id: `${id}:reset`, from: to ?? from, to: from, body: { reset: id } });
  }

  private take(message: Message, record: StepRecord): void {
    const { actor } = record;
    const span = this.oldest(message.channel, message.id, false);
    if (span?.copy != null) this.end(span, 'taken', actor);
    if (message.channel === STREAM) this.wires.took(message, record);
    if (message.channel === STREAM || span?.copy == null) return;
    if (isBrokered(message.channel)) this.begin('held', actor, span.copy);
    else if (isRequest(message.body)) this.served = [...this.served, { by: actor, request: message }];
  }

  private acknowledge(actor: string): void {
    const held = this.is('held', actor);
    if (held !== undefined) this.end(held, 'acknowledged');
  }

  /** An old receipt was taken for that of a newer delivery, or of a copy that still rests. */
  private settleNewer(fact: Fact): void {
    const [at, id] = [textOf(fact, 'channel'), textOf(fact, 'message')];
    const span = this.heldOf(at, id).find(({ lane }) => lane === fact['of']) ?? this.oldest(at, id, false);
    if (fact['why'] === 'late' && span !== undefined) this.end(span, 'acknowledged');
  }

  private lease(before: Row | null, after: Row | null): void {
    const [was, is] = [holderOf(before), holderOf(after)];
    if (was === is) return;
    const open = was === null ? undefined : this.is('lease', was);
    if (open !== undefined) this.end(open, 'over');
    if (is !== null) this.begin('lease', is);
  }

  /** A transaction stays open after this step, or ends with it. */
  private transact(fact: string, actor: string): void {
    const open = this.is('open', actor);
    if (fact === 'transaction_open' && open === undefined) this.begin('open', actor);
    if (fact === 'transaction_ended' && open !== undefined) this.end(open, 'over');
  }

  private release(due: readonly string[]): void {
    for (const one of due) {
      if (this.wires.falls(one)) continue;
      const at = one.indexOf(':');
      const [channel, id] = [one.slice(0, at), one.slice(at + 1)] as const;
      const span = this.oldest(channel, id, true);
      const late = this.open.find(({ kind, copy }) => kind === 'late' && copy === span?.copy);
      if (late !== undefined) this.end(late, 'over');
    }
  }

  private befall(fault: string, { target, message }: StepRecord['says']['values']): void {
    const [at, id] = [String(target), String(message)];
    if (fault === 'crash') this.crash(at);
    else if (fault === 'pause') this.begin('paused', at);
    else if (fault === 'restart' || fault === 'resume') {
      const span = this.is(fault === 'restart' ? 'down' : 'paused', at);
      if (span !== undefined) this.end(span, 'over');
    } else if (fault === 'redeliver') {
      for (const span of this.heldOf(at, id)) {
        this.end(span, 'returned');
        this.begin('rests', shelfOf(at), span.copy);
      }
    } else if (isWireFault(fault)) {
      this.wires.befall(fault, id);
    } else if (fault === 'collect') {
      this.wires.collect(id);
    } else {
      const span = this.oldest(at, id, false);
      if (span?.copy == null) return;
      this.note(span.copy);
      if (fault === 'drop') this.end(span, 'lost');
      else if (fault === 'duplicate') this.put(span.copy);
      else this.begin('late', span.lane, span.copy);
    }
  }

  /** Deliveries return to the broker; whoever waited for an answer learns that none will come. */
  private crash(actor: string): void {
    const gone = new Set<string>(); // Copies of one request share its connection.
    for (const span of this.open) {
      const { kind, lane, copy } = span;
      if ((kind === 'paused' || kind === 'open') && lane === actor) this.end(span, 'over');
      if (copy === null || copy.channel === STREAM) continue;
      if (kind === 'held' && lane === actor) {
        this.end(span, 'returned');
        this.begin('rests', shelfOf(copy.channel), copy);
      } else if (kind === 'flies' && copy.to === actor) {
        this.lose(span);
        if (isRequest(copy.body) && gone.size < gone.add(copy.id).size) this.reset(copy);
      }
    }
    for (const { by, request } of this.served) if (by === actor) this.reset(request);
    this.served = this.served.filter(({ by }) => by !== actor);
    this.wires.crash(actor);
    this.begin('down', actor);
  }
}
