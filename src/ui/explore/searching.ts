// The side of the protocol that searches: in slices so short that pause and stop are heard between them. It
// knows no thread; a worker or a test gives it messages, a clock and a way to go on later.

import type { Search, SearchResult } from '../../explore/search';
import { Exploration } from '../../scenario/exploration';
import { parseScenario } from '../../scenario/scenario';
import { Systems } from '../../scenario/systems';
import type { Sqlite } from '../../sqlite/open';
import { budgetFor } from '../../scenario/budget';
import type { FromSearch, HaltReason, SearchStart, Standing, ToSearch } from './protocol';

const SLICE_MS = 8;
/** Between two reports; six or seven a second. */
const REPORT_MS = 150;

export interface Surroundings {
  readonly post: (message: FromSearch) => void;
  readonly openSqlite: (wasm: string) => Promise<Sqlite>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Does something after whatever waits already. */
  readonly later: (then: () => void) => void;
}

interface Running {
  readonly search: Search;
  readonly steps: Generator<undefined, SearchResult>;
}

export class Searching {
  private readonly around: Surroundings;
  private running: Running | null = null;
  private isPaused = false;
  private isOver = false;
  private ms = 0;
  private reportedAt = 0;
  private told = { levels: 0, found: 0 };

  constructor(around: Surroundings) {
    this.around = around;
  }

  hear(message: ToSearch): void {
    if (this.isOver) return;
    if (message.is === 'start') void this.begin(message);
    else if (message.is === 'stop') this.halt('stopped');
    else if (message.is === 'pause') this.pause();
    else this.resume();
  }

  private async begin({ wasm, story, overrides, bounds, from }: SearchStart): Promise<void> {
    try {
      const systems = new Systems(await this.around.openSqlite(wasm));
      const scenario = parseScenario(story.text, story.file, story.id);
      const budget = budgetFor(scenario.budget, from);
      const { search } = new Exploration(systems, { ...scenario, budget }, overrides, bounds, { from });
      this.running = { search, steps: search.run() };
    } catch (error) {
      this.fail(error);
      return;
    }
    // Whoever stopped it meanwhile has had an answer.
    if (this.hasEnded()) return;
    this.around.post({ is: 'ready' });
    if (!this.isPaused) this.goOn();
  }

  private pause(): void {
    this.isPaused = true;
    this.around.post({ is: 'halted', reason: 'paused', message: '', standing: this.standing() });
  }

  private resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    if (this.running !== null) this.goOn();
  }

  private goOn(): void {
    this.around.later(() => {
      if (this.isPaused || this.isOver || this.running === null) return;
      try {
        this.slice(this.running);
      } catch (error) {
        this.fail(error);
      }
    });
  }

  private slice({ search, steps }: Running): void {
    const begun = this.around.now();
    let step: IteratorResult<undefined, SearchResult>;
    let now: number;
    do {
      step = steps.next();
      now = this.around.now();
    } while (step.done !== true && now < begun + SLICE_MS);
    this.ms += now - begun;
    this.tell(search);
    if (step.done === true) {
      this.isOver = true;
      this.around.post({ is: 'done', complete: step.value.complete, standing: this.standing()! });
      return;
    }
    if (now >= this.reportedAt + REPORT_MS) {
      this.reportedAt = now;
      this.around.post({ is: 'progress', standing: this.standing()! });
    }
    this.goOn();
  }

  /** What is new since the last slice, once. */
  private tell(search: Search): void {
    const { levels, found } = search.progress();
    for (const finding of found.slice(this.told.found)) this.around.post({ is: 'found', finding });
    for (const level of levels.slice(this.told.levels)) {
      this.around.post({ is: 'level', level: { ...level, ms: this.ms } });
    }
    this.told = { levels: levels.length, found: found.length };
  }

  private standing(): Standing | null {
    if (this.running === null) return null;
    const { worlds, transitions, executed, depth, faults, waiting, bytes } = this.running.search.progress();
    return { worlds, transitions, executed, depth, faults, waiting, bytes, ms: this.ms };
  }

  private fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.halt(isOutOfMemory(error) ? 'memory' : 'failed', message);
  }

  private halt(reason: HaltReason, message = ''): void {
    if (this.hasEnded()) return;
    this.isOver = true;
    this.around.post({ is: 'halted', reason, message, standing: this.standing() });
  }

  private hasEnded(): boolean {
    return this.isOver;
  }
}

/** Engines say it in their own words: a buffer, a typed array or a map that cannot be made any larger. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /alloc|memory|length|size/i.test(error.message);
}
