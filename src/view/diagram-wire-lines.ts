// Connections that stay open, as lines: a rail beside the lane of each end for as long as that end believes in it,
// and a bar across where something befell it.

import type { LaneGeometry } from './diagram-lanes';
import type { DiagramRow } from './diagram-rows';
import { cut, isAhead, type Stage, type Stretch, yOf } from './diagram-stage';
import { isWireFault, tornPlace } from './diagram-wires';
import type { Span, Wire } from './span';

/** Where something befell a connection, from end to end. */
export interface WireCut {
  readonly step: number;
  readonly y: number;
  readonly from: number;
  readonly to: number;
  readonly isAhead: boolean;
}

const RAIL = 6;
const RAIL_PITCH = 4;

/** How far beside its lane the rail of a connection runs: towards the other end, one beside the other. */
export function railAt({ at }: LaneGeometry, { client, server }: Wire, lane: string): number | null {
  const [own, other] = [at[lane], at[lane === client ? server : client]];
  if (own === undefined || (other === undefined && lane === server)) return null;
  const side = other === undefined || other > own ? 1 : -1;
  if (lane === client || other === undefined) return own + side * RAIL;
  // Clients on the same side, the nearest first.
  const nearer = Object.entries(at).filter(([id, x]) => {
    return isClient(id) && (x - own) * side > 0 && Math.abs(x - own) < Math.abs(other - own);
  });
  return own + side * (RAIL + RAIL_PITCH * nearer.length);
}

const isClient = (lane: string): boolean => lane.startsWith('browser-');

export function railOf(stage: Stage, span: Span): readonly Stretch[] {
  const { kind, wire, lane } = span;
  if (wire === null || (kind !== 'wire' && kind !== 'dead')) return [];
  const x = railAt(stage.lanes, wire, lane);
  if (x === null) return [];
  return cut(stage, span, (from, to, ahead) => [{ lane: wire.client, x, from, to, kind, isAhead: ahead }]);
}

/** Between two lanes; where only one of them is on the stage, there. */
export function middleBetween({ at }: LaneGeometry, one: string, other: string): number {
  const [x, y] = [at[one] ?? at[other] ?? NaN, at[other] ?? at[one] ?? NaN];
  return (x + y) / 2;
}

export function cutOf(stage: Stage, row: DiagramRow): readonly WireCut[] {
  if (row.row !== 'step') return [];
  const { step } = row;
  const { id, says } = stage.trace[step - 1]!;
  if (!isWireFault(id.slice(0, id.indexOf(':')))) return [];
  const message = String(says.values['message']);
  const copies = stage.history.copies.get(step) ?? [];
  const torn = copies.find((copy) => copy.id === tornPlace(message).piece)?.connection;
  const wire = stage.history.wires.of(torn ?? message);
  if (wire === undefined) return [];
  const [from, to] = [stage.lanes.at[wire.client], stage.lanes.at[wire.server]];
  if (from === undefined || to === undefined) return [];
  return [{ step, y: yOf(stage, step), from, to, isAhead: isAhead(stage, step) }];
}
