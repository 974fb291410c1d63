import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { courseTable, MAPS, withMap } from '../../src/cli/course-map';
import { readScenarios } from '../../src/cli/files';

/** The formatter aligns cells; what they say is the same. */
const plain = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

describe('the course map', () => {
  it.each(Object.entries(MAPS))('of %s is that of the scenarios', (name, words) => {
    const readme = readFileSync(name, 'utf8');
    const made = withMap(readme, courseTable(readScenarios([]), words));
    expect(plain(made) === plain(readme), 'It is out of date: "converge list --write" makes it again.').toBe(
      true,
    );
  });

  it('has each scenario once, by section, full lessons in bold and reports at the end', () => {
    const [scenario] = readScenarios([]);
    const own = { ...scenario!, source: null };
    const short = { ...own, lesson: null };
    const many = [
      { ...short, id: 'reader', course: ['durable-sse-recovery, Run Isolation', 'M06 §1'] },
      { ...short, id: 'retold', course: ['M06 §1'], source: 'owner/repository#7' },
      { ...own, id: 'full', course: ['M06 §1', 'M06 §2'] },
      { ...short, id: 'small', course: ['M06 §1'] },
    ];
    expect(courseTable(many, MAPS['README.md']!).split('\n')).toEqual([
      '| section | scenario |',
      '| --- | --- |',
      '| M06 §1 The connection does not own the task | **`full`**, `small` |',
      '| durable-sse-recovery 2 Identity and cursor | `reader` |',
      '| Gallery of real failures | `retold` (owner/repository#7) |',
    ]);
  });
});
