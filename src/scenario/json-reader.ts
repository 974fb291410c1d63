// The grammar of JSON by recursive descent, with the offset of every value and key. Depth is bounded, so
// that no text, however it nests, can exhaust the stack.

import type { Json } from '../kernel/json';
import type { Complaint, JsonPath } from './problem';

export interface JsonNode {
  readonly at: number;
  readonly value: Json;
  readonly members?: ReadonlyMap<string, { readonly at: number; readonly node: JsonNode }>;
  readonly items?: readonly JsonNode[];
}

export interface Flaw {
  readonly at: number;
  readonly path: JsonPath;
  readonly complaint: Complaint;
}

export const DEPTH_MAX = 40;

/** Ends the reading; the flaw that it stands for has been noted. */
class Unreadable extends Error {}

export class JsonReader {
  private at = 0;
  private readonly flaws: Flaw[] = [];
  private readonly path: (string | number)[] = [];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The tree, or null where the text cannot be understood; there is a flaw then. */
  read(): { readonly root: JsonNode | null; readonly flaws: readonly Flaw[] } {
    try {
      if (this.text.startsWith('\uFEFF')) {
        this.flaw(0, 'a byte order mark', 'a file that begins with its first character');
        this.at = 1;
      }
      const root = this.value();
      this.skip();
      if (this.at < this.text.length) this.refuse('the end of the file');
      return { root, flaws: this.flaws };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { root: null, flaws: this.flaws };
    }
  }

  private value(): JsonNode {
    this.skip();
    const at = this.at;
    const first = this.text[at];
    if (first === '{') return this.object();
    if (first === '[') return this.array();
    return { at, value: first === '"' ? this.string() : this.word() };
  }

  private object(): JsonNode {
    const at = this.at;
    const members = new Map<string, { at: number; node: JsonNode }>();
    this.list('}', () => {
      const keyAt = this.at;
      if (this.text[keyAt] !== '"') this.refuse('a key in double quotes');
      const key = this.string();
      this.skip();
      if (this.text[this.at] !== ':') this.refuse('":" after the key');
      this.at += 1;
      this.path.push(key);
      if (members.has(key)) this.flaw(keyAt, 'a second value for this key', 'each key once');
      // Whoever copies an object member by member sets its prototype instead; a schema passes over it.
      if (key === '__proto__')
        this.flaw(keyAt, 'a key that means something else to JavaScript', 'another key');
      members.set(key, { at: keyAt, node: this.value() });
      this.path.pop();
    });
    const value = Object.fromEntries(Array.from(members, ([key, { node }]) => [key, node.value]));
    return { at, value, members };
  }

  private array(): JsonNode {
    const at = this.at;
    const items: JsonNode[] = [];
    this.list(']', () => {
      this.path.push(items.length);
      items.push(this.value());
      this.path.pop();
    });
    return { at, value: items.map((item) => item.value), items };
  }

  /** What stands between an opening and a closing mark, separated by commas. */
  private list(close: '}' | ']', item: () => void): void {
    if (this.path.length >= DEPTH_MAX) this.refuse(`at most ${String(DEPTH_MAX)} levels`, 'one level more');
    this.at += 1;
    this.skip();
    while (this.text[this.at] !== close) {
      item();
      this.skip();
      const comma = this.at;
      if (this.text[comma] === ',') {
        this.at += 1;
        this.skip();
        if (this.text[this.at] === close)
          this.flaw(comma, `"," before "${close}"`, 'no comma after the last');
      } else if (this.text[comma] !== close) this.refuse(`"," or "${close}"`);
    }
    this.at += 1;
  }

  private string(): string {
    const start = this.at;
    for (this.at += 1; ; this.at += 1) {
      const character = this.text[this.at];
      if (character === '"') break;
      if (character === '\\') this.at += 1;
      else if (character === undefined || character < ' ') this.refuse('the end of the text: "');
    }
    this.at += 1;
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      this.at = start;
      return this.refuse(
        'text whose "\\" begins one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000',
        'another "\\"',
      );
    }
  }

  private word(): number | boolean | null {
    const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return this.refuse('a value');
    const value = JSON.parse(found) as number | boolean | null;
    if (value === Infinity || value === -Infinity) this.refuse('a number that a computer can hold', found);
    this.at += found.length;
    return value;
  }

  /** Passes white space, and comments with a complaint. */
  private skip(): void {
    for (;;) {
      const pattern = /[ \t\r\n]*(\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$))?/y;
      pattern.lastIndex = this.at;
      const [all, comment] = pattern.exec(this.text) ?? ['', undefined];
      this.at += all.length;
      if (comment === undefined) return;
      this.flaw(this.at - comment.length, 'a comment', 'JSON, which has none');
    }
  }

  private flaw(at: number, found: string, expected: string): void {
    this.flaws.push({ at, path: [...this.path], complaint: { found, expected } });
  }

  private refuse(expected: string, found = this.upcoming()): never {
    this.flaw(this.at, found, expected);
    throw new Unreadable();
  }

  private upcoming(): string {
    const rest = this.text.slice(this.at, this.at + 20);
    if (rest === '') return 'the end of the file';
    return JSON.stringify(/^\w+/.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0)!));
  }
}
