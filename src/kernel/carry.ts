// Carries out what an action does and what operations decided: this is the only place where messages are
// put and taken, activities begin and go on, and faults befall.

import type { Action, Deed } from './action';
import type { Activity, Fact, Says, Sending } from './actor';
import {
  type ChannelKind,
  deliver,
  type Entry,
  entryOf,
  type Message,
  namesOf,
  put,
  type Receipt,
  releaseDelayed,
  settle,
  settledBy,
  withdraw,
} from './channel';
import { ConvergeError, must } from './errors';
import { collected, connectionOf, dispersed, hasWay } from './connection';
import { type Befallen, carryFault, carryOwn, reset, resetName } from './befall';
import { content, type Json } from './json';
import { holders } from './locks';
import { activityPart, actorPart, type Look, messagePart } from './parts';
import { runStep, type StepResult } from './step';
import type { Actor, System, World } from './world';

/** What a step has come to so far. Nothing outside a step ever holds one. */
export interface Draft {
  world: World;
  /** Looks that led to what the operations decided, and those of carrying it out. */
  looks: Look[];
  afterwards: Look[];
  actor: string;
  run: string | null;
  operations: readonly string[];
  sent: Message[];
  taken: Message[];
  facts: readonly Fact[];
  refused: string | null;
  says: Says;
}

function befallen(
  draft: Draft,
  { world, looks, afterwards }: Befallen,
  fault: string,
  target: string,
  message: string | null = null,
): Draft {
  draft.world = world;
  draft.looks.push(...looks);
  draft.afterwards.push(...afterwards);
  draft.says = { key: `fault.${fault}`, values: { target, message } };
  return draft;
}

/** Whether somebody waits at the other end for what a message leads to; what else comes to a server opens nothing. */
const opens = ({ server, streams }: ChannelKind, receiver: string, id: string, entry: Entry): boolean =>
  server === receiver && (streams === undefined || entry.connection === id);

export class Carrier {
  private readonly system: System;

  constructor(system: System) {
    this.system = system;
  }

  /** What an enabled action comes to, in a store that holds the world's rows. */
  carry(world: World, action: Action): Draft {
    const { deed } = action;
    const draft: Draft = {
      ...{ world, actor: action.lane, run: action.run, operations: action.operations, sent: [], taken: [] },
      ...{ facts: [], refused: null, says: { key: action.id, values: {} }, looks: [], afterwards: [] },
    };
    switch (deed.deed) {
      case 'advance':
        return this.advance(draft, deed);
      case 'fault': {
        const { fault, target, message } = deed;
        return befallen(
          draft,
          carryFault(this.system, world, fault, target, message),
          fault,
          target,
          message,
        );
      }
      case 'own':
        return befallen(
          draft,
          carryOwn(this.system, world, deed.fault, deed.target),
          deed.fault,
          deed.target,
        );
      case 'continue':
        return this.proceed(draft, deed.activity, null);
      case 'aside':
        return this.proceed(draft, deed.activity, null, deed.procedure);
      case 'start': {
        const { procedure, run, locals } = deed.start;
        const begun = {
          request: '',
          procedure,
          step: 0,
          locals: locals ?? {},
          run,
          receipt: null,
          caller: null,
        };
        return this.proceed(draft, this.begin(draft, begun), null);
      }
      case 'deliver':
        return this.receive(draft, deed.channel, deed.message);
    }
  }

  private advance(draft: Draft, deed: Extract<Deed, { deed: 'advance' }>): Draft {
    const { world } = draft;
    const channels = Object.entries(world.channels).map(
      ([id, state]) => [id, releaseDelayed(state, deed.to)] as const,
    );
    draft.world = { ...world, now: deed.to, channels: Object.fromEntries(channels) };
    draft.says = { key: 'clock.advance', values: { ms: deed.to - world.now, due: deed.due.join(', ') } };
    return draft;
  }

