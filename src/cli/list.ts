// `converge list`: which scenarios there are.

import { type Command, EXIT, has, printJson } from './command';
import { readScenarios } from './files';

export const list: Command = {
  name: 'list',
  operands: '',
  takes: [0, 0],
  summary: 'List the scenarios of this checkout.',
  options: [],
  run(given, output) {
    const scenarios = readScenarios([]);
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
