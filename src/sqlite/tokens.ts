// SQL text as tokens. The rules of the store ask about words, so comments and the insides of literals must
// not look like words; nothing here understands more of SQL than that.

export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'parameter' | 'quoted' | 'sign';
  readonly text: string;
  /** A word in capitals; empty for anything else. */
  readonly word: string;
  /** How many parentheses are open around it. */
  readonly depth: number;
}

const KINDS: readonly Token['kind'][] = ['text', 'quoted', 'parameter', 'word', 'number', 'sign'];

// Blanks and comments are matched and dropped; then one group for each kind, in their order.
const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|('(?:[^']|'')*')|("(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])|([:@$?]\w*)|([A-Za-z_][\w$]*)|(\d\w*(?:\.\w*)?)|([\s\S])/g;

export function tokensOf(sql: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (const match of sql.matchAll(TOKEN)) {
    const at = match.findIndex((group: string | undefined, i) => i > 0 && group !== undefined);
    const kind = KINDS[at - 1];
    if (kind === undefined) continue;
    const [text] = match;
    if (text === ')') depth -= 1;
    tokens.push({ kind, text, word: kind === 'word' ? text.toUpperCase() : '', depth });
    if (text === '(') depth += 1;
  }
  return tokens;
}

/**
 * The same statement with every parameter written as `+:name`. SQLite plans a statement anew whenever a value
 * is bound to a bare parameter that it has compared with a column, which costs as much as preparing it; the
 * sign changes no value and no type, and takes the parameter out of that.
 */
export function plannedOnce(sql: string): string {
  return sql.replaceAll(TOKEN, (token: string, _text, _quoted, parameter: string | undefined) =>
    parameter === undefined ? token : `+${parameter}`,
  );
}

/** Whether these words follow each other, from a place on; a sign stands for itself. */
export function follows(tokens: readonly Token[], at: number, ...words: readonly string[]): boolean {
  return words.every((word, i) => {
    const token = tokens[at + i];
    return token !== undefined && (token.word || token.text) === word;
  });
}

/** The tokens between signs that stand outside parentheses. */
export function splitAt(tokens: readonly Token[], separator: string): readonly (readonly Token[])[] {
  const base = tokens[0]?.depth ?? 0;
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.depth === base && (token.word || token.text) === separator) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
