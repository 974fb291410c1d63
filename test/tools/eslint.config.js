// @ts-check
// ESLint checks what neither the compiler nor prettier can: promises left alone, loose types, what code
// below the page may touch, and how long a function may grow. Every rule turned off says why.
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

const top = fileURLToPath(new URL('../..', import.meta.url));

const PURE = 'src/{kernel,sqlite,system,explore,scenario,lesson,view,i18n}/**';
const PROMISE_FREE = 'src/{kernel,explore,lesson,view}/**';

export default defineConfig(
  // The declarations of what pure code may use belong to a project of their own, which ESLint does not read.
  { ignores: ['dist/**', 'reports/**', 'test-results/**', 'test/tools/pure.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  typescriptFiles(),
  svelteFiles(),
  scriptFiles(),
  // How long a file may grow is a claim of the architecture test, which knows the exceptions.
  {
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  purity(),
  // Off: a describe block is a list of claims, and as long as there are claims.
  { files: ['test/**'], rules: { 'max-lines-per-function': 'off' } },
);

/** @returns {Parameters<typeof defineConfig>[number]} */
function typescriptFiles() {
  return {
    files: ['**/*.ts'],
    // The parser is named because the one for components, set before for `.svelte.ts`, hands on no types.
    languageOptions: { parser: ts.parser, parserOptions: { projectService: true, tsconfigRootDir: top } },
    rules: {
      // A written default is a decision about all other cases, as with unions that a package may extend.
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Off: the compiler reports unused names, in components too.
      '@typescript-eslint/no-unused-vars': 'off',
      // Off: with noUncheckedIndexedAccess, `list[index]!` is the plain way to say that an index is in range.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Ids and messages are built from numbers; only objects and missing values print as nonsense.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // An arrow that forwards to a function without a result says nothing more with braces around it.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
    },
  };
}

/** @returns {Parameters<typeof defineConfig>[number]} */
function svelteFiles() {
  return {
    files: ['**/*.svelte'],
    // Off: the type-aware rules report false "unsafe any" in components; svelte-check judges types there.
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: {
      // Off, both: svelte-check knows which names exist and which are used.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      'svelte/max-lines-per-block': ['error', { script: 60, skipBlankLines: true, skipComments: true }],
      // `style:x={…}` and `style={…}` go through the CSSOM; a static attribute is blocked by the page's policy.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SvelteAttribute[key.name="style"]:not(:has(SvelteMustacheTag))',
          message: "The page's policy blocks a static style attribute. Use a class, or style:property={…}.",
        },
      ],
    },
  };
}

/** @returns {Parameters<typeof defineConfig>[number]} */
function scriptFiles() {
  return {
    files: ['**/*.js'],
    // Off: a plain script has no types to be aware of.
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  };
}

// The compiler already hides these names from most of these folders (tsconfig.pure.json). ESLint adds the
// ones that belong to the language itself, and says what to do instead.
/** @returns {Parameters<typeof defineConfig>[number]} */
function purity() {
  return [
    {
      files: [PURE],
      rules: {
        'no-restricted-globals': ['error', ...impureGlobals()],
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: 'Chance is passed in, as a seeded generator.' },
        ],
      },
    },
    {
      files: [PROMISE_FREE],
      rules: {
        'no-restricted-syntax': [
          'error',
          {
            selector: ':function[async=true], AwaitExpression, NewExpression[callee.name="Promise"]',
            message:
              'A step runs to completion: the only promise below the page is the one that opens SQLite.',
          },
        ],
      },
    },
  ];
}

function impureGlobals() {
  /** @param {string} message @param {string[]} names */
  const because = (message, ...names) => names.map((name) => ({ name, message }));
  return [
    ...because('Time is virtual here: use the clock of the world.', 'Date', 'performance'),
    ...because('Chance is passed in, and digests are synchronous: use @noble/hashes.', 'crypto'),
    ...because(
      'Nothing happens later by itself here: only a step makes things happen.',
      ...['setTimeout', 'setInterval', 'setImmediate', 'requestAnimationFrame', 'queueMicrotask'],
      ...['clearTimeout', 'clearInterval', 'clearImmediate', 'cancelAnimationFrame', 'requestIdleCallback'],
    ),
    ...because('The network is modelled as channels.', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'),
    ...because(
      'Only the page knows the browser.',
      ...['window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'self'],
    ),
    ...because('Only the command line knows Node.', 'process', 'Buffer'),
    ...because('This is a way around the other names.', 'globalThis', 'global'),
  ];
}
