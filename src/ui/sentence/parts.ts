// Sentences as the catalogue has them, with their values put in: kept apart as parts, so that the page can
// set ids in the type of data. `{name}` is a value, `{name|event|events}` a word that depends on a count.

export interface Part {
  readonly text: string;
  /** True for a value that names something, and not for a plain number. */
  readonly isId: boolean;
}

export type Values = Readonly<Record<string, string | number | null | undefined>>;

const PLACE = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

export function partsOf(template: string, values: Values): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of template.matchAll(PLACE)) {
    const [whole, name = '', one, other] = match;
    if (match.index > end) parts.push({ text: template.slice(end, match.index), isId: false });
    parts.push(
      one === undefined
        ? valuePart(name, values[name])
        : { text: values[name] === 1 ? one : other!, isId: false },
    );
    end = match.index + whole.length;
  }
  if (end < template.length) parts.push({ text: template.slice(end), isId: false });
  return parts;
}

export const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

/** Amounts and times are numbers of cents and milliseconds in the engine. */
const UNITS: Readonly<Record<string, (value: number) => string>> = {
  amount: (cents) => `${(cents / 100).toFixed(2)} EUR`,
  ms: (ms) => `${seconds(ms)} s`,
  at: (ms) => `${seconds(ms)} s`,
};

/** Values that are words already. */
const WORDS: readonly string[] = ['due'];

const seconds = (ms: number): string => String(Math.round(ms / 100) / 10);

function valuePart(name: string, value: string | number | null | undefined): Part {
  if (typeof value === 'number') {
    const unit = UNITS[name];
    return { text: unit === undefined ? String(value) : unit(value), isId: false };
  }
  if (value === null || value === undefined) return { text: '–', isId: false };
  return { text: value, isId: !WORDS.includes(name) };
}
