// What the learner has opened in the right column. It stays open for as long as the page does, whatever
// panel stands in the column meanwhile: so it is kept with the session and not in a component.

import { SvelteSet } from 'svelte/reactivity';
import type { Cell } from '../../view/origin';
import type { Session } from '../state/session.svelte';

/** What the right column shows: the state itself, or a picture of it. */
export const PANES = ['state', 'machine', 'recovery', 'schema', 'http'] as const;
export type Pane = (typeof PANES)[number];

export class Opened {
  pane = $state<Pane>('state');
  /** The run whose machine was asked for; null for the one that the last step was about. */
  run = $state<string | null>(null);
  /** The browser whose recovery was asked for; null for the one that acted last. */
  browser = $state<string | null>(null);
  /** All tables in the picture of ids, all rows of the machine. */
  isAllTables = $state(false);
  isAllRows = $state(false);
  /** Tables that were unfolded. */
  readonly tables = new SvelteSet<string>();
  /** All tables, columns and properties, and not only those on stage. */
  isAll = $state(false);
  #cell = $state.raw<Cell | null>(null);

  /** Opens the origin of a cell; a second time closes it. */
  toggleCell(cell: Cell): void {
    this.#cell = this.isCell(cell) ? null : cell;
  }

  closeCell(): void {
    this.#cell = null;
  }

  isCell({ table, key, column }: Cell): boolean {
    const open = this.#cell;
    return open?.table === table && open.key === key && open.column === column;
  }

  /** The column of a row whose origin is open, or null. */
  columnOf(table: string, key: string): string | null {
    const open = this.#cell;
    return open?.table === table && open.key === key ? open.column : null;
  }

  toggleTable(table: string): void {
    if (!this.tables.delete(table)) this.tables.add(table);
  }
}

const opened = new WeakMap<Session, Opened>();

export function openedIn(session: Session): Opened {
  const known = opened.get(session) ?? new Opened();
  opened.set(session, known);
  return known;
}
