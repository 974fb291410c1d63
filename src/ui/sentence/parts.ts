// Sentences as the catalogue has them, with their values put in: kept apart as parts, so that the page can
// set ids in the type of data and mark what a step changed. `{name}` is a value, `{name|event|events}` a
// word that depends on a count, `[[…]]` the half that names the effect.

export interface Part {
  readonly text: string;
  /** True for a value that names something, and not for a plain number. */
  readonly isId: boolean;
  /** True within the half that names the effect. */
  readonly isMarked: boolean;
}

export type Values = Readonly<Record<string, string | number | null | undefined>>;

const TOKEN = /\[\[|\]\]|\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

export function partsOf(template: string, values: Values): readonly Part[] {
  const parts: Part[] = [];
  let isMarked = false;
  let end = 0;
  const put = (part: Omit<Part, 'isMarked'>): void => {
    if (part.text !== '') parts.push({ ...part, isMarked });
  };
  for (const match of template.matchAll(TOKEN)) {
    const [token, name, one, other] = match;
    put({ text: template.slice(end, match.index), isId: false });
    if (name === undefined) isMarked = token === '[[';
    else if (one === undefined) put(valuePart(name, values[name]));
    else put({ text: values[name] === 1 ? one : other!, isId: false });
    end = match.index + token.length;
  }
  put({ text: template.slice(end), isId: false });
  return parts;
}

export const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

/** Parts that stand next to each other and are marked alike, so that a mark is drawn in one piece. */
export function stretchesOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const stretches: Part[][] = [];
  for (const part of parts) {
    const last = stretches.at(-1);
    if (last?.[0]?.isMarked === part.isMarked) last.push(part);
    else stretches.push([part]);
  }
  return stretches;
}

/** The names of the values that a template asks for, each once. */
export const placesOf = (template: string): readonly string[] => [
  ...new Set([...template.matchAll(TOKEN)].flatMap(([, name]) => (name === undefined ? [] : [name]))),
];

/** Amounts and times are numbers of cents and milliseconds in the engine. */
const UNITS: Readonly<Record<string, (value: number) => string>> = {
  amount: (cents) => `${(cents / 100).toFixed(2)} EUR`,
  ms: (ms) => `${seconds(ms)} s`,
  at: (ms) => `${seconds(ms)} s`,
};

/** Values that are words already. */
const WORDS: readonly string[] = ['due', 'cause'];

const seconds = (ms: number): string => String(Math.round(ms / 100) / 10);

function valuePart(name: string, value: string | number | null | undefined): Omit<Part, 'isMarked'> {
  if (typeof value === 'number') {
    const unit = UNITS[name];
    return { text: unit === undefined ? String(value) : unit(value), isId: false };
  }
  if (value === null || value === undefined) return { text: '–', isId: false };
  return { text: value, isId: !WORDS.includes(name) };
}
