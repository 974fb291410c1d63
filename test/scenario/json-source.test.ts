import { describe, expect, it } from 'vitest';
import { DEPTH_MAX } from '../../src/scenario/json-reader';
import { FILE_LENGTH_MAX, JsonSource } from '../../src/scenario/json-source';
import { pathText, problemText, ProblemsError, quoted } from '../../src/scenario/problem';

function read(text: string): string {
  try {
    return JSON.stringify(new JsonSource(text, 'f.json').value);
  } catch (error) {
    if (error instanceof ProblemsError) return error.message;
    throw error;
  }
}

describe('JSON with places', () => {
  it.each([
    '{"a": [1, -2.5e3, true, false, null, "x\\u00e9\\n\\"", {}, []], "b": {"c": 0}}',
    '"text"',
    ' \t\r\n 3 ',
    '{"constructor": 2, "toString": {}}',
  ])('reads %j as JSON.parse does', (text) => {
    expect(read(text)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('knows line and column of every value and key, whatever ends a line', () => {
    const source = new JsonSource('{\n  "a": {\r\n\t"b": [1,\r    2]\n  }\n}', 'f.json');
    const complaint = { found: 'x', expected: 'y' };
    const place = (path: (string | number)[]) => {
      const { line, column } = source.problem(path, complaint);
      return [line, column];
    };
    expect(place([])).toEqual([1, 1]);
    expect(place(['a'])).toEqual([2, 8]);
    expect(place(['a', 'b', 1])).toEqual([4, 5]);
    expect(place(['a', 'missing', 3])).toEqual([2, 8]);
    expect(source.keyProblem(['a', 'b'], complaint)).toMatchObject({ line: 3, column: 2, path: 'a.b' });
  });

  it.each([
    ['', 'f.json:1:1: found the end of the file; expected a value'],
    ['{"a": 1', 'f.json:1:8: found the end of the file; expected "," or "}"'],
    ['{"a" 1}', 'f.json:1:6: found "1"; expected ":" after the key'],
    ["{'a': 1}", 'f.json:1:2: found "\'"; expected a key in double quotes'],
    ['[1 2]', 'f.json:1:4: found "2"; expected "," or "]"'],
    ['[01]', 'f.json:1:2 [0]: found "01"; expected a value'],
    ['[nul]', 'f.json:1:2 [0]: found "nul"; expected a value'],
    ['{"a": 1} x', 'f.json:1:10: found "x"; expected the end of the file'],
    ['[1e999]', 'f.json:1:2 [0]: found 1e999; expected a number that a computer can hold'],
    ['["a\nb"]', 'f.json:1:4 [0]: found "\\n"; expected the end of the text: "'],
    ['["a', 'f.json:1:4 [0]: found the end of the file; expected the end of the text: "'],
    [
      '["\\x"]',
      'f.json:1:2 [0]: found another "\\"; expected text whose "\\" begins one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000',
    ],
    [
      '{"__proto__": {}}',
      'f.json:1:2 __proto__: found a key that means something else to JavaScript; expected another key',
    ],
    ['\uFEFF{}', 'f.json:1:1: found a byte order mark; expected a file that begins with its first character'],
  ])('says of %j where it ends and what would be right', (text, message) => {
    expect(read(text)).toBe(message);
  });

  it('reads past commas, comments and keys given twice, and reports them together', () => {
    expect(read('{\n  "a": 1, // one\n  "b": [1, /* two */],\n  "a": 2,\n}')).toBe(
      [
        'f.json:2:11: found a comment; expected JSON, which has none',
        'f.json:3:12 b: found a comment; expected JSON, which has none',
        'f.json:3:10 b: found "," before "]"; expected no comma after the last',
        'f.json:4:3 a: found a second value for this key; expected each key once',
        'f.json:4:9: found "," before "}"; expected no comma after the last',
      ].join('\n'),
    );
  });

  it('refuses what nests too deeply and what is too long, and never runs out of stack', () => {
    expect(read('['.repeat(DEPTH_MAX) + ']'.repeat(DEPTH_MAX))).not.toContain('found');
    expect(read('['.repeat(500_000))).toContain(
      `found one level more; expected at most ${String(DEPTH_MAX)} levels`,
    );
    expect(read('{"a":'.repeat(100_000))).toContain('found one level more');
    expect(read(`"${'x'.repeat(FILE_LENGTH_MAX)}"`)).toBe(
      'f.json:1:1: found 1000002 characters; expected at most 1000000',
    );
  });
});

describe('problems', () => {
  it('write a path as code would', () => {
    expect(pathText(['designs', 'naive', 'outbox.mode', 3])).toBe('designs.naive["outbox.mode"][3]');
    expect(pathText([0, 'a-b'])).toBe('[0]["a-b"]');
  });

  it('quote a value, and cut a long one', () => {
    expect([quoted([]), quoted([1, 2]), quoted({}), quoted(undefined), quoted(null)]).toEqual([
      ...['an empty list', 'a list of 2', 'an object', 'nothing', 'null'],
    ]);
    expect(quoted('x'.repeat(100)).length).toBeLessThan(70);
  });

  it('are told together, up to fifty', () => {
    const problem = { file: 'f', path: 'a', line: 1, column: 2, found: 'x', expected: 'y', nearest: 'z' };
    expect(problemText(problem)).toBe('f:1:2 a: found x; expected y; did you mean z?');
    const lines = new ProblemsError(Array.from({ length: 60 }, () => problem)).message.split('\n');
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe('and 10 more of the 60 problems found');
  });
});
