// The controls of time, whoever presses them: transport, keys, swipes. In a lesson a step is one worth seeing;
// in the workbench it is one step of the engine.

import { marksOf } from '../../view/marks';
import type { Layout } from './layout.svelte';
import type { Lesson } from './lesson.svelte';
import { isOver } from './moment';
import { Player } from './player.svelte';
import type { Session } from './session.svelte';

export class Controls {
  readonly #session: Session;
  readonly #layout: Layout;
  readonly #lesson: () => Lesson | null;
  readonly #own: Player;

  constructor(session: Session, layout: Layout, lesson: () => Lesson | null) {
    this.#session = session;
    this.#layout = layout;
    this.#lesson = lesson;
    this.#own = new Player({ step: () => this.#fine(), isPause: () => false });
  }

  get player(): Player {
    return this.#led?.player ?? this.#own;
  }

  /** Nothing is left to step to. */
  readonly isAtEnd: boolean = $derived.by(() => {
    const { moment } = this.#session;
    if (moment === null) return true;
    const lesson = this.#led;
    if (lesson === null) return isOver(moment);
    if (lesson.arc.stage === 'predict' || lesson.isAsking) return true;
    return moment.cursor === moment.trace.length && !lesson.run.isDecided && lesson.run.ahead === null;
  });

  step(): void {
    this.player.pause();
    this.#take();
  }

  back(): void {
    this.player.pause();
    const lesson = this.#led;
    if (lesson !== null) lesson.run.back();
    else this.#session.back();
  }

  toggle(): void {
    if (this.player.isPlaying) this.player.pause();
    else if (!this.isAtEnd) this.player.play();
  }

  seek(cursor: number): void {
    this.player.pause();
    this.#session.seek(cursor);
  }

  /** To the next mark after the cursor, or the last one before it. */
  toMark(direction: 1 | -1): void {
    const { moment } = this.#session;
    if (moment === null) return;
    const steps = marksOf(moment.trace).map(({ step }) => step);
    const step =
      direction === 1
        ? steps.find((one) => one > moment.cursor)
        : steps.findLast((one) => one < moment.cursor);
    this.seek(step ?? (direction === 1 ? moment.trace.length : 0));
  }

  /** Takes back the last thing that was chosen; what came of it stays as a branch. */
  undo(): void {
    const lesson = this.#led;
    if (lesson !== null) lesson.undo();
    else this.back();
  }

  /** The lesson, while it leads. */
  get #led(): Lesson | null {
    return this.#layout.isWorkbench ? null : this.#lesson();
  }

  #take(): boolean {
    const lesson = this.#led;
    if (lesson === null) return this.#fine();
    return lesson.arc.stage !== 'predict' && lesson.step();
  }

  #fine(): boolean {
    const { moment } = this.#session;
    if (moment === null || isOver(moment)) return false;
    this.#session.step();
    return true;
  }
}
