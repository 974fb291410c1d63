// The palette as numbers: text can be read on every ground it stands on, shapes and outlines can be seen.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/ui/app.css', 'utf8');
const themes = {
  light: tokensIn(/:root \{([^}]*)\}/),
  dark: tokensIn(/:root\[data-theme='dark'\] \{([^}]*)\}/),
};

function tokensIn(block: RegExp): Readonly<Record<string, string>> {
  const body = block.exec(css)?.[1] ?? '';
  const tokens: Record<string, string> = {};
  for (const [, name = '', hex = ''] of body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) tokens[name] = hex;
  return tokens;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['page', 'surface', 'sunken'];
const LANES = [
  'browser',
  'api',
  'dispatcher',
  'broker',
  'worker',
  'notifier',
  'cache',
  'refunds',
  'clock',
].map((kind) => `lane-${kind}`);
const TEXT: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...GROUNDS, 'mark', 'broken-tint']],
  ['ink-2', [...GROUNDS, 'mark', 'broken-tint']],
  ['ink-3', GROUNDS],
  ['fault', [...GROUNDS, 'mark', 'fault-tint']],
  ['broken', [...GROUNDS, 'mark', 'broken-tint']],
  ['holds', GROUNDS],
  ['on-ink', ['ink']],
  ['in-lane', ['lane-browser', 'lane-worker']],
];
const SHAPES: readonly (readonly [string, readonly string[]])[] = [
  ...LANES.map((lane) => [lane, ['page', 'surface']] as const),
  ['edge', GROUNDS],
  ['focus', GROUNDS],
];

describe.each(Object.entries(themes))('in the %s theme', (_name, tokens) => {
  const tooFaint = (pairs: typeof TEXT, least: number): readonly string[] =>
    pairs.flatMap(([front, backs]) =>
      backs
        .map((back) => [back, contrast(tokens[front]!, tokens[back]!)] as const)
        .filter(([, found]) => found < least)
        .map(([back, found]) => `${front} on ${back}: ${found.toFixed(2)}`),
    );

  it('text stands out from its ground by 4.5', () => {
    expect(tooFaint(TEXT, 4.5)).toEqual([]);
  });

  it('shapes and outlines stand out by 3', () => {
    expect(tooFaint(SHAPES, 3)).toEqual([]);
  });
});
