// What a schema and its statements may not say. Each rule guards one promise of the store: that the update
// hook names every changed row, that any world can be put back, that a result depends on rows and
// parameters alone, and that what was read can be told.

import { ConvergeError } from '../kernel/errors';
import type { Value } from '../kernel/store';
import { follows, splitAt, type Token, tokensOf } from './tokens';

/** The values that a partial index admits, by column. */
export type Where = Readonly<Record<string, readonly Value[]>>;

export interface StatementText {
  /** Names in the order in which SQLite numbers them. */
  readonly parameters: readonly string[];
  readonly isOrdered: boolean;
}

export interface Definition {
  readonly kind: 'table' | 'index' | 'trigger';
  readonly name: string;
  readonly where: Where | null;
}

export function refuse(kind: string, name: string, why: string): never {
  throw new ConvergeError('schema', `The ${kind} ${name} ${why}`, { [kind]: name });
}

const CLOCK_OR_CHANCE = new Set(
  (
    'RANDOM RANDOMBLOB CHANGES TOTAL_CHANGES LAST_INSERT_ROWID ' +
    'DATE TIME DATETIME JULIANDAY UNIXEPOCH STRFTIME TIMEDIFF'
  ).split(' '),
);
const CURRENT = new Set(['CURRENT_TIME', 'CURRENT_DATE', 'CURRENT_TIMESTAMP']);
const ROWID = new Set(['ROWID', 'OID', '_ROWID_']);

/** What is true of every text, be it a statement or part of the schema. */
function checkText(kind: string, name: string, tokens: readonly Token[]): void {
  tokens.forEach(({ kind: sort, text, word }, i) => {
    if (sort === 'quoted') {
      refuse(
        kind,
        name,
        `quotes the name ${text}: SQLite takes a misspelt one for a text. Write names plainly.`,
      );
    }
    if (CURRENT.has(word) || (CLOCK_OR_CHANCE.has(word) && follows(tokens, i + 1, '('))) {
      refuse(kind, name, `uses ${text}, which is not a function of rows and parameters.`);
    }
    if (ROWID.has(word)) refuse(kind, name, `names ${text}: a row is known by its primary key only.`);
    if (/^(SQLITE|PRAGMA)_/.test(word)) refuse(kind, name, `reads ${text}, which is no table of the schema.`);
    if (/^(OR|CONFLICT)$/.test(word) && /^(REPLACE|FAIL|ROLLBACK)$/.test(tokens[i + 1]?.word ?? '')) {
      refuse(
        kind,
        name,
        `says ${word} ${tokens[i + 1]?.word ?? ''}, whose changes the update hook does not tell.`,
      );
    }
  });
}

function checkDelete(kind: string, name: string, tokens: readonly Token[]): void {
  const depth = tokens[0]?.depth ?? 0;
  const has = (word: string): boolean => tokens.some((token) => token.word === word && token.depth === depth);
  if (has('DELETE') && !has('WHERE')) {
    refuse(kind, name, 'deletes without WHERE, which the update hook does not tell. Say which rows.');
  }
}

export function readStatement(name: string, sql: string): StatementText {
  const tokens = tokensOf(sql);
  checkText('statement', name, tokens);
  const last = tokens.at(-1)?.text === ';' ? tokens.length - 1 : tokens.length;
  if (tokens.slice(0, last).some((token) => token.text === ';')) {
    refuse('statement', name, 'holds several statements. Name each of them.');
  }
  if (!/^(SELECT|INSERT|UPDATE|DELETE|WITH)$/.test(tokens[0]?.word ?? '')) {
    refuse('statement', name, `begins with ${tokens[0]?.text ?? 'nothing'}; it must read or change rows.`);
  }
  checkDelete('statement', name, tokens);
  const outside = tokens.filter((token) => token.depth === 0).map((token) => token.word);
  const isOrdered = outside.includes('ORDER');
  if (outside.includes('LIMIT') && !isOrdered) {
    refuse('statement', name, 'has a LIMIT without ORDER BY: which rows it gives would depend on history.');
  }
  return { parameters: parametersOf(name, tokens), isOrdered };
}

function parametersOf(name: string, tokens: readonly Token[]): readonly string[] {
  const found = new Set<string>();
  for (const { kind, text } of tokens) {
    if (kind !== 'parameter') continue;
    if (!/^:\w/.test(text))
      refuse('statement', name, `has the parameter ${text}. Write parameters as :name.`);
    found.add(text.slice(1));
  }
  return [...found];
}

