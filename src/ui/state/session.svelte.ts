// What is being looked at: one scenario under one design, and where in its run. It opens the engine once,
// forwards the two verbs to a timeline and knows no panel. A timeline changes in place, so every change
// ends by putting a new moment in the place of the old one; whatever is drawn derives from the moment.

import { ConvergeError } from '../../kernel/errors';
import type { Timeline } from '../../kernel/timeline';
import type { LinkedRun } from '../../scenario/link';
import type { Driven } from '../../scenario/schedule';
import type { EndVerdicts } from '../../view/properties';
import type { Reader } from '../../view/log';
import type { Engine } from '../engine';
import { designOfRow, type GuardRow, rowAt } from '../ablation';
import type { ChosenDesign, Story } from '../stories';
import { isOver, isPast, type Moment, momentOf } from './moment';
import type { Note } from './note';

/** The name of a link's design that no name of the scenario fits. */
export const CUSTOM = 'custom';
/** The name of a design that a learner has mended. */
export const MENDED = 'mended';
/** The name of the design that a lesson's last question is about. */
export const OTHER = 'other';

/** The scenario that an address names, whatever else it says. */
const SCENARIO = /#\/run\/([a-z0-9-]+)/;

export class Session {
  readonly stories: readonly Story[];
  readonly #openEngine: () => Promise<Engine>;
  #engine = $state.raw<Engine | null>(null);
  // Not reactive: a timeline is looked at through the moment alone.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #timelines = new Map<string, Timeline>();
  #standing = $state.raw<{ readonly story: Story; readonly design: ChosenDesign }>(null!);
  #moment = $state.raw<Moment | null>(null);
  #notes = $state.raw<readonly Note[]>([]);
  #failure = $state.raw<string | null>(null);
  /** What was asked for last: while the engine is on its way, somebody may go elsewhere. */
  #address = '';

  constructor(stories: readonly Story[], openEngine: () => Promise<Engine>) {
    const [story] = stories;
    if (story === undefined) throw new ConvergeError('definition', 'There is no scenario in this page.');
    this.stories = stories;
    this.#openEngine = openEngine;
    this.#standing = { story, design: story.designs[0]! };
  }

