// One search of one design: its bounds, how far it is, and what it found. What the thread says is believed as
// numbers; a path is shown only when the page's own engine has taken it.

import type { Bounds } from '../../explore/bounds';
import type { Finding } from '../../explore/search';
import type { Timeline } from '../../kernel/timeline';
import { boundsIn, type BoundsDraft, draftOf, type FaultLine } from '../explore/bounds';
import { confirming, type Confirmed, type Doubt } from '../explore/confirm';
import type {
  FromSearch,
  HaltReason,
  OpenThread,
  SearchStart,
  Standing,
  Thread,
  TimedLevel,
} from '../explore/protocol';

/** As long as the page answers other things between two slices, no frame waits. */
const SLICE_MS = 6;
/** A thread in the middle of something long is not waited for any longer. */
const PATIENCE_MS = 60;

export type SearchState = 'setting' | 'opening' | 'running' | 'paused' | 'done' | 'halted';

export interface Halt {
  readonly reason: Exclude<HaltReason, 'paused'> | 'died';
  readonly message: string;
}

/** What a search is about. */
export interface Searched extends Pick<SearchStart, 'wasm' | 'story' | 'overrides'> {
  readonly bounds: Bounds;
  /** A run of it in the page's own engine, at its start. */
  readonly begin: () => Timeline;
}

export class SearchRun {
  /** What will be searched next. */
  draft = $state.raw<BoundsDraft>(null!);
  #from = $state.raw<readonly string[]>([]);
  #state = $state<SearchState>('setting');
  #bounds = $state.raw<Bounds>(null!);
  #standing = $state.raw<Standing | null>(null);
  #levels = $state.raw<readonly TimedLevel[]>([]);
  #confirmed = $state.raw<readonly Confirmed[]>([]);
  #doubts = $state.raw<readonly Doubt[]>([]);
  #selected = $state(0);
  #isComplete = $state(false);
  #halt = $state.raw<Halt | null>(null);
  #waiting: readonly Finding[] = [];
  #isConfirming = $state(false);
  #thread: Thread | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;
  readonly about: Searched;
  readonly #open: OpenThread;

  constructor(about: Searched, open: OpenThread) {
    this.about = about;
    this.#open = open;
    this.draft = draftOf(about.bounds);
    this.#bounds = about.bounds;
  }

  get state(): SearchState {
    return this.#state;
  }

  /** Those that the search keeps within, or kept. */
  get bounds(): Bounds {
    return this.#bounds;
  }

  /** Actions before the search. */
  get from(): readonly string[] {
    return this.#from;
  }

  get standing(): Standing | null {
    return this.#standing;
  }

  get levels(): readonly TimedLevel[] {
    return this.#levels;
  }

  get found(): readonly Confirmed[] {
    return this.#confirmed;
  }

  get doubts(): readonly Doubt[] {
    return this.#doubts;
  }

  /** A path is being taken again. */
  get isConfirming(): boolean {
    return this.#isConfirming;
  }

  /** It came to the end of its bounds, and none of them cut it short. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Why it ended before, or null. */
  get halt(): Halt | null {
    return this.#halt;
  }

  get isGoing(): boolean {
    return this.#state === 'opening' || this.#state === 'running' || this.#state === 'paused';
  }

  /** The index of the finding that is looked at. */
  get selected(): number {
    return this.#selected;
  }

  set selected(index: number) {
    this.#selected = Math.max(0, Math.min(this.#confirmed.length - 1, index));
  }

  get shown(): Confirmed | null {
    return this.#confirmed[this.#selected] ?? null;
  }

  setLine(index: number, line: FaultLine): void {
    this.draft = { ...this.draft, lines: this.draft.lines.with(index, line) };
  }

  /** Where the next search begins; what was found from elsewhere is put away. */
  beginAfter(from: readonly string[]): void {
    this.change();
    this.#clear();
    this.#from = from;
  }

  start(): void {
    this.close();
    this.#clear();
    this.#bounds = boundsIn(this.draft);
    this.#state = 'opening';
    const { wasm, story, overrides } = this.about;
    const thread = this.#open(
      (message) => {
        if (thread === this.#thread) this.#hear(message);
      },
      (message) => {
        if (thread === this.#thread) this.#end({ reason: 'died', message });
      },
    );
    this.#thread = thread;
    const { id, file, text } = story;
    // Plain copies: a proxy cannot be sent.
    const start = { wasm, story: { id, file, text }, overrides, bounds: this.#bounds, from: this.#from };
    thread.send({ is: 'start', ...start });
  }

  pause(): void {
    this.#thread?.send({ is: 'pause' });
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#thread?.send({ is: 'resume' });
    this.#state = 'running';
  }

  /** Ends the search; what was found is kept. */
  stop(): void {
    if (this.#thread === null) return;
    this.#thread.send({ is: 'stop' });
    this.#patience = setTimeout(() => this.#end({ reason: 'stopped', message: '' }), PATIENCE_MS);
  }

  /** Lets the bounds be set; a search that goes on ends here. */
  change(): void {
    this.close();
    this.#state = 'setting';
  }

  /** Ends the thread at once. */
  close(): void {
    clearTimeout(this.#patience);
    this.#thread?.close();
    this.#thread = null;
    if (this.isGoing) this.#end({ reason: 'stopped', message: '' });
  }

  #hear(message: FromSearch): void {
    switch (message.is) {
      case 'ready':
        if (this.#state === 'opening') this.#state = 'running';
        break;
      case 'progress':
        this.#standing = message.standing;
        break;
      case 'level':
        this.#levels = [...this.#levels, message.level];
        break;
      case 'found':
        this.#waiting = [...this.#waiting, message.finding];
        if (!this.#isConfirming) this.#confirm();
        break;
      case 'done':
        this.#standing = message.standing;
        this.#isComplete = message.complete;
        this.#release();
        this.#state = 'done';
        break;
      case 'halted':
        this.#standing = message.standing ?? this.#standing;
        if (message.reason === 'paused') this.#state = 'paused';
        else this.#end({ reason: message.reason, message: message.message });
    }
  }

  #end(halt: Halt): void {
    this.#release();
    this.#halt = halt;
    this.#state = 'halted';
  }

  #release(): void {
    clearTimeout(this.#patience);
    this.#thread?.close();
    this.#thread = null;
  }

  #clear(): void {
    this.#standing = null;
    this.#levels = [];
    this.#confirmed = [];
    this.#doubts = [];
    this.#waiting = [];
    this.#selected = 0;
    this.#isComplete = false;
    this.#halt = null;
  }

  #settle(outcome: Confirmed | Doubt): void {
    this.#waiting = this.#waiting.slice(1);
    if ('timeline' in outcome) this.#confirmed = [...this.#confirmed, outcome];
    else this.#doubts = [...this.#doubts, outcome];
  }

  /** Takes the next path again, a few steps at a time. */
  #confirm(): void {
    const [finding] = this.#waiting;
    this.#isConfirming = finding !== undefined;
    if (finding === undefined) return;
    const steps = confirming(this.about.begin(), this.#from, finding);
    const slice = (): void => {
      // A new search has begun meanwhile.
      if (this.#waiting[0] !== finding) {
        this.#confirm();
        return;
      }
      const end = performance.now() + SLICE_MS;
      let step = steps.next();
      while (step.done !== true && performance.now() < end) step = steps.next();
      if (step.done !== true) {
        setTimeout(slice);
        return;
      }
      // It is drawn in a task of its own.
      const { value } = step;
      setTimeout(() => {
        if (this.#waiting[0] === finding) this.#settle(value);
        this.#confirm();
      });
    };
    setTimeout(slice);
  }
}
