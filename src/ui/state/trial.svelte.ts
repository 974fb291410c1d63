// A trial of a guard, in slices short enough that no frame waits for it.

import type { TrialProgress, TrialResult } from '../../lesson/trial';

const SLICE_MS = 8;

export class TrialRun {
  #progress = $state.raw<TrialProgress>({ runs: 0, steps: 0 });
  #result = $state.raw<TrialResult | null>(null);
  #isStopped = false;
  readonly #trial: Generator<TrialProgress, TrialResult>;

  constructor(trial: Generator<TrialProgress, TrialResult>) {
    this.#trial = trial;
  }

  get progress(): TrialProgress {
    return this.#progress;
  }

  /** Null while it goes on. */
  get result(): TrialResult | null {
    return this.#result;
  }

  start(onend: (result: TrialResult) => void): void {
    const slice = (): void => {
      if (this.#isStopped) return;
      const end = performance.now() + SLICE_MS;
      do {
        const next = this.#trial.next();
        if (next.done === true) {
          this.#result = next.value;
          onend(next.value);
          return;
        }
        this.#progress = next.value;
      } while (performance.now() < end);
      setTimeout(slice);
    };
    setTimeout(slice);
  }

  stop(): void {
    this.#isStopped = true;
  }
}
