// What the page and the thread that searches say to each other. Both sides import this file and nothing else
// of the other; every message is plain data, and small.

import type { Bounds } from '../../explore/bounds';
import type { Finding, Level, Progress } from '../../explore/search';
import type { Design } from '../../kernel/decision';

export interface SearchStart {
  /** Where SQLite lies. */
  readonly wasm: string;
  readonly story: { readonly id: string; readonly file: string; readonly text: string };
  /** What the design has in place of the safe alternatives. */
  readonly overrides: Design;
  readonly bounds: Bounds;
  /** Actions that are taken before the search begins. */
  readonly from: readonly string[];
}

export type ToSearch =
  ({ readonly is: 'start' } & SearchStart) | { readonly is: 'pause' | 'resume' | 'stop' };

/** How far a search is; `ms` is the time that it has been searching, without pauses. */
export interface Standing extends Pick<
  Progress,
  'worlds' | 'transitions' | 'executed' | 'depth' | 'faults' | 'waiting' | 'bytes'
> {
  readonly ms: number;
}

export interface TimedLevel extends Level {
  readonly ms: number;
}

/** `paused` goes on when it is asked to; every other reason is an end. */
export type HaltReason = 'paused' | 'stopped' | 'memory' | 'failed';

export type FromSearch =
  | { readonly is: 'ready' }
  | { readonly is: 'progress'; readonly standing: Standing }
  | { readonly is: 'level'; readonly level: TimedLevel }
  | { readonly is: 'found'; readonly finding: Finding }
  | { readonly is: 'done'; readonly complete: boolean; readonly standing: Standing }
  | {
      readonly is: 'halted';
      readonly reason: HaltReason;
      /** What went wrong, where something did. */
      readonly message: string;
      /** Null where the search never began. */
      readonly standing: Standing | null;
    };

/** One search elsewhere, as the page sees it. */
export interface Thread {
  send(message: ToSearch): void;
  /** Ends it at once, whatever it is doing. */
  close(): void;
}

/** Opens a thread; `fail` is told when it dies of itself. */
export type OpenThread = (hear: (message: FromSearch) => void, fail: (message: string) => void) => Thread;
