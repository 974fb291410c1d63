// `converge vectors`: worked cases, run through the modelled service and compared with what the text says.

import { Systems } from '../scenario/systems';
import { judgeVectors, parseVectors } from '../scenario/vectors';
import { runVector } from '../scenario/vector-runs';
import { openSqlite } from '../sqlite/open';
import { type Command, EXIT, has, printJson } from './command';
import { readText, shown } from './files';

export const vectors: Command = {
  name: 'vectors',
  operands: 'FILE',
  takes: [1, 1],
  summary: 'Run the worked cases of a file and compare what comes out.',
  options: [],
  async run(given, output) {
    const [file = ''] = given.operands;
    const read = parseVectors(readText(file), shown(file));
    const systems = new Systems(await openSqlite());
    const cases = judgeVectors(read, (one, refuse) => runVector(systems, one, refuse));
    const failed = cases.filter((one) => !one.ok).length;
    if (has(given, 'json')) {
      printJson(output, { cases });
      return failed === 0 ? EXIT.ok : EXIT.failed;
    }
    for (const { id, expected, got, ok, missing } of cases) {
      output.print(`${ok ? 'ok    ' : 'FAILED'} ${id}`);
      if (missing !== undefined) output.print(`         not built yet: ${missing}`);
      else if (!ok) output.print(`         expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
    }
    output.print(`\n${String(cases.length - failed)} passed, ${String(failed)} failed`);
    return failed === 0 ? EXIT.ok : EXIT.failed;
  },
};