  private actor(id: string): Actor {
    return must(
      this.system.actors.find((one) => one.id === id),
      `actor ${id}`,
    );
  }

  private channel(id: string): ChannelKind {
    return must(
      this.system.channels.find((one) => one.id === id),
      `channel ${id}`,
    );
  }

  /** Adds an activity to the draft's actor; returns its index. */
  private begin(draft: Draft, activity: Activity): number {
    const state = must(draft.world.actors[draft.actor], `actor ${draft.actor} in this world`);
    draft.looks.push({ part: activityPart(draft.actor, activity.request) });
    const activities = [...state.activities, activity];
    draft.world = {
      ...draft.world,
      actors: { ...draft.world.actors, [draft.actor]: { ...state, activities } },
    };
    return activities.length - 1;
  }

  private receive(draft: Draft, channelId: string, id: string): Draft {
    const channel = this.channel(channelId);
    const before = must(draft.world.channels[channelId], `channel ${channelId} in this world`);
    const entry = entryOf(channelId, before, id);
    draft.looks.push({ part: messagePart(channelId, id) });
    const message: Message = {
      channel: channelId,
      id,
      from: entry.from,
      to: entry.to,
      run: entry.run,
      body: entry.body,
      ...(entry.connection === undefined ? {} : { connection: entry.connection }),
    };
    const channels = { ...draft.world.channels, [channelId]: deliver(channel, before, id, draft.actor) };
    draft.world = { ...draft.world, channels };
    draft.taken.push(message);
    const { kind } = this.actor(draft.actor);
    const requests = draft.world.actors[draft.actor]?.activities.map((activity) => activity.request) ?? [];
    const activity: Activity = {
      request: kind.several ? this.freeName(draft, id, requests) : '',
      procedure: kind.receives(message),
      step: 0,
      locals: {},
      run: entry.run,
      receipt: channel.acknowledged ? { channel: channelId, id } : null,
      caller: opens(channel, draft.actor, id, entry) ? { channel: channelId, actor: entry.from, id } : null,
    };
    return this.proceed(draft, this.begin(draft, activity), message);
  }

  /** Runs the next step of an activity, or a step beside it, and carries out what it decided. */
  private proceed(draft: Draft, index: number, message: Message | null, aside: string | null = null): Draft {
    const result = runStep(this.system, draft.world, this.actor(draft.actor), index, message, aside);
    const from = draft.world;
    const before = must(from.actors[draft.actor], draft.actor);
    const activity = before.activities[index];
    const open = activity === undefined ? null : connectionOf(this.system, draft.actor, activity);
    draft.looks.push(...holders(this.system).map((holder) => ({ locksOf: holder })));
    draft.looks.push({ part: actorPart(draft.actor) });
    draft.looks.push({ part: activityPart(draft.actor, activity?.request ?? '') });
    if (open !== null) draft.looks.push({ messagesIn: open.kind.id });
    const state = { ...before, ...result.state };
    if (result.ends !== null) {
      const { ends } = result;
      draft.afterwards.push({ part: activityPart(draft.actor, ends) });
      const ended = state.activities.find(({ request }) => request === ends);
      if (ended !== undefined) this.disperse(draft, ended);
      state.activities = state.activities.filter(({ request }) => request !== ends);
    }
    draft.world = { ...draft.world, actors: { ...draft.world.actors, [draft.actor]: state } };
    draft.operations = result.operations;
    draft.run = result.run;
    draft.facts = result.facts;
    draft.refused = result.refused;
    draft.says = result.says;
    this.settle(draft, result);
    for (const sending of result.sends) this.send(draft, sending, from);
    return draft;
  }

  /** What somebody on the way keeps is kept for as long as its connection is open. */
  private disperse(draft: Draft, activity: Activity): void {
    const open = connectionOf(this.system, draft.actor, activity);
    if (open?.caller.collected !== true) return;
    const { id } = open.kind;
    draft.afterwards.push({ messagesIn: id });
    const state = dispersed(draft.world.channels[id] ?? {}, open.caller.id);
    draft.world = { ...draft.world, channels: { ...draft.world.channels, [id]: state } };
  }

