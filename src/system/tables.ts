// The columns of every table, read from its DDL, so that nothing is named twice.

import { coreTables, presentTables } from './schema';

/** Column names by table, in the order of the DDL. */
export function columnsOf(ddl: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const text of ddl) {
    const match = /^\s*CREATE TABLE (\w+)\s*\(([\s\S]*)\)\s*STRICT/.exec(text.replace(/--.*$/gm, ''));
    if (match?.[1] === undefined || match[2] === undefined) continue;
    found[match[1]] = partsOf(match[2]).flatMap((part) => columnIn(part));
  }
  return found;
}

/** The parts of a list that are separated by commas outside parentheses. */
function partsOf(list: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const char of list) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + char);
  }
  return parts;
}

function columnIn(part: string): readonly string[] {
  const name = /^\s*(\w+)/.exec(part)?.[1];
  return name === undefined || name === 'PRIMARY' || name === 'UNIQUE' || name === 'CHECK' ? [] : [name];
}

/** The columns of the service's own tables and of the present ones. */
export const serviceTables = columnsOf([...coreTables, ...presentTables]);
