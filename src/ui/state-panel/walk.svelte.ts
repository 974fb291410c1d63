// Whether the last move was one step on, at a pace at which a person can follow: only then may anything on
// the page move. Jumps, scrubbing and fast playing show the new state at once.

/** At four steps in 900 ms playing stops to animate; scrubbing is faster than that. */
const PACE_MS = 225;

export class Walk {
  #isStep = $state(false);
  #cursor: number;
  #movedAt = 0;

  /** To be made while a component is; `cursor` is read again whenever it changes. */
  constructor(cursor: () => number) {
    this.#cursor = cursor();
    $effect.pre(() => {
      this.#move(cursor());
    });
  }

  get isStep(): boolean {
    return this.#isStep;
  }

  #move(cursor: number): void {
    const now = performance.now();
    this.#isStep = cursor === this.#cursor + 1 && now - this.#movedAt >= PACE_MS;
    if (cursor !== this.#cursor) this.#movedAt = now;
    this.#cursor = cursor;
  }
}
