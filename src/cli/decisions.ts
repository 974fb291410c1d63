// `converge decisions`: where a service can be built well or badly, and what breaks where it is not.

import { decisions as catalog } from '../system/catalog';
import { type Command, EXIT, has, printJson } from './command';

export const decisions: Command = {
  name: 'decisions',
  operands: '',
  takes: [0, 0],
  summary: 'List the decisions, their alternatives, and the properties that a naive one can break.',
  options: [],
  run(given, output) {
    if (has(given, 'json')) {
      const entries = catalog.map(({ id, kind, alternatives, properties }) => ({
        ...{ decision: id, kind },
        alternatives: alternatives.map(({ name, safe }) => ({ name, safe })),
        properties,
      }));
      printJson(output, entries);
      return EXIT.ok;
    }
    for (const { id, kind, alternatives, properties } of catalog) {
      const names = alternatives.map(({ name, safe }) => (safe ? `${name} (safe)` : name));
      output.print(`${id}\n  ${names.join(', ')}\n  ${kind}: ${properties.join(' ')}`);
    }
    return EXIT.ok;
  },
};
