// The claims of the design that no compiler makes: which folder may know which, one kind to a file and
// listed once, files that stay small, and nothing left lying about. A claim about a folder that does not
// exist yet holds. Each failure names the file and what would be right.
import { dirname } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { entriesOf, exists, filesBelow, read, sourcesBelow, type Source } from './tools/sources';

const BELOW_THE_PAGE = ['kernel', 'sqlite', 'system', 'explore', 'scenario', 'lesson', 'view', 'i18n'];

/** Arrows point only up this list, those of types too. `node:` stands for all of Node's own modules. */
const LAYERS: Record<string, { mayImport: string[]; packages: string[] }> = {
  kernel: { mayImport: [], packages: [] },
  sqlite: { mayImport: ['kernel'], packages: ['sql.js'] },
  system: { mayImport: ['kernel', 'sqlite'], packages: ['zod', 'eventsource-parser', '@noble/hashes'] },
  explore: { mayImport: ['kernel'], packages: [] },
  scenario: {
    mayImport: ['kernel', 'sqlite', 'system', 'explore'],
    packages: ['zod', 'fflate', 'pure-rand'],
  },
  lesson: { mayImport: ['kernel', 'scenario'], packages: [] },
  view: { mayImport: ['kernel'], packages: [] },
  i18n: { mayImport: [], packages: [] },
  ui: { mayImport: BELOW_THE_PAGE, packages: ['svelte', 'sql.js/dist/sql-wasm-browser.wasm?url'] },
  // The player for other people's pages wraps the page; it does not copy it.
  embed: {
    mayImport: [...BELOW_THE_PAGE, 'ui'],
    packages: ['svelte', 'sql.js/dist/sql-wasm-browser.wasm?url'],
  },
  cli: { mayImport: BELOW_THE_PAGE, packages: ['node:'] },
};

/** What code may reach outside src. */
const OUTSIDE: Record<string, string[]> = {
  ui: ['scenarios/'],
  embed: ['scenarios/'],
  cli: ['scenarios/', 'test/bench/', 'package.json'],
};

const LINES_MAX: Record<string, number> = { ts: 300, js: 300, svelte: 200 };

/** Files that may be longer, until they are split. This list only ever gets shorter. */
const LONGER: string[] = [];

/** A file of a kind is one line in one of these lists. Parts of a large one lie in a folder of its name. */
const KINDS: Record<string, string[]> = {
  'src/system/actors': ['src/system/catalog.ts', 'src/system/topology.ts'],
  'src/system/decisions': ['src/system/catalog.ts'],
  'src/system/properties': ['src/system/catalog.ts'],
  'src/system/monitors': ['src/system/catalog.ts'],
};

/** Where SQL may stand. The words of a language are not SQL, even where they begin with "select". */
const SQL_HOMES =
  /^src\/(sqlite\/|i18n\/|system\/(sql\/|schema\.ts$|schema\/|properties\/|monitors\/|decisions\/))/;

const TOP_LEVEL = [
  ...['package.json', 'package-lock.json', '.npmrc', '.gitignore', '.git', '.ci'],
  ...['vite.config.ts', 'tsconfig.json', 'README.md', 'README.zh-CN.md'],
  ...['src', 'scenarios', 'public', 'test'],
];

const code = sourcesBelow('src');
const codeAndTests = [...code, ...sourcesBelow('test')];
const texts = ['src', 'test', 'scenarios']
  .flatMap(filesBelow)
  .filter((file) => /\.(ts|js|svelte|json|html|css)$/.test(file));

