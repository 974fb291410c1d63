// Whether the names in an intervention mean something: actors, operations that exist in at least one
// design, channels. Whether it can happen, only the run itself tells.

import { CONNECTION_FAULTS, MESSAGE_FAULTS } from '../kernel/fault';
import { serviceFaults } from '../system/faults';
import type { Effect, Intervention, Point } from './intervention';
import { nearest, oneOf } from './nearest';
import { type Complaint, quoted } from './problem';
import type { Operations, Vocabulary } from './vocabulary';

/** What is wrong with an intervention, or null. */
export function interventionComplaint(
  vocabulary: Vocabulary,
  operations: Operations,
  intervention: Intervention,
): Complaint | null {
  const { point, effects } = intervention;
  const atPoint = point === null ? null : pointComplaint(vocabulary, operations, point);
  if (atPoint !== null) return atPoint;
  for (const effect of effects) {
    const complaint = effectComplaint(vocabulary, effect);
    if (complaint !== null) return complaint;
  }
  return null;
}

function pointComplaint({ actors }: Vocabulary, operations: Operations, point: Point): Complaint | null {
  const kinds = new Set(actors.values());
  const kind = actors.get(point.actor) ?? point.actor;
  if (!kinds.has(kind))
    return unknown(point.actor, 'an actor or a kind of actor', [...actors.keys(), ...kinds]);
  // A design that cannot be assembled has been complained about; without it any operation may be right.
  if (operations.size === 0) return null;
  const known = [...(operations.get(kind) ?? [])];
  if (known.includes(point.operation)) return null;
  return unknown(point.operation, `an operation that ${point.actor} has in some design of this file`, known);
}

/** What is wrong with an effect, or null. */
export function effectComplaint(vocabulary: Vocabulary, effect: Effect): Complaint | null {
  const actors = [...vocabulary.actors.keys()];
  if (effect.does === 'quiet') return null;
  if (effect.does !== 'take') {
    return actors.includes(effect.actor) ? null : unknown(effect.actor, 'an actor', actors);
  }
  const [first = '', second = ''] = effect.action.split(':');
  const step = /^([^.:]+)\./.exec(effect.action)?.[1];
  if (step !== undefined) return actors.includes(step) ? null : unknown(step, 'an actor', actors);
  if (['crash', 'restart', 'pause', 'resume'].includes(first)) {
    return actors.includes(second) ? null : unknown(second, 'an actor', actors);
  }
  const own = serviceFaults.find(({ fault }) => fault === first);
  if (own !== undefined)
    return own.all.includes(second) ? null : unknown(second, `whom it can befall`, own.all);
  const { channels } = vocabulary;
  if ([...MESSAGE_FAULTS, ...CONNECTION_FAULTS].some((fault) => fault === first)) {
    return channels.includes(second) ? null : unknown(second, 'a channel', channels);
  }
  if (first === 'deliver') {
    const [channel = '', receiver = ''] = second.split('>');
    if (!channels.includes(channel)) return unknown(channel, 'a channel', channels);
    return actors.includes(receiver) ? null : unknown(receiver, 'an actor', actors);
  }
  return effect.action === 'clock:advance' ? null : unknownAction(effect.action);
}

function unknown(word: string, what: string, known: readonly string[]): Complaint {
  return { found: quoted(word), expected: oneOf(what, known), nearest: nearest(word, known) };
}

function unknownAction(action: string): Complaint {
  const expected = 'the id of an action, such as "dispatcher.publish" or "clock:advance"';
  return { found: quoted(action), expected, nearest: nearest(action, ['clock:advance']) };
}
