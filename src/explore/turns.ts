// When a search lets others have their turn: after a few worlds, sooner where the engine had to be asked, for
// that takes a hundred times as long as looking up.

import type { Effort } from './context';

const WORLDS_AT_ONCE = 32;
const ASKED_AT_ONCE = 8;

export class Turns {
  private worlds = 0;
  private asked = 0;
  private readonly effort: Effort;

  constructor(effort: Effort) {
    this.effort = effort;
  }

  /** One world more; whether that is enough for now. */
  isOver(): boolean {
    const { executed, asked } = this.effort;
    this.worlds += 1;
    if (this.worlds < WORLDS_AT_ONCE && executed + asked - this.asked < ASKED_AT_ONCE) return false;
    this.worlds = 0;
    this.asked = executed + asked;
    return true;
  }
}
