// The known word that somebody probably meant. Most wrong names are a known one with a letter too many,
// too few, changed or swapped, and naming that one is worth more than listing them all.

/** Longer words are not compared: nobody mistypes a name of that length. */
const LENGTH_MAX = 80;

/** The choice closest to a word, or the first that it is the beginning of; undefined where none is close. */
export function nearest(word: string, choices: readonly string[]): string | undefined {
  if (word.length > LENGTH_MAX) return undefined;
  let best: string | undefined;
  let least = Infinity;
  for (const choice of choices) {
    if (choice.length > LENGTH_MAX || choice === word) continue;
    const edits = editDistance(word.toLowerCase(), choice.toLowerCase());
    if (edits < least && edits <= editsMax(word, choice)) [best, least] = [choice, edits];
  }
  const isBeginning = (choice: string): boolean => choice !== word && choice.startsWith(word);
  return best ?? (word.length < BEGINNING_MIN ? undefined : choices.find(isBeginning));
}

/** Fewer letters begin too many words. */
const BEGINNING_MIN = 3;

const editsMax = (a: string, b: string): number => Math.max(1, Math.floor(Math.max(a.length, b.length) / 3));

/** Letters to insert, delete, change or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = old[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let edits = Math.min(old[j]! + 1, row[j - 1]! + 1, change);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) edits = Math.min(edits, older[j - 2]! + 1);
      row.push(edits);
    }
    [older, old] = [old, row];
  }
  return old[b.length]!;
}

/** What would have been right, where one of a few known words had to stand. */
export function oneOf(what: string, choices: readonly string[]): string {
  if (choices.length === 0) return `${what}, of which there is none`;
  return choices.length <= LISTED_MAX ? `${what} (${choices.join(', ')})` : what;
}

const LISTED_MAX = 12;
