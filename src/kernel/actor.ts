// An actor is plain data: what it remembers, what its disk holds, and the procedures it is in. Its
// operations decide: each sees that data, at most one message and the store, and returns an outcome;
// simulation.ts alone carries outcomes out (DESIGN §1.2).

import type { Data, Json } from './json';
import type { Message, Receipt } from './channel';
import type { Change, Row, Run } from './store';

/** A procedure that an actor has begun and not ended. A crash forgets it. */
export interface Activity<Locals extends object = Data> {
  /** Names the activity where an actor may hold several; empty otherwise. */
  readonly request: string;
  readonly procedure: string;
  /** Index of the step that comes next. */
  readonly step: number;
  readonly locals: Locals;
  readonly run: string | null;
  /** The delivery that must be acknowledged, where the message came from a channel that waits for it. */
  readonly receipt: Receipt | null;
  /** Who waits at the other end of the connection that this activity serves; null once that is gone. */
  readonly caller: Caller | null;
  /** What its transaction has come to so far, where that is still open. Nobody else sees these rows. */
  readonly open?: readonly Change[];
  /** What its next step found locked; who has locked it is seen where they stand. */
  readonly waits?: Lock;
}

/** The far end of a connection, which is named by the request that opened it. */
export interface Caller {
  readonly channel: string;
  readonly actor: string;
  readonly id: string;
  /** Nothing gets through any more, either way, and nobody has been told. */
  readonly silent?: true;
  /** Somebody on the way takes what is written, and keeps it until the stream ends. */
  readonly collected?: true;
}

/** A row, or the place of a row, that only one open transaction may write. */
export interface Lock {
  readonly table: string;
  readonly key: string;
}

export interface ActorState<Memory extends object = Data, Disk extends object = Data> {
  readonly up: boolean;
  readonly paused: boolean;
  /** Lost in a crash. */
  readonly memory: Memory;
  /** Survives a crash; an actor's own counters live here. */
  readonly disk: Disk;
  readonly activities: readonly Activity[];
}

/** Something that happened outside every row: for counters and monitors, never for words. */
export interface Fact {
  readonly fact: string;
  readonly [name: string]: Json;
}

