// The search again, as plainly as it can be written: breadth first over whole worlds with the two verbs of the
// kernel and a map, nothing looked up and nothing left out. The explorer must come to the same.

import type { Bounds } from '../../src/explore/bounds';
import { type Action, CLOCK_LANE } from '../../src/kernel/action';
import { isFree } from '../../src/kernel/fault';
import { identityText } from '../../src/kernel/identity';
import { definition, judgeEventually, type Property } from '../../src/kernel/property';
import type { Simulation } from '../../src/kernel/simulation';
import type { Run } from '../../src/kernel/store';
import type { World } from '../../src/kernel/world';

export interface Naive {
  /** Identities of all worlds. */
  readonly worlds: ReadonlySet<string>;
  /** Worlds, counted once for each way to have spent faults. */
  readonly arrivals: number;
  readonly transitions: number;
  /** Worlds in which nothing more happens without a fault. */
  readonly ends: number;
  /** The most steps that it takes to get to some arrival with the faults that it has spent. */
  readonly depth: number;
  /** By faults spent: worlds met and transitions up to there. */
  readonly levels: readonly { readonly worlds: number; readonly transitions: number }[];
  /** By property: the fewest faults and then the fewest steps to where it is broken. */
  readonly found: ReadonlyMap<string, readonly [faults: number, steps: number]>;
  /** How often an action of a kind, or a fault of a name, was taken. */
  readonly taken: ReadonlyMap<string, number>;
}

/** What an action costs: nothing, an entry of the bounds, or more than these allow. */
export type Cost = string | null | undefined;

interface Arrival {
  readonly world: World;
  readonly spent: Readonly<Record<string, number>>;
}

/** A world as it was first met in the order of the search. */
interface Met {
  readonly at: readonly [faults: number, steps: number];
  readonly broken: readonly string[];
  readonly free: string[];
}

/** The world with what the bounds allow as its budget. */
export function within(world: World, { faults }: Bounds): World {
  const budget: Record<string, number> = {};
  for (const [entry, most = 0] of Object.entries(faults)) {
    const kind = entry.split(' ')[0] ?? '';
    budget[kind] = (budget[kind] ?? 0) + most;
  }
  return { ...world, budget };
}

/** Time passes for nothing only where nobody can act. */
export function costs(enabled: readonly Action[], faults: Bounds['faults']): (action: Action) => Cost {
  const isQuiet = !enabled.some(({ kind, blocked }) => {
    return blocked === null && (kind === 'step' || kind === 'deliver');
  });
  const allowed = (entry: string): Cost => ((faults[entry] ?? 0) > 0 ? entry : undefined);
  return ({ kind, id }) => {
    if (kind === 'clock') return isQuiet ? null : allowed(CLOCK_LANE);
    const [fault = '', target = ''] = id.split(':');
    if (kind !== 'fault' || isFree(fault)) return null;
    return allowed(`${fault} ${target}`) ?? allowed(fault);
  };
}

const timed = (world: World, sql: Run): Run => {
  return (name, parameters) => sql(name, { now: world.now, ...parameters });
};

/** What is broken in a world, each property by its definition. */
export function brokenIn({ system }: Simulation, world: World): readonly string[] {
  const isBroken = (property: Property, sql: Run): boolean =>
    property.kind === 'eventually'
      ? judgeEventually(property, sql) === 'violated'
      : definition(property, sql).length > 0;
  system.store.restore(world.rows);
  const { value } = system.store.peek((sql) => {
    return system.properties.filter((property) => isBroken(property, timed(world, sql))).map(({ id }) => id);
  });
  return value;
}

class Enumeration {
  readonly met = new Map<string, Met>();
  /** Every world that some transition leads to, looked at or not yet. */
  readonly reached = new Set<string>();
  readonly taken = new Map<string, number>();
  readonly levels: { readonly worlds: number; readonly transitions: number }[] = [];
  readonly done = new Set<string>();
  transitions = 0;
  depth = 0;
  private readonly waiting: Arrival[][][] = [];
  private readonly simulation: Simulation;
  private readonly bounds: Bounds;
  private readonly most: number;