describe('layers', () => {
  test('every folder of src is a layer', () => {
    const folders = entriesOf('src').filter((entry) => entry.isDirectory());
    const unknown = folders.map((entry) => entry.name).filter((name) => !(name in LAYERS));
    expect(unknown, 'a folder that the table of layers does not know').toEqual([]);
  });

  test('imports point only up the table', () => {
    const wrong = importsInside().filter(
      ({ from, to }) => from !== to && !LAYERS[from]?.mayImport.includes(to),
    );
    expect(
      wrong.map(({ source, file, from }) => {
        const allowed = LAYERS[from]?.mayImport.join(', ');
        return `${source.path} imports ${file}; ${from} may import ${allowed === '' ? 'nothing' : allowed}`;
      }),
    ).toEqual([]);
  });

  test('what lies outside src is out of reach, but for what the page and the command line need', () => {
    const wrong = importsOfFiles().filter(
      ({ source, file }) =>
        !file.startsWith('src/') &&
        !OUTSIDE[layerOf(source.path)]?.some((allowed) => file.startsWith(allowed)),
    );
    expect(wrong.map(({ source, file }) => `${source.path} imports ${file}`)).toEqual([]);
  });

  test('each layer uses only its packages', () => {
    const wrong = code.flatMap((source) => {
      const packages = LAYERS[layerOf(source.path)]?.packages ?? [];
      return source.imports
        .filter(
          ({ specifier, file }) => file === undefined && !packages.some((name) => covers(name, specifier)),
        )
        .map(
          ({ specifier }) => `${source.path} imports ${specifier}; allowed: ${packages.join(', ') || 'none'}`,
        );
    });
    expect(wrong).toEqual([]);
  });

  // Types may refer to each other, as the nouns they describe do; code that runs may not.
  test('no file imports itself, however long the way round', () => {
    expect(cyclesOf(code).map((cycle) => cycle.join(' → '))).toEqual([]);
  });
});