/** What a step is to be told as: a key and values, never words. */
export interface Says {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** What one operation sees. */
export interface StepView<
  Memory extends object = Data,
  Disk extends object = Data,
  Locals extends object = Data,
> {
  readonly actor: string;
  readonly now: number;
  readonly memory: Memory;
  readonly disk: Disk;
  readonly locals: Locals;
  readonly run: string | null;
  /** The message whose delivery this step is. */
  readonly message: Message | null;
  /** What remains to be acknowledged. */
  readonly receipt: Receipt | null;
  /** Whether the far end of its connection has taken all that was written so far. */
  readonly isDrained: boolean;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly sql: Run;
}

/**
 * Where a procedure goes instead of to its next step; operations after it in the same step are skipped.
 * Another procedure begins at its first step, at the one that holds `at`, or behind the one that holds `after`.
 * `to` only goes forward: where a design has moved that operation to an earlier step it has run already,
 * and the procedure ends.
 */
export type Goto =
  | { readonly to: string }
  | { readonly again: true }
  | { readonly procedure: string; readonly at?: string; readonly after?: string }
  | { readonly end: true };

export interface Outcome<
  Memory extends object = Data,
  Disk extends object = Data,
  Locals extends object = Data,
> {
  readonly memory?: Partial<Memory>;
  readonly disk?: Partial<Disk>;
  readonly locals?: Partial<Locals>;
  /** Sets the run that the activity is about. */
  readonly run?: string | null;
  readonly send?: readonly Sending[];
  /** Ends the delivery that this activity began with: it is done, or its copy goes back. */
  readonly acknowledge?: true | 'back';
  /** Another activity of the same actor that this step ends, by its request. */
  readonly ends?: string;
  readonly facts?: readonly Fact[];
  readonly says?: Says;
  readonly then?: Goto;
  /** Rolls the transaction back: names what refused. */
  readonly refused?: string;
}

export interface Sending {
  readonly channel: string;
  readonly id: string;
  /** The receiver, or null for any of the channel's receivers. */
  readonly to: string | null;
  readonly run: string | null;
  readonly body: Json;
  /** The connection that it travels on, where its channel keeps connections open. */
  readonly connection?: string;
  /** The answer that it is part of goes on: the connection stays open. */
  readonly more?: true;
}

// Written as a method so that an operation over its own types fits where any operation is kept: the
// kernel hands each operation the data that its own actor made.
export interface AnyOperation {
  decide(view: StepView): Outcome;
}
interface TypedOperation<Memory extends object, Disk extends object, Locals extends object> {
  decide(view: StepView<Memory, Disk, Locals>): Outcome<Memory, Disk, Locals>;
}
export type Decide<Memory extends object, Disk extends object, Locals extends object> = (
  view: StepView<Memory, Disk, Locals>,
) => Outcome<Memory, Disk, Locals>;

/** Wraps a function over an actor's own types as an operation. */
export function operation<Memory extends object, Disk extends object, Locals extends object>(
  decide: Decide<Memory, Disk, Locals>,
): AnyOperation {
  const typed: TypedOperation<Memory, Disk, Locals> = { decide };
  return typed as AnyOperation;
}

/** Why something conceivable cannot happen now: a key and values. */
export interface Reason {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** A procedure that an idle actor could begin by itself, or why not. */
export interface Start {
  readonly procedure: string;
  readonly run: string | null;
  readonly blocked: Reason | null;
  readonly locals?: Data;
}

/** A step beside an activity: it sees and changes what the activity knows, which then goes on where it stood. */
export type Aside = Pick<Start, 'procedure' | 'blocked'>;

/** What decides whether there is one. */
export interface AsideView<Memory extends object = Data, Disk extends object = Data> extends Pick<
  StepView<Memory, Disk>,
  'now' | 'memory' | 'disk' | 'isDrained'
> {
  readonly activity: Activity;
}

/** When an actor's own waiting ends. */
export interface Waiting {
  readonly at: number;
  readonly what: string;
  /** It begins anew each time, and its step changes nothing for as long as all connections are sound. */
  readonly isSteady?: true;
}

/** What a guard sees: no more than the step that it guards would. */
export interface GuardView<Memory extends object = Data, Disk extends object = Data> {
  readonly actor: string;
  readonly now: number;
  readonly state: ActorState<Memory, Disk>;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly sql: Run;
}

/** What decides whether an activity may go on: no more than its next step would see. */
export interface WaitView<Locals extends object = Data> extends Pick<
  StepView<object, object, Locals>,
  'now' | 'isDrained' | 'parameters' | 'sql'
> {
  readonly activity: Activity<Locals>;
  /** Operations of the step that comes next. */
  readonly operations: readonly string[];
}

export interface ActorKind<Memory extends object = Data, Disk extends object = Data> {
  readonly kind: string;
  /** True where it serves many requests at a time; its step ids then end with the request. */
  readonly several: boolean;
  /** Texts of its procedures by name (`worker.work`), as parseProcedure reads them. */
  readonly procedures: Readonly<Record<string, string>>;
  /** Its operations by name; `worker.propose.ack` where one procedure means something of its own by it. */
  readonly operations: Readonly<Record<string, AnyOperation>>;
  /** Operations that write rows of a run or publish for it: what `now_procedures.pending` looks for. */
  readonly writes: readonly string[];
  readonly memory: Memory;
  readonly disk: Disk;
  /** The procedure that a delivery begins. */
  receives(message: Message): string;
  /** A procedure of one step that it could take beside what it is in the middle of, or why not; null for none. */
  aside?(view: AsideView<Memory, Disk>): Aside | null;
  /** Why an activity cannot take its next step yet, although nothing is in its way; null where it can. */
  waitsFor?(view: WaitView): Reason | null;
  /** Procedures that it begins by itself when idle. */
  readonly begins: readonly string[];
  starts(view: GuardView<Memory, Disk>): readonly Start[];
  /** When its own waiting ends, in ms of the virtual clock. */
  deadlines?(state: ActorState<Memory, Disk>): readonly Waiting[];
  /** What memory holds after a restart, given the disk. */
  restarted?(disk: Disk): { readonly memory: Memory; readonly disk: Disk };
}

export const only = (rows: readonly Row[]): Row | null => rows[0] ?? null;