  /** @param most more transitions than this are too many */
  constructor(simulation: Simulation, bounds: Bounds, most: number) {
    this.simulation = simulation;
    this.bounds = bounds;
    this.most = most;
  }

  /** False where there were too many transitions. */
  run(first: World): boolean {
    this.reached.add(this.textOf(first));
    this.wait({ world: within(first, this.bounds), spent: {} }, 0, 0);
    for (let faults = 0; faults < this.waiting.length; faults++) {
      for (let steps = 0; steps < this.waiting[faults]!.length; steps++) {
        for (const arrival of this.waiting[faults]![steps] ?? []) {
          this.expand(arrival, faults, steps);
          if (this.transitions > this.most) return false;
        }
      }
      this.levels.push({ worlds: this.reached.size, transitions: this.transitions });
    }
    return true;
  }

  private textOf(world: World): string {
    return identityText(world, this.simulation.system.times);
  }

  private wait(arrival: Arrival, faults: number, steps: number): void {
    while (this.waiting.length <= faults) this.waiting.push([]);
    (this.waiting[faults]![steps] ??= []).push(arrival);
  }

  private expand({ world, spent }: Arrival, faults: number, steps: number): void {
    const { simulation, bounds } = this;
    const text = this.textOf(world);
    const name = `${JSON.stringify(Object.entries(spent).toSorted())} ${text}`;
    if (this.done.has(name)) return;
    this.done.add(name);
    this.depth = Math.max(this.depth, steps);
    const isNew = !this.met.has(text);
    const met = this.met.get(text) ?? { at: [faults, steps], broken: brokenIn(simulation, world), free: [] };
    this.met.set(text, met);
    const enabled = simulation.enabled(world);
    const costOf = costs(enabled, bounds.faults);
    for (const action of enabled) {
      const cost = costOf(action);
      if (action.blocked !== null || cost === undefined) continue;
      const used = cost === null ? 0 : (spent[cost] ?? 0);
      if (cost !== null && (used >= bounds.faults[cost]! || faults >= bounds.together)) continue;
      const next = simulation.take(world, action.id).world;
      this.count(action);
      const reached = this.textOf(next);
      this.reached.add(reached);
      if (isNew && cost === null) met.free.push(reached);
      const after = cost === null ? spent : { ...spent, [cost]: used + 1 };
      this.wait({ world: next, spent: after }, cost === null ? faults : faults + 1, steps + 1);
    }
  }

  private count({ kind, id }: Action): void {
    const name = kind === 'fault' ? id.split(':')[0]! : kind;
    this.transitions += 1;
    this.taken.set(name, (this.taken.get(name) ?? 0) + 1);
  }

  /** Worlds from which free steps lead to one where the property is not broken. */
  hopeful(property: string): ReadonlySet<string> {
    const before = new Map<string, string[]>();
    for (const [text, { free }] of this.met) {
      for (const next of free) before.set(next, [...(before.get(next) ?? []), text]);
    }
    const found = new Set(
      [...this.met].filter(([, met]) => !met.broken.includes(property)).map(([text]) => text),
    );
    for (const text of found) for (const one of before.get(text) ?? []) found.add(one);
    return found;
  }
}

/** All that can happen within the bounds; null where that is more than so many transitions. */
export function enumerate(simulation: Simulation, first: World, bounds: Bounds, most: number): Naive | null {
  const all = new Enumeration(simulation, bounds, most);
  if (!all.run(first)) return null;
  const found = new Map<string, readonly [number, number]>();
  for (const { id, kind } of simulation.system.properties) {
    const hopeful = kind === 'eventually' ? all.hopeful(id) : null;
    // Worlds were met in the order of the search, so the first one is the nearest.
    for (const [text, { at, broken }] of all.met) {
      if (hopeful === null ? !broken.includes(id) : hopeful.has(text)) continue;
      found.set(id, at);
      break;
    }
  }
  const { reached: worlds, transitions, depth, levels, taken } = all;
  const ends = [...all.met.values()].filter(({ free }) => free.length === 0).length;
  return { worlds, arrivals: all.done.size, transitions, ends, depth, levels, found, taken };
}
