// The guard that a learner has picked, and what its trial has come to so far.

import type { TrialProgress, TrialResult } from '../../lesson/trial';
import { TrialRun } from './trial.svelte';

export class GuardChoice {
  #chosen = $state<string | null>(null);
  #trial = $state.raw<TrialRun | null>(null);

  /** Null where none is picked. */
  get chosen(): string | null {
    return this.#chosen;
  }

  get trial(): TrialRun | null {
    return this.#trial;
  }

  choose(guard: string): void {
    this.#chosen = guard;
  }

  judge(trial: Generator<TrialProgress, TrialResult>, onend: (result: TrialResult) => void): void {
    this.#trial?.stop();
    this.#trial = new TrialRun(trial);
    this.#trial.start(onend);
  }

  forget(): void {
    this.#trial?.stop();
    this.#trial = null;
    this.#chosen = null;
  }
}
