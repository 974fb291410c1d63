// The ladder of hints: how many rungs are open, and what the last one points at.

export const RUNGS = 4;

export class HintLadder {
  #open = $state(0);
  #shown = $state.raw<string | null>(null);

  get open(): number {
    return this.#open;
  }

  /** An action's id, or the key of a guard; null where nothing is pointed at. */
  get shown(): string | null {
    return this.#shown;
  }

  get isAtEnd(): boolean {
    return this.#open >= RUNGS;
  }

  climb(): void {
    if (!this.isAtEnd) this.#open += 1;
  }

  point(at: string | null): void {
    this.#shown = at;
  }

  close(): void {
    this.#open = 0;
    this.#shown = null;
  }
}
