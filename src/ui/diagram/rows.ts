// The rows as elements of the page: what tells them apart while the run goes on, and how keys move between
// them.

import type { DiagramRow } from '../../view/diagram-rows';

export function keyOf(row: DiagramRow): string {
  if (row.row === 'fold') return `fold ${String(row.from)}`;
  const place = row.row === 'operation' ? ` ${String(row.place)}` : '';
  return `${row.row} ${String(row.step)}${place}`;
}

/** Up and down move the focus by row; true where the key meant that. */
export function moveBetween(table: HTMLTableElement | undefined, event: KeyboardEvent): boolean {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  if (by === 0 || row === null || table === undefined) return false;
  const buttons = [...table.querySelectorAll<HTMLElement>('button.go')];
  buttons[buttons.findIndex((button) => row.contains(button)) + by]?.focus();
  return true;
}
