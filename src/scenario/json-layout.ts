// JSON as a person would lay it out and as the formatter of this repository leaves it: what fits stands on
// one line, the outer levels get a line a member.

import type { Json } from '../kernel/json';

const WIDTH = 110;
const INDENT = '  ';

/** @param open how many levels get a line a member even where they would fit */
export function layOut(value: Json, open: number): string {
  return `${laidOut(value, '', 0, open)}\n`;
}

/** @param used columns that are taken before and after the value on its line */
function laidOut(value: Json, indent: string, used: number, open: number): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const flat = onOneLine(value);
  const isList = Array.isArray(value);
  const mayBeFlat = (isList || open <= 0 || flat === '{}') && !isBroken(value);
  if (mayBeFlat && used + flat.length <= WIDTH) return flat;
  const deeper = indent + INDENT;
  // A list of numbers is filled line by line; one a line would run down the page.
  if (isList && value.every((item) => typeof item === 'number')) return filled(value, indent);
  const items = membersOf(value).map(
    ([name, inner]) => name + laidOut(inner, deeper, deeper.length + name.length + 1, isList ? 0 : open - 1),
  );
  const lines = items.map((item) => deeper + item).join(',\n');
  return isList ? `[\n${lines}\n${indent}]` : `{\n${lines}\n${indent}}`;
}

/** Whether some list in it gets a line an item wherever it stands: one of several objects, each of several. */
function isBroken(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  const items = Object.values(value) as Json[];
  const isLarge = (item: Json): boolean =>
    item !== null && typeof item === 'object' && Object.keys(item).length > 1;
  return (Array.isArray(value) && items.length > 1 && items.every(isLarge)) || items.some(isBroken);
}

function onOneLine(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const items = membersOf(value).map(([name, inner]) => name + onOneLine(inner));
  if (Array.isArray(value)) return `[${items.join(', ')}]`;
  return items.length === 0 ? '{}' : `{ ${items.join(', ')} }`;
}

/** Members with their names as they are written, items of a list without. */
function membersOf(value: object): readonly (readonly [string, Json])[] {
  const entries = Object.entries(value) as [string, Json][];
  return Array.isArray(value)
    ? entries.map(([, item]) => ['', item])
    : entries.map(([name, inner]) => [`${JSON.stringify(name)}: `, inner]);
}

function filled(numbers: readonly number[], indent: string): string {
  const deeper = indent + INDENT;
  const lines: string[] = [];
  for (const number of numbers) {
    const longer = `${lines.at(-1) ?? ''} ${String(number)},`;
    if (lines.length > 0 && deeper.length + longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`${String(number)},`);
  }
  const text = lines.map((line) => deeper + line).join('\n');
  return `[\n${text.slice(0, -1)}\n${indent}]`;
}