describe('kinds', () => {
  test.each(Object.entries(KINDS))('every file of %s is one line in its list', (folder, lists) => {
    const listed = new Set(
      code
        .filter(({ path }) => lists.includes(path))
        .flatMap(({ imports }) => imports.map(({ file }) => file)),
    );
    const files = code.map(({ path }) => path).filter((path) => dirname(path) === folder);
    expect(
      files.filter((file) => !listed.has(file)),
      `not imported by ${lists.join(' or ')}`,
    ).toEqual([]);
  });

  test('SQL stands only where statements are kept', () => {
    const statement =
      /^\s*(select\s[\s\S]*\sfrom\s|insert\s+(or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+(recursive\s+)?\w+(\s*\([^)]*\))?\s+as\s*\(|create\s+(table|index|unique|trigger|view)\s|drop\s+(table|index|trigger)\s|pragma\s)/i;
    const strays = code
      .filter(({ path }) => !SQL_HOMES.test(path))
      .flatMap(({ path, strings }) =>
        strings.filter((text) => statement.test(text)).map((text) => `${path}: ${text.trim().slice(0, 60)}`),
      );
    expect(strays, 'give the statement a name in src/system/sql').toEqual([]);
  });
});

describe('files', () => {
  test('no file only re-exports', () => {
    const barrels = codeAndTests.filter(({ isBarrel }) => isBarrel).map(({ path }) => path);
    expect(barrels, 'import from where the thing is').toEqual([]);
  });

  test('files stay short, and no exception outlives its need', () => {
    const long = codeAndTests
      .filter(({ path, text }) => linesOf(text) > (LINES_MAX[path.split('.').at(-1) ?? ''] ?? Infinity))
      .map(({ path }) => path);
    expect(
      long.filter((path) => !LONGER.includes(path)),
      'split these by noun',
    ).toEqual([]);
    expect(
      LONGER.filter((path) => !long.includes(path)),
      'strike these from LONGER',
    ).toEqual([]);
  });

  test('names say what is in a file', () => {
    const vague = ['src', 'test', 'scenarios']
      .flatMap(filesBelow)
      .filter((file) => /(utils?|helpers?)\b/i.test(file));
    expect(vague, 'what is used twice gets a noun').toEqual([]);
  });

  test('nothing is left for later', () => {
    const marks = new RegExp(`\\b(${['FIX' + 'ME', 'TO' + 'DO', 'X' + 'XX'].join('|')})\\b`);
    expect(linesMatching(marks), 'do it now, or leave it out').toEqual([]);
  });

  test('nothing points out of the repository', () => {
    expect(
      linesMatching(new RegExp('\\.\\./' + 'shared')),
      'only this repository is there for everyone',
    ).toEqual([]);
  });

  test('the top level holds what the tools force, and no more', () => {
    const ignored = read('.gitignore')
      .split('\n')
      .map((line) => line.replace(/\/$/, ''));
    const names = entriesOf('.').map((entry) => entry.name);
    const extra = names.filter(
      (name) => !TOP_LEVEL.includes(name) && !ignored.includes(name) && !name.endsWith('.local'),
    );
    expect(extra, 'lint and test tools live in test/tools').toEqual([]);
  });

  test.each(['README.md', 'README.zh-CN.md'])('the paths that %s names exist', (readme) => {
    const quoted = exists(readme)
      ? [...read(readme).matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '')
      : [];
    const paths = quoted.filter((text) => /^(\.\/)?(src|test|scenarios|public|\.ci)\/[\w./-]*$/.test(text));
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });
});

describe('scenarios', () => {
  const folders = entriesOf('scenarios').map((entry) => entry.name);

  test('each is a folder named by its number and id', () => {
    expect(folders.filter((name) => !/^\d{2,4}-[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  test('each holds its file and its words in both languages', () => {
    const files = folders.flatMap((name) =>
      ['scenario.json', 'en.json', 'zh-CN.json'].map((file) => `scenarios/${name}/${file}`),
    );
    expect(
      files.filter((file) => !exists(file)),
      'missing',
    ).toEqual([]);
  });

  test('each says the same things in both languages', () => {
    const differing = folders.flatMap((name) => {
      const [en, zh] = ['en', 'zh-CN'].map((locale) => keysOf(`scenarios/${name}/${locale}.json`));
      return [...lacking(`${name}/zh-CN.json`, en, zh), ...lacking(`${name}/en.json`, zh, en)];
    });
    expect(differing).toEqual([]);
  });
});

function layerOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function importsOfFiles() {
  return code.flatMap((source) =>
    source.imports.flatMap(({ file }) => (file === undefined ? [] : [{ source, file }])),
  );
}

function importsInside() {
  return importsOfFiles()
    .filter(({ file }) => file.startsWith('src/'))
    .map(({ source, file }) => ({ source, file, from: layerOf(source.path), to: layerOf(file) }));
}

function covers(allowed: string, specifier: string): boolean {
  return specifier === allowed || specifier.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`);
}

/** Depth first; a cycle is reported once, from where the walk first met it. */
function cyclesOf(sources: Source[]): string[][] {
  const importsOf = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ isOfTypes }) => !isOfTypes).map(({ file }) => file),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (path: string, way: string[]): void => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path]);
    if (way.includes(path) || done.has(path)) return;
    for (const next of importsOf.get(path) ?? []) if (next !== undefined) walk(next, [...way, path]);
    done.add(path);
  };
  for (const { path } of sources) walk(path, []);
  return cycles;
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length;
}

function linesMatching(pattern: RegExp): string[] {
  return texts.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

function keysOf(file: string): string[] {
  return exists(file) ? keysWithin(JSON.parse(read(file)), '') : [];
}

function keysWithin(value: unknown, prefix: string): string[] {
  if (typeof value !== 'object' || value === null) return [prefix];
  return Object.entries(value).flatMap(([key, inner]) =>
    keysWithin(inner, prefix === '' ? key : `${prefix}.${key}`),
  );
}

function lacking(file: string, wanted: string[] = [], present: string[] = []): string[] {
  return wanted.filter((key) => !present.includes(key)).map((key) => `${file} lacks ${key}`);
}
