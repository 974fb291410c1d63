// What every benchmark reports: a figure, and what it was measured against in the same run. Machines are
// noisy, so only the ratio is judged.

export interface Benchmark {
  readonly name: string;
  run(): Promise<Measured>;
}

export interface Measured {
  readonly value: number;
  readonly unit: string;
  /** What the ratio is to. */
  readonly against: string;
  readonly ratio: number;
  /** The ratio that must not be exceeded. */
  readonly goal: number;
}

/** Milliseconds that a body takes. */
export function timed(body: () => void): number {
  const start = performance.now();
  body();
  return performance.now() - start;
}

/** The middle one of several measurements. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