  /** Stays the same object for as long as the scenario does. */
  readonly story: Story = $derived(this.#standing.story);

  get design(): ChosenDesign {
    return this.#standing.design;
  }

  /** Null until the engine is there. */
  get moment(): Moment | null {
    return this.#moment;
  }

  /** What has to be said about the last thing that was asked for; none where it simply happened. */
  get notes(): readonly Note[] {
    return this.#notes;
  }

  /** The engine, once it is there. */
  get engine(): Engine | null {
    return this.#engine;
  }

  /** Why the engine could not be opened, or null. */
  get failure(): string | null {
    return this.#failure;
  }

  /** The browsers as they stand at the cursor. */
  readonly readers: readonly Reader[] = $derived(this.#ask((engine, moment) => engine.readers(moment)) ?? []);

  /** What must happen in the end is judged only where the run has one: at its last step, nothing left. */
  readonly end: EndVerdicts = $derived(
    this.#ask((engine, moment) => (isOver(moment) ? engine.verdicts(moment.timeline) : null)),
  );

  /** Digest of the whole branch, wherever the cursor is: asked for, and not derived, as it may take long. */
  digest(): string | null {
    return this.#ask((engine, { trace }) => engine.digest(trace));
  }

  /** Opens the engine, then what the address names by then. */
  async open(fragment: string): Promise<void> {
    // What it is about can be read before the engine is there, and if it never comes.
    const story = this.stories.find(({ id }) => id === SCENARIO.exec(fragment)?.[1]);
    if (story !== undefined) this.#standing = { story, design: story.designs[0]! };
    this.#address = fragment;
    try {
      this.#engine = await this.#openEngine();
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      return;
    }
    this.openAddress(this.#address);
  }

  /** Shows what the address names: a scenario, or a run of it. Another page's address is none of ours. */
  openAddress(fragment: string): void {
    this.#address = fragment;
    const id = /^#\/run\/([a-z0-9-]+)(?:\?(?!r=).*)?$/.exec(fragment)?.[1];
    const story = this.stories.find((one) => one.id === id);
    const row = rowAt(fragment);
    if (story !== undefined && row !== null) this.#openRow(story, row);
    else if (story !== undefined) {
      if (story !== this.story || this.#moment === null) this.#stand(story, story.designs[0]!);
    } else if (id !== undefined) this.#show([{ key: 'unknownScenario', id }]);
    else if (fragment.length > 2) this.openLink(fragment);
    else this.#show();
  }

  /** A path that breaks a design without a guard. */
  #openRow(story: Story, row: GuardRow): void {
    if (this.#engine === null) return;
    const [content, path] = [this.#engine.contentOf(story), this.#engine.pathOf(row)];
    const linked = { scenario: row.scenario, path, content, overrides: designOfRow(row) };
    this.#replay(this.#engine, linked);
  }

  chooseStory(id: string): void {
    const story = this.stories.find((one) => one.id === id);
    if (story === undefined) return;
    this.#address = `#/run/${id}`;
    this.#stand(story, story.designs[0]!);
  }

  chooseDesign(name: string): void {
    const design = this.story.designs.find((one) => one.name === name);
    if (design !== undefined) this.#stand(this.story, design);
  }

  /** Puts a run on stage that was made elsewhere. */
  present(timeline: Timeline, design: ChosenDesign): void {
    this.#timelines.set(keyOf(this.story, design), timeline);
    this.#stand(this.story, design);
  }

  /** Takes steps one after the other, and shows the world after the last of them. */
  takeAll(ids: readonly string[]): void {
    this.#change((timeline) => {
      for (const id of ids) timeline.take(id);
    });
  }

  /** A link to the step that is looked at; null where the run is longer than a link may be. */
  link(): string | null {
    return this.#ask((engine, { trace, cursor }) =>
      engine.link(this.story, this.design.overrides, trace, cursor),
    );
  }

  /** Replays the run that a link holds, as far as it still exists. */
  openLink(fragment: string): void {
    if (this.#engine === null) return;
    const read = this.#engine.read(fragment);
    if ('problem' in read) this.#show([{ key: 'link', problem: read.problem.key }]);
    else this.#replay(this.#engine, read.run);
  }

  /** One step on: along the branch while there is one ahead, else what the default scheduler takes. */
  step(): void {
    if (this.#moment === null) return;
    const { cursor, next } = this.#moment;
    if (isPast(this.#moment)) this.seek(cursor + 1);
    else if (next !== null) this.take(next.id);
  }

  take(id: string): void {
    this.#change((timeline) => timeline.take(id));
  }

  back(): void {
    this.#change((timeline) => timeline.seek(timeline.cursor - 1));
  }

  seek(cursor: number): void {
    this.#change((timeline) => timeline.seek(cursor));
  }

  /** Shows another branch, at its last step. */
  openBranch(id: number): void {
    this.#change((timeline) => timeline.open(id, Infinity));
  }

  runToQuiet(): void {
    this.#drive((engine, timeline) => engine.runToQuiet(timeline));
  }

  /** Runs the scenario's own faults from the start; what was there before stays as a branch. */
  runSchedule(): void {
    this.#drive((engine, timeline) => engine.runSchedule(timeline, this.story, this.design.name));
  }

  /** Says again what was said before something else was put on stage. */
  keepNotes(notes: readonly Note[]): void {
    this.#notes = notes;
  }

  dismissNotes(): void {
    this.#notes = [];
  }

  /** The moment is read whether or not the engine is there: whoever derives from it waits for it. */
  #ask<T>(ask: (engine: Engine, moment: Moment) => T): T | null {
    const moment = this.#moment;
    return moment === null || this.#engine === null ? null : ask(this.#engine, moment);
  }

  #replay(engine: Engine, linked: LinkedRun): void {
    const story = this.stories.find(({ id }) => id === linked.scenario);
    if (story === undefined) {
      this.#show([{ key: 'unknownScenario', id: linked.scenario }]);
      return;
    }
    try {
      const { run, notes } = engine.openLinked(story, linked);
      const design = { name: run.design, overrides: run.overrides };
      this.#timelines.set(keyOf(story, design), run.timeline);
      if (linked.at !== undefined) run.timeline.seek(linked.at);
      const told = notes.map((note): Note => ({ key: 'linkNote', note }));
      this.#stand(story, design, [...told, ...notesOf(run)]);
    } catch (error) {
      this.#show([noteOf(error)]);
    }
  }

  #stand(story: Story, design: ChosenDesign, notes: readonly Note[] = []): void {
    this.#standing = { story, design };
    this.#show(notes);
  }

  /** Shows the run of this scenario under this design, as it was left. */
  #show(notes: readonly Note[] = []): void {
    this.#notes = notes;
    const engine = this.#engine;
    if (engine === null) return;
    const key = keyOf(this.story, this.design);
    const timeline = this.#timelines.get(key) ?? engine.begin(this.story, this.design.overrides);
    this.#timelines.set(key, timeline);
    this.#moment = momentOf(timeline);
  }

  #drive(drive: (engine: Engine, timeline: Timeline) => Driven): void {
    const engine = this.#engine;
    if (engine === null) return;
    let notes: readonly Note[] = [];
    this.#change((timeline) => {
      notes = notesOf(drive(engine, timeline));
    });
    this.#notes = [...this.#notes, ...notes];
  }

  #change(change: (timeline: Timeline) => unknown): void {
    const before = this.#moment;
    if (before === null) return;
    const { timeline } = before;
    this.#notes = [];
    try {
      change(timeline);
    } catch (error) {
      this.#notes = [noteOf(error)];
    }
    this.#moment = momentOf(timeline);
    if (timeline.branches.length > before.branches.length) {
      this.#notes = [{ key: 'forked', branch: before.branch }, ...this.#notes];
    }
  }
}

const keyOf = (story: Story, design: ChosenDesign): string => `${story.id} ${design.name}`;

function notesOf({ unmatched, stopped }: Driven): readonly Note[] {
  const missed = unmatched.map((one): Note => ({ key: 'unmatched', unmatched: one }));
  return stopped === null ? missed : [...missed, { key: 'stopped', stopped }];
}

/** Whatever the engine refuses with a reason is said; anything else is a mistake of ours. */
function noteOf(error: unknown): Note {
  if (error instanceof ConvergeError) return { key: 'refused', message: error.message };
  throw error;
}
