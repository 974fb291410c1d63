// `converge list`: which scenarios there are.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Command, EXIT, has, printJson } from './command';
import { courseTable, MAPS, withMap } from './course-map';
import { readScenarios, top } from './files';

export const list: Command = {
  name: 'list',
  operands: '',
  takes: [0, 0],
  summary: 'List the scenarios of this checkout.',
  options: [{ name: 'write', value: null, help: 'make the course maps of the READMEs anew' }],
  run(given, output) {
    const scenarios = readScenarios([]);
    if (has(given, 'write')) {
      for (const [name, words] of Object.entries(MAPS)) {
        const readme = path.join(top, name);
        writeFileSync(readme, withMap(readFileSync(readme, 'utf8'), courseTable(scenarios, words)));
      }
      output.note('wrote the course maps of the READMEs; "npm run format" aligns them');
    }
    if (has(given, 'json')) {
      const entries = scenarios.map(({ id, course, designs, source }) => ({
        ...{ id, course, designs: designs.map((design) => design.name) },
        ...(source === null ? {} : { source }),
      }));
      printJson(output, entries);
      return EXIT.ok;
    }
    for (const { id, course, designs } of scenarios) {
      output.print(`${id}\n  ${designs.map((design) => design.name).join(', ')}\n  ${course.join('; ')}`);
    }
    return EXIT.ok;
  },
};
