// The conditions of a statement, told from its text so that none can be forgotten: every part of every WHERE
// and ON, those of subqueries too, each branch of an OR and each member of a list. Each knows what stands in
// its place once it is deleted.

import { follows, type Token, tokensOf } from '../../../src/sqlite/tokens';

export interface Condition {
  /** `available_at<=:now`; inside a subquery `NOT EXISTS operations: o.status IN 'started'`. */
  readonly name: string;
  /** The tokens that go, from the first to before the last. */
  readonly from: number;
  readonly to: number;
  /** What says nothing in their place: 1 among conditions that must all hold, 0 among alternatives. */
  readonly instead: '0' | '1' | '';
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** Every condition of a statement, in the order in which they stand. */
export function conditionsOf(sql: string): readonly Condition[] {
  const tokens = tokensOf(sql);
  return new Reader(tokens).clauses({ from: 0, to: tokens.length }, '');
}

/** The statement without these conditions. */
export function without(sql: string, deleted: readonly Condition[]): string {
  const kept: Token[] = [];
  tokensOf(sql).forEach((token, i) => {
    for (const { from, instead } of deleted) {
      if (from === i && instead !== '') kept.push({ ...token, kind: 'number', text: instead, word: '' });
    }
    if (!deleted.some(({ from, to }) => from <= i && i < to)) kept.push(token);
  });
  return textOf(kept);
}

const CLAUSE_ENDS = new Set(
  'WHERE GROUP ORDER LIMIT RETURNING UNION JOIN LEFT INNER CROSS ON WINDOW HAVING'.split(' '),
);

class Reader {
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** The conditions of all clauses in a part of the text, a subquery's under its name. */
  clauses({ from, to }: Part, path: string): readonly Condition[] {
    const found: Condition[] = [];
    for (let i = from; i < to; i++) {
      if (follows(this.tokens, i, '(', 'SELECT')) {
        const inner = this.inside(i);
        found.push(...this.clauses(inner, `${path}${this.nameOf(i)}: `));
        i = inner.to;
      } else if (this.opensClause(i)) {
        const clause = { from: i + 1, to: this.endOfClause(i + 1, to) };
        found.push(...this.expression(clause, '1', path, true));
        i = clause.to - 1;
      }
    }
    return found;
  }

  /** `isClause` where the whole is no condition of its own, since nothing stands beside it. */
  private expression(whole: Part, instead: '0' | '1', path: string, isClause = false): readonly Condition[] {
    const part = this.unwrapped(whole);
    const branches = this.split(part, 'OR');
    const all = this.split(part, 'AND');
    if (branches.length === 1 && all.length === 1) return this.single(part, instead, path);
    const isEither = branches.length > 1;
    const inner = (isEither ? branches : all).map((each) =>
      this.expression(each, isEither ? '0' : '1', path),
    );
    if (isClause && !isEither) return inner.flat();
    const name = inner.map((each) => each[0]!.name.slice(path.length)).join(isEither ? ' OR ' : ' AND ');
    return [{ name: path + name, ...whole, instead }, ...inner.flat()];
  }

  private single(part: Part, instead: '0' | '1', path: string): readonly Condition[] {
    const { depth } = this.at(part.from);
    const words = this.tokens
      .slice(part.from, part.to)
      .map((token) => (token.depth === depth ? token.word : ''));
    const [first = '', second] = words;
    if (first === 'NOT' ? second !== 'EXISTS' : this.isMixed(part)) {
      throw new Error(`Write "${this.text(part)}" so that its conditions can be told apart.`);
    }
    if (first === 'EXISTS' || first === 'NOT') {
      const name = path + this.nameOf(part.from + words.indexOf('EXISTS') + 1);
      return [{ name, ...part, instead }, ...this.clauses(part, path)];
    }
    const condition: Condition = { name: path + this.text(part), ...part, instead };
    const list = part.from + words.indexOf('IN') + 1;
    const isList = words.includes('IN') && this.at(list + 1).word !== 'SELECT';
    return [condition, ...(isList ? this.members(part, list, path) : this.clauses(part, path))];
  }