  private settle(draft: Draft, { acknowledged }: StepResult): void {
    if (acknowledged === null) return;
    const { channel, id, back } = acknowledged;
    draft.afterwards.push({ part: messagePart(channel, id) });
    const before = draft.world.channels[channel] ?? {};
    const entry = before[id];
    const settled = entry === undefined ? null : settledBy(this.channel(channel), entry, draft.actor);
    if (settled?.receiver !== draft.actor) this.comesLate(draft, acknowledged, settled?.receiver);
    if (settled === null) return;
    const { receiver } = settled;
    const state = receiver === null ? withdraw(before, id) : settle(before, id, receiver, back);
    draft.world = { ...draft.world, channels: { ...draft.world.channels, [channel]: state } };
  }

  /** The broker had given this delivery up: the step says what its receipt came to. */
  private comesLate(draft: Draft, { channel, id }: Receipt, receiver: string | null | undefined): void {
    const [why, of] = receiver === undefined ? ['stale', null] : ['late', receiver];
    draft.facts = [...draft.facts, { fact: 'late_receipt', why, channel, message: id, of }];
    draft.says = { ...draft.says, key: `${draft.says.key}.${why}` };
  }

  /** Puts a message into its channel; a server that is down answers by resetting the connection. */
  private send(draft: Draft, sending: Sending, from: World): void {
    const { world } = draft;
    const channel = this.channel(sending.channel);
    const { more: _more, ...sent } = sending;
    const opens = channel.streams !== undefined && sending.connection === undefined;
    const message: Message = {
      ...{ ...sent, from: draft.actor },
      ...(opens && draft.actor !== channel.server ? { connection: sending.id } : {}),
    };
    const state = world.channels[channel.id] ?? {};
    if (channel.streams !== undefined && channel.server !== null) {
      draft.afterwards.push({ activitiesOf: channel.server });
    }
    const isUp = channel.server === null || sending.to === null || world.actors[sending.to]?.up === true;
    // Whether a connection was open when the step began: what ends it travels on it too.
    const isReached = isUp && hasWay(from, channel, message);
    if (channel.server !== null && sending.to !== null)
      draft.afterwards.push({ part: actorPart(sending.to) });
    const contentOf = (body: Json): string => content(body, this.system.times.members);
    let next = state;
    let id = message.id;
    if (isReached) {
      // What a message's place is follows from all that are there.
      if (channel.ordered !== undefined) draft.afterwards.push({ messagesIn: channel.id });
      [next, id] = put(channel.id, state, message, contentOf, channel.ordered);
      for (const name of namesOf(message.id)) {
        draft.afterwards.push({ part: messagePart(channel.id, name) });
        if (name === id) break;
      }
    } else if (!isUp && sending.to === channel.server && sending.connection === undefined) {
      draft.afterwards.push({ part: messagePart(channel.id, resetName(id)) });
      if (channel.ordered !== undefined) draft.afterwards.push({ messagesIn: channel.id });
      next = reset(channel, state, channel.server, draft.actor, id);
    }
    if (isReached) next = collected(from, channel, next, { ...message, id }, sending.more !== true);
    draft.sent.push({ ...message, id });
    draft.world = { ...world, channels: { ...world.channels, [channel.id]: next } };
  }

  /** A name that no activity of the draft's actor has. */
  private freeName(draft: Draft, name: string, taken: readonly string[]): string {
    for (const free of namesOf(name)) {
      draft.looks.push({ part: activityPart(draft.actor, free) });
      if (!taken.includes(free)) return free;
    }
    throw new ConvergeError('limit', `${draft.actor} has no name left for ${name}.`);
  }
}
