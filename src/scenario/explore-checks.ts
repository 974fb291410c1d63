// What a schema cannot say of a search: that its faults can happen here, and that its designs and properties
// exist.

import { CONNECTION_FAULTS, FAULT_KINDS, type FaultKind } from '../kernel/fault';
import { CLOCK_LANE } from '../kernel/action';
import type { ChannelKind } from '../kernel/channel';
import { serviceFaults } from '../system/faults';
import { actors, channels } from '../system/topology';
import { nearest, oneOf } from './nearest';
import type { Checked } from './name-checks';
import { type Complaint, type Problem, quoted } from './problem';

/** What may befall the messages of a channel, and the connections that it keeps open. */
const faultsOf = ({ faults, streams }: ChannelKind): readonly FaultKind[] =>
  streams === undefined ? faults : [...faults, 'tear', ...CONNECTION_FAULTS];

/** Every entry that the bounds of a search may have. */
export const BOUND_FAULTS: readonly string[] = [
  'crash',
  'pause',
  ...actors.filter((actor) => actor.crashes).map(({ id }) => `crash ${id}`),
  ...actors.filter((actor) => actor.pauses).map(({ id }) => `pause ${id}`),
  ...FAULT_KINDS.filter((kind) => channels.some((channel) => faultsOf(channel).includes(kind))),
  ...channels.flatMap((channel) => faultsOf(channel).map((kind) => `${kind} ${channel.id}`)),
  ...serviceFaults.flatMap(({ fault, all }) => [fault, ...all.map((id) => `${fault} ${id}`)]),
  CLOCK_LANE,
];

/** What is wrong with an entry of the bounds, or null. */
export function boundComplaint(entry: string): Complaint | null {
  if (BOUND_FAULTS.includes(entry)) return null;
  const near = nearest(entry, BOUND_FAULTS);
  return { found: quoted(entry), expected: oneOf('a fault', BOUND_FAULTS), nearest: near };
}

export function exploreProblems({ source, file, vocabulary }: Checked): readonly Problem[] {
  const { explore } = file;
  if (explore === undefined) return [];
  const designs = Object.keys(file.designs);
  return [
    ...Object.keys(explore.bounds.faults).flatMap((entry) => {
      const complaint = boundComplaint(entry);
      return complaint === null ? [] : [source.problem(['explore', 'bounds', 'faults', entry], complaint)];
    }),
    ...(explore.bounds.still ?? []).flatMap((id, i) =>
      source.unknown(['explore', 'bounds', 'still', i], id, 'an actor', [...vocabulary.actors.keys()]),
    ),
    ...Object.entries(explore.expect).flatMap(([design, found]) => {
      const path = ['explore', 'expect', design] as const;
      return [
        ...source.unknown(path, design, 'a design of this file', designs),
        ...Object.keys(found).flatMap((id) =>
          source.unknown([...path, id], id, 'a property', vocabulary.properties),
        ),
      ];
    }),
  ];
}
