// The present is one value: clock, actors, channels, rows, what faults are left, and the verdicts so far.
// Worlds share structure, so a run may keep every one of its worlds (DESIGN §1.1, §1.4).

import type { ActorKind, ActorState, AnyOperation, Fact, Waiting } from './actor';
import type { ChannelKind, ChannelState, Message, Receipt } from './channel';
import type { FaultBudget } from './fault';
import type { Json } from './json';
import type { Procedure } from './procedure';
import type { Judgement, Property } from './property';
import type { Change, Row, Run, Rows, Store } from './store';

export interface World {
  /** Milliseconds of the virtual clock. */
  readonly now: number;
  readonly actors: Readonly<Record<string, ActorState>>;
  readonly channels: Readonly<Record<string, ChannelState>>;
  readonly rows: Rows;
  readonly budget: FaultBudget;
  readonly judgement: Judgement;
}

/** An actor on stage. */
export interface Actor {
  readonly id: string;
  readonly kind: ActorKind;
  readonly crashes: boolean;
  readonly pauses: boolean;
  /** It restarts within the crash, and crashes only in the middle of something. */
  readonly supervised?: boolean;
}

/** Something that may befall this system alone, under a budget of its own name. */
export interface OwnFault {
  readonly fault: string;
  /** Where it shows when it befalls nobody who acts; beside the clock without one. */
  readonly lane?: string;
  /** Whom it could befall now. */
  targets(sql: Run): readonly string[];
  /** Changes rows; returns the deliveries that the broker no longer waits for: their copies are ready again. */
  befall(target: string, sql: Run): readonly Held[];
}

/** A delivery that a receiver has not acknowledged. */
export interface Held extends Receipt {
  readonly receiver: string;
}

/** Tables that are derived from actors and channels, so that properties can ask about them in SQL. */
export interface Derivation {
  readonly table: string;
  readonly key: readonly string[];
  /** What it is derived from: unchanged sources give unchanged rows. */
  readonly actors: readonly string[];
  readonly channels: readonly string[];
  readonly tables: readonly string[];
  derive(world: World): readonly Row[];
}

/** What falls due, as an id, and when. */
export type Deadline = Waiting;

/** What a monitor sees of the step that it observes. */
export interface Observed {
  readonly actor: string;
  readonly operations: readonly string[];
  readonly changes: readonly Change[];
  readonly sent: readonly Message[];
  readonly taken: readonly Message[];
  readonly facts: readonly Fact[];
}

/** A bounded, named piece of memory of the past, kept in a table of its own (DESIGN §1.6). */
export interface Monitor {
  readonly table: string;
  observe(step: Observed, sql: Run): void;
}

/** A design assembled over its database: all that the two verbs need. */
export interface System {
  /** In lane order. */
  readonly actors: readonly Actor[];
  readonly channels: readonly ChannelKind[];
  readonly procedures: ReadonlyMap<string, Procedure>;
  /** Operations that alternatives bring, by `actor.procedure.operation`. */
  readonly operations: ReadonlyMap<string, AnyOperation>;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly store: Store;
  readonly monitors: readonly Monitor[];
  readonly properties: readonly Property[];
  /** The table whose rows excuse a suspicion while something is under way. */
  readonly excuses: string;
  /** A table's rows are the union of what its derivations give. */
  readonly derivations: readonly Derivation[];
  readonly faults?: readonly OwnFault[];
  /** Deadlines that lie in rows. */
  deadlines(now: number, sql: Run): readonly Deadline[];
  /** Deadline and stamp columns, for identity. */
  readonly times: Times;
}

export interface Times {
  /** Columns by table that count as `value - now`. */
  readonly deadlines: Readonly<Record<string, readonly string[]>>;
  /** Columns by table that do not count at all. */
  readonly stamps: Readonly<Record<string, readonly string[]>>;
  /** Columns by table that hold JSON. */
  readonly json: Readonly<Record<string, readonly string[]>>;
  /** Members that hold stamps in JSON, in columns, messages and actors alike: they do not count. */
  readonly members: readonly string[];
  /** Tables derived from actors and channels: not part of identity. */
  readonly derived: readonly string[];
}
