// What is in flight at the cursor, where it is drawn below the now line, and what could happen to it. Messages
// whose both ends are off the stage are only counted.

import type { Action } from '../kernel/action';
import { isBrokered, shelfOf } from './shelves';
import type { Copy, Span, Wire } from './span';
import { labelOf, wayOf } from './diagram-drawing';
import { middleOf, nowLineAt, type Stage } from './diagram-stage';
import { middleBetween, railAt } from './diagram-wire-lines';

export interface Chip {
  readonly key: string;
  readonly copy: Copy;
  readonly label: string;
  readonly way: 'broker' | 'request' | 'response';
  readonly lane: string;
  readonly x: number;
  /** Below the now line. */
  readonly y: number;
  /** The mark of its sender, where it has one on the stage. */
  readonly sender: readonly [number, number] | null;
  readonly isLate: boolean;
  readonly isDoubled: boolean;
  /** What could happen to it now. */
  readonly actions: readonly Action[];
}

/** A connection that is open: what could befall it. */
export interface WireChip {
  readonly key: string;
  readonly wire: Wire;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  /** Where its other end is, if that is on the stage. */
  readonly end: number | null;
  readonly actions: readonly Action[];
}

export interface Present {
  readonly wires: readonly WireChip[];
  readonly chips: readonly Chip[];
  readonly inFlight: number;
  /** Of them, how many are not drawn. */
  readonly offStage: number;
  /** The height that the chips take. */
  readonly height: number;
}

/** Where the first chip is, below the now line. */
export const CHIPS_FROM = 26;
const CHIP_PITCH = 30;
/** More than these on one lane are only counted. */
const CHIPS_MAX = 4;

export function presentOf(stage: Stage, enabled: readonly Action[]): Present {
  const { history, cursor, lanes } = stage;
  const open = history.openAt(cursor);
  const late = new Set(open.filter(({ kind }) => kind === 'late').map(({ copy }) => copy));
  const stacks = new Map<string, number>();
  const wires = open.flatMap((span) => wireOf(stage, span, stacks, enabled));
  const chips: Chip[] = [];
  let inFlight = 0;
  for (const { kind, copy } of open) {
    if (copy === null || (kind !== 'rests' && kind !== 'flies')) continue;
    inFlight += 1;
    const lane = homeOf(copy, lanes.at);
    const place = lane === null ? CHIPS_MAX : (stacks.get(lane) ?? 0);
    if (lane === null || place >= CHIPS_MAX) continue;
    stacks.set(lane, place + 1);
    chips.push(chipOf(stage, copy, lane, place, late.has(copy), enabled));
  }
  const height = CHIPS_FROM + Math.max(0, ...stacks.values()) * CHIP_PITCH - 4;
  return { wires, chips, inFlight, offStage: inFlight - chips.length, height };
}

/** An open connection lies on the lane of its client, above what is on its way to it. */
function wireOf(
  { lanes, place }: Stage,
  { kind, wire, lane }: Span,
  stacks: Map<string, number>,
  enabled: readonly Action[],
): readonly WireChip[] {
  if (kind !== 'wire' || wire === null || lane !== wire.server) return [];
  const home = [wire.client, wire.server].find((one) => Object.hasOwn(lanes.at, one));
  if (home === undefined) return [];
  const at = stacks.get(home) ?? 0;
  stacks.set(home, at + 1);
  const chip: WireChip = {
    ...{ key: wire.id, wire, label: wire.id.slice(wire.id.lastIndexOf('.') + 1) },
    ...{ x: lanes.at[home]!, y: nowLineAt(place) + CHIPS_FROM + at * CHIP_PITCH },
    end: home === wire.client ? railAt(lanes, wire, wire.server) : null,
    actions: enabled.filter(
      ({ deed, blocked }) => blocked === null && deed.deed === 'fault' && deed.message === wire.id,
    ),
  };
  return [chip];
}

/** The lane where it rests, that of the receiver, or else of the sender. */
function homeOf({ channel, from, to }: Copy, at: Readonly<Record<string, number>>): string | null {
  const wanted = isBrokered(channel) ? [shelfOf(channel)] : [to ?? '', from];
  return wanted.find((lane) => Object.hasOwn(at, lane)) ?? null;
}

function chipOf(
  stage: Stage,
  copy: Copy,
  lane: string,
  place: number,
  isLate: boolean,
  enabled: readonly Action[],
): Chip {
  const { lanes, rows, place: geometry, trace } = stage;
  const x = lanes.at[lane]!;
  const isOfBreak = copy.origin === 'break';
  const from = isOfBreak ? middleBetween(lanes, copy.from, copy.to ?? '') : lanes.at[copy.from];
  const isOfSender = !isBrokered(copy.channel) && copy.origin !== 'idle';
  const isJoined = isOfSender && from !== undefined && copy.sent > 0;
  return {
    key: `${copy.channel} ${String(copy.number)}`,
    ...{ copy, lane, x, isLate },
    label: labelOf(copy),
    way: isBrokered(copy.channel) ? 'broker' : wayOf(copy),
    y: nowLineAt(geometry) + CHIPS_FROM + place * CHIP_PITCH,
    sender: isJoined ? [from, middleOf(geometry, rows.of(copy.sent))] : null,
    isDoubled: trace[copy.sent - 1]?.id.startsWith('duplicate:') ?? false,
    // Who asks the engine asks about the message; a copy that is delayed cannot be meant.
    actions: isLate ? [] : enabled.filter((action) => isAbout(action, copy)),
  };
}

function isAbout({ deed, blocked }: Action, { channel, id }: Copy): boolean {
  if (blocked !== null) return false;
  if (deed.deed === 'deliver') return deed.channel === channel && deed.message === id;
  if (deed.deed !== 'fault' || deed.target !== channel) return false;
  return deed.message === id || (deed.fault === 'tear' && deed.message?.startsWith(`${id}@`) === true);
}
