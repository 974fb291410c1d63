// A run and its branches. Looking back moves a cursor; only another choice in the past makes the engine
// run again, and the old future stays as a branch (DESIGN §1.9). Every step keeps its world: worlds share
// structure, so seeking costs nothing, however long the run is.

import type { Action } from './action';
import { ConvergeError } from './errors';
import type { Simulation } from './simulation';
import type { StepRecord, Trace } from './trace';
import type { World } from './world';

/** Steps and the worlds after them, one of each a step. */
export interface Branch {
  readonly id: number;
  /** The branch it left and the number of steps they share; null for the first one. */
  readonly from: { readonly branch: number; readonly at: number } | null;
  readonly worlds: readonly World[];
  readonly records: readonly StepRecord[];
}

export const STEPS_MAX = 20_000;
const BRANCHES_MAX = 100;

export class Timeline {
  private readonly kept: { id: number; from: Branch['from']; worlds: World[]; records: StepRecord[] }[];
  private current = 0;
  private position = 0;

  readonly simulation: Simulation;
  readonly first: World;
  private readonly stepsMax: number;

  constructor(simulation: Simulation, first: World, stepsMax = STEPS_MAX) {
    this.simulation = simulation;
    this.first = first;
    this.stepsMax = stepsMax;
    this.kept = [{ id: 0, from: null, worlds: [], records: [] }];
  }

  get branches(): readonly Branch[] {
    return this.kept;
  }

  get branch(): Branch {
    const branch = this.kept[this.current];
    if (branch === undefined)
      throw new ConvergeError('definition', `There is no branch ${String(this.current)}.`);
    return branch;
  }

  /** Number of steps before the cursor. */
  get cursor(): number {
    return this.position;
  }

  /** The whole trace of the current branch, whatever the cursor. */
  get trace(): Trace {
    return this.branch.records;
  }

  get length(): number {
    return this.branch.records.length;
  }

  get world(): World {
    return this.worldAt(this.position);
  }

  /** The world after a number of steps of the current branch. */
  worldAt(cursor: number): World {
    return this.branch.worlds[cursor - 1] ?? this.first;
  }

  get enabled(): readonly Action[] {
    return this.simulation.enabled(this.world);
  }

  /** Moves the cursor; out of range goes to the nearest end. */
  seek(cursor: number): void {
    this.position = Math.max(0, Math.min(this.length, cursor));
  }

  /** Shows another branch at a cursor. */
  open(branch: number, cursor: number): void {
    if (this.kept[branch] === undefined)
      throw new ConvergeError('not-enabled', `There is no branch ${String(branch)}.`);
    this.current = branch;
    this.seek(cursor);
  }

  /** Takes an action at the cursor: walks on where the branch goes on with it, forks where it does not. */
  take(id: string): StepRecord {
    const ahead = this.branch.records[this.position];
    if (ahead?.id === id) {
      this.position += 1;
      return ahead;
    }
    if (this.position >= this.stepsMax) {
      throw new ConvergeError('limit', `This run has ${String(this.stepsMax)} steps, its limit.`);
    }
    const { world, record } = this.simulation.take(this.world, id);
    if (ahead !== undefined) this.fork();
    this.kept[this.current]?.records.push(record);
    this.kept[this.current]?.worlds.push(world);
    this.position += 1;
    return record;
  }

  private fork(): void {
    if (this.kept.length >= BRANCHES_MAX) {
      throw new ConvergeError('limit', `This run has ${String(BRANCHES_MAX)} branches, its limit.`);
    }
    const { current, position } = this;
    const { records, worlds } = this.branch;
    this.kept.push({
      id: this.kept.length,
      from: { branch: current, at: position },
      records: records.slice(0, position),
      worlds: worlds.slice(0, position),
    });
    this.current = this.kept.length - 1;
  }
}