export function readDefinition(sql: string): Definition {
  const tokens = tokensOf(sql);
  const words = tokens.map((token) => token.word);
  const at = words[1] === 'UNIQUE' ? 2 : 1;
  const kind = words[0] === 'CREATE' ? words[at]?.toLowerCase() : undefined;
  const name = tokens[follows(tokens, at + 1, 'IF', 'NOT', 'EXISTS') ? at + 4 : at + 1]?.text ?? '';
  if (kind !== 'table' && kind !== 'index' && kind !== 'trigger') {
    throw new ConvergeError(
      'schema',
      `A schema creates tables, indexes and triggers; this does not: ${sql}`,
      { sql },
    );
  }
  checkText(kind, name, tokens);
  const end =
    kind === 'trigger' ? words.lastIndexOf('END') + 1 : tokens.findIndex((token) => token.text === ';');
  const isSingle = words.filter((word) => word === 'CREATE').length === 1;
  if (!isSingle || (end in tokens && end < tokens.length - 1)) {
    refuse(kind, name, 'shares its text with another. Give each its own text.');
  }
  if (kind === 'table') checkTable(name, tokens);
  if (kind === 'trigger') checkTrigger(name, tokens);
  return { kind, name, where: kind === 'index' ? readWhere(name, tokens) : null };
}

function checkTable(name: string, tokens: readonly Token[]): void {
  for (const { word } of tokens) {
    if (word === 'AUTOINCREMENT')
      refuse('table', name, 'has AUTOINCREMENT: two actors would share its counter.');
    if (word === 'REFERENCES') refuse('table', name, 'has a foreign key. A property checks references.');
    if (word === 'CONFLICT') refuse('table', name, 'has an ON CONFLICT clause. Say it in the statement.');
  }
}

/** Putting a world back must not set off a trigger. */
function checkTrigger(name: string, tokens: readonly Token[]): void {
  const begin = tokens.findIndex((token) => token.word === 'BEGIN');
  const when = tokens.findIndex((token, i) => token.word === 'WHEN' && i < begin);
  const gate = when < 0 ? [] : tokens.slice(when + 1, begin);
  const isGated =
    follows(gate, 0, 'RESTORING', '(', ')', '=', '0') && (gate.length === 5 || gate[5]?.word === 'AND');
  if (!isGated || splitAt(gate, 'OR').length > 1) {
    refuse('trigger', name, 'is not gated. Begin its condition with WHEN restoring() = 0 AND …');
  }
  tokens.forEach((token, i) => {
    if (token.word === 'RAISE' && /^(FAIL|ROLLBACK)$/.test(tokens[i + 2]?.word ?? '')) {
      refuse('trigger', name, 'raises something else than ABORT, which would keep half of a statement.');
    }
  });
  for (const part of splitAt(tokens.slice(begin + 1), ';')) checkDelete('trigger', name, part);
}

/** The condition of a partial index, which must be equalities with literals: only these can be told. */
function readWhere(name: string, tokens: readonly Token[]): Where | null {
  const at = tokens.findIndex((token) => token.word === 'WHERE');
  if (at < 0) return null;
  const condition = tokens.slice(at + 1).filter((token) => token.text !== ';');
  const where: Record<string, readonly Value[]> = {};
  for (const term of splitAt(condition, 'AND')) {
    const [column, operator] = term;
    const rest = term.slice(2);
    const isList = operator?.word === 'IN' && follows(rest, 0, '(') && rest.at(-1)?.text === ')';
    const listed = isList ? splitAt(rest.slice(1, -1), ',') : operator?.text === '=' ? [rest] : [];
    const values = listed.map((literal) => valueOf(literal));
    if (
      column?.kind !== 'word' ||
      values.length === 0 ||
      values.includes(undefined) ||
      column.text in where
    ) {
      refuse(
        'index',
        name,
        'has a condition other than column = literal and column IN (literals), joined by AND.',
      );
    }
    where[column.text] = values as readonly Value[];
  }
  return where;
}

function valueOf(literal: readonly Token[]): Value | undefined {
  const isNegative = literal[0]?.text === '-';
  const [token, ...more] = isNegative ? literal.slice(1) : literal;
  if (token === undefined || more.length > 0) return undefined;
  if (token.kind === 'text') return isNegative ? undefined : token.text.slice(1, -1).replaceAll("''", "'");
  if (token.kind !== 'number' || !Number.isFinite(Number(token.text))) return undefined;
  return isNegative ? -Number(token.text) : Number(token.text);
}
