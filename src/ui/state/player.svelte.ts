// Time that runs by itself: one step after another, at a speed that can be changed while it runs. What a
// step is, and where to pause, is asked of whoever owns the run.

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
const STEP_MS = 900;

export interface Played {
  /** Takes one step; false where there is none. */
  step(): boolean;
  /** Whether to stop at what the step has come to. */
  isPause(): boolean;
}

export class Player {
  #isPlaying = $state(false);
  #speed = $state(1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #played: Played;
  /** Called when the run has come to a pause or to its end by itself. */
  onpause: () => void = () => undefined;

  constructor(played: Played) {
    this.#played = played;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = speed;
    // The step that is being waited for comes at the new speed.
    if (this.#isPlaying) this.#wait();
  }

  slower(): void {
    this.speed = SPEEDS.findLast((speed) => speed < this.#speed) ?? this.#speed;
  }

  faster(): void {
    this.speed = SPEEDS.find((speed) => speed > this.#speed) ?? this.#speed;
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  play(speed = this.#speed): void {
    this.#speed = speed;
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    this.#tick();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#isPlaying = false;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), STEP_MS / this.#speed);
  }

  #tick(): void {
    if (!this.#isPlaying) return;
    const isTaken = this.#played.step();
    // Whoever took the step may have paused meanwhile.
    if (!isTaken || this.#played.isPause()) {
      this.pause();
      this.onpause();
    } else this.#wait();
  }
}
