// The list. A benchmark is one line here.

import type { Benchmark } from './benchmark';
import { anchor, executed, exploreScenarios, memory, memoryOfProcess, slice, yardstick } from './explore';
import { opening, openingAnother } from './opening';
import { judging, take } from './take';
import { fork, seek, stepBack } from './timeline';

export const benchmarks: readonly Benchmark[] = [
  take,
  judging,
  ...stepBack,
  ...seek,
  fork,
  opening,
  openingAnother,
  anchor,
  yardstick,
  memory,
  memoryOfProcess,
  executed,
  ...exploreScenarios,
  slice,
];
