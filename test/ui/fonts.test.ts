import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const styles = readFileSync('src/ui/fonts.css', 'utf8');
const faces = [...styles.matchAll(/@font-face \{[^}]*\}/g)].map((match) => match[0]);
const files = faces.map((face) => /url\('([^']+)'\)/.exec(face)?.[1] ?? '');

describe('the typefaces', () => {
  it('take at most 90 kB together', () => {
    const bytes = files.map((file) => statSync(`node_modules/${file}`).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90_000);
  });

  it('never move a text that stands, and hold Latin letters only', () => {
    expect(faces).toHaveLength(2);
    for (const face of faces) expect(face).toMatch(/font-display: optional;[^]*unicode-range:/);
    for (const file of files) expect(file).toMatch(/-latin-wght-normal\.woff2$/);
  });

  it('have the names that the page asks for', () => {
    const page = readFileSync('src/ui/app.css', 'utf8');
    for (const face of faces) {
      const family = /font-family: ([^;]+);/.exec(face)?.[1] ?? '';
      expect(page).toMatch(new RegExp(`--(sans|mono):\\s+${family},`));
    }
  });
});
