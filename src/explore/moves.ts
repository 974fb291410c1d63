// Something that can happen, wherever it can: one object for each, so that what it leads to is kept in one place.

import type { Action } from '../kernel/action';
import { isFree } from '../kernel/fault';
import type { World } from '../kernel/world';
import type { Writes } from './composed';
import { Node } from './memo';

export interface Move {
  readonly number: number;
  /** Id of the action. */
  readonly id: string;
  /** The entry of the bounds that it costs; null where it is no fault, or a free one. */
  readonly fault: string | null;
  readonly outcome: Node<Writes>;
  /** The engine's action in a world. */
  readonly in: (world: World) => Action;
}

export class Moves {
  readonly all: Move[] = [];
  private readonly byKey = new Map<string, Move>();
  private readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    this.faults = faults;
  }

  /** The moves of actions that can happen, within the bounds. */
  of(actions: readonly Action[], keyOf = (action: Action): string => action.id): readonly Move[] {
    return actions
      .filter((action) => action.blocked === null)
      .flatMap((action) => {
        const fault = this.costOf(action);
        if (fault === undefined) return [];
        return [this.named(`${action.id} ${keyOf(action)}`, action.id, fault, () => action)];
      });
  }

  /** The move of a name, made when it is first asked for. */
  named(name: string, id: string, fault: string | null, find: Move['in']): Move {
    let move = this.byKey.get(name);
    if (move === undefined) {
      move = { number: this.all.length, id, fault, outcome: new Node<Writes>(), in: find };
      this.byKey.set(name, move);
      this.all.push(move);
    }
    return move;
  }

  /** The entry of the bounds that an action costs, null for none; undefined where they do not allow it. */
  private costOf({ deed }: Action): string | null | undefined {
    const isFault = deed.deed === 'own' || (deed.deed === 'fault' && !isFree(deed.fault));
    if (!isFault) return null;
    const own = `${deed.fault} ${deed.target}`;
    return this.faults.find((one) => one === own) ?? this.faults.find((one) => one === deed.fault);
  }
}
