// `converge bench`: measures, each figure as a ratio against something measured in the same run.

import { benchmarks } from '../../test/bench/benchmarks';
import { nearest, oneOf } from '../scenario/nearest';
import { type Command, EXIT, has, printJson, UsageError, valueOf } from './command';

export const bench: Command = {
  name: 'bench',
  operands: '',
  takes: [0, 0],
  summary: 'Measure, each figure as a ratio to something measured beside it.',
  options: [{ name: 'only', value: 'NAME', help: 'measure only this, or what begins with it' }],
  async run(given, output) {
    const chosen = choose(valueOf(given, 'only'));
    const results = [];
    for (const benchmark of chosen) {
      const measured = await benchmark.run();
      const result = { name: benchmark.name, ...measured, ok: measured.ratio <= measured.goal };
      results.push(result);
      if (has(given, 'json')) continue;
      const { name, value, unit, against, ratio, goal, ok } = result;
      const figure = `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;
      output.print(
        `${ok ? 'ok    ' : 'MISSED'} ${name}: ${figure}, ${ratio.toFixed(2)} times ${against} (goal ${String(goal)})`,
      );
    }
    if (has(given, 'json')) printJson(output, results);
    return results.every((result) => result.ok) ? EXIT.ok : EXIT.failed;
  },
};

function choose(only: string | undefined): typeof benchmarks {
  const chosen = benchmarks.filter(({ name }) => only === undefined || name.startsWith(only));
  if (only === undefined || chosen.length > 0) return chosen;
  const names = benchmarks.map(({ name }) => name);
  const near = nearest(only, names);
  const question = near === undefined ? '' : `; did you mean ${near}?`;
  throw new UsageError(
    `--only: found ${JSON.stringify(only)}; expected ${oneOf('benchmark', names)}${question}`,
  );
}