  /** Whether conditions hide in what looks like one. */
  private isMixed({ from, to }: Part): boolean {
    const inner = this.tokens.slice(from, to);
    const { depth } = this.at(from);
    const hasInner = inner.some((token) => token.depth > depth && /^(AND|OR)$/.test(token.word));
    return (
      inner.some(({ word }) => word === 'CASE') || (hasInner && !inner.some(({ word }) => word === 'SELECT'))
    );
  }

  /** A member goes with the comma before it, the first one with the comma after it. */
  private members(part: Part, open: number, path: string): readonly Condition[] {
    const of = this.text({ from: part.from, to: open });
    return this.split(this.inside(open), ',').map((member, i, { length }) => ({
      name: `${path}${of} ${this.text(member)}`,
      from: i > 0 ? member.from - 1 : member.from,
      to: i === 0 && length > 1 ? member.to + 1 : member.to,
      instead: '',
    }));
  }

  /** The parts between separators outside parentheses; the AND of a BETWEEN separates nothing. */
  private split({ from, to }: Part, separator: string): readonly Part[] {
    const depth = this.at(from).depth;
    const parts: Part[] = [];
    let [start, isBetween] = [from, false];
    for (let i = from; i < to; i++) {
      const token = this.at(i);
      if (token.depth !== depth) continue;
      if ((token.word || token.text) === separator && !isBetween) {
        parts.push({ from: start, to: i });
        start = i + 1;
      }
      if (token.word === 'BETWEEN') isBetween = true;
      else if (token.word === 'AND') isBetween = false;
    }
    return [...parts, { from: start, to }];
  }

  private unwrapped(part: Part): Part {
    const { from, to } = part;
    const isWrapped = this.at(from).text === '(' && this.at(from + 1).word !== 'SELECT';
    return isWrapped && this.inside(from).to === to - 1
      ? this.unwrapped({ from: from + 1, to: to - 1 })
      : part;
  }

  private opensClause(i: number): boolean {
    const { word } = this.at(i);
    return (
      word === 'WHERE' || word === 'HAVING' || (word === 'ON' && this.tokens[i + 1]?.word !== 'CONFLICT')
    );
  }

  private endOfClause(from: number, to: number): number {
    const depth = this.at(from).depth;
    for (let i = from; i < to; i++) {
      const token = this.at(i);
      if (token.depth < depth || (token.depth === depth && CLAUSE_ENDS.has(token.word))) return i;
    }
    return to;
  }

  /** What stands between an opening parenthesis and its closing one. */
  private inside(open: number): Part {
    const { depth } = this.at(open);
    let to = open + 1;
    while (this.at(to).depth > depth) to += 1;
    return { from: open + 1, to };
  }

  /** `NOT EXISTS operations` for the subquery that opens here. */
  private nameOf(open: number): string {
    const { depth } = this.at(open);
    const from = this.tokens.findIndex(
      (token, i) => i > open && token.depth === depth + 1 && token.word === 'FROM',
    );
    const [before, beforeThat] = [this.tokens[open - 1]?.word, this.tokens[open - 2]?.word];
    const kind = before !== 'EXISTS' ? 'SELECT' : beforeThat === 'NOT' ? 'NOT EXISTS' : 'EXISTS';
    return `${kind} ${this.at(from + 1).text}`;
  }

  private at(i: number): Token {
    return this.tokens[i]!;
  }

  private text({ from, to }: Part): string {
    return textOf(this.tokens.slice(from, to));
  }
}

const SPACED = new Set('IN EXISTS AND OR NOT VALUES SELECT WHERE'.split(' '));

function textOf(tokens: readonly Token[]): string {
  let text = '';
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    text += before !== undefined && isApart(before, token) ? ` ${token.text}` : token.text;
  });
  return text;
}

function isApart(before: Token, token: Token): boolean {
  if (token.kind === 'sign') return token.text === '(' && SPACED.has(before.word);
  return before.kind !== 'sign' || before.text === ')' || before.text === '*';
}
