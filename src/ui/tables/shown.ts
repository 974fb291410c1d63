// How a value stands in a cell.

import type { Messages } from '../../i18n/en';
import type { Value } from '../../kernel/store';
import { writtenAs } from '../../view/tables';

export function shownAs(know: Messages['know'], column: string, value: Value): string {
  switch (writtenAs(column, value)) {
    case 'null':
      return 'NULL';
    case 'seconds':
      return know.seconds({ seconds: String(Math.round(Number(value) / 100) / 10) });
    case 'amount':
      return (Number(value) / 100).toFixed(2);
    case 'text':
      return String(value);
  }
}
