// Free play: the run on stage, what one press of the large button takes, the staged faults, and the same
// choices in another design. A lesson only says where to begin and what goes by unseen; it asks nothing.

import type { Action } from '../kernel/action';
import type { Classroom } from '../lesson/classroom';
import { interventionIn } from '../scenario/intervention';
import type { Counter } from '../system/counters';
import type { Engine } from '../ui/engine';
import { Controls } from '../ui/state/controls.svelte';
import type { Layout } from '../ui/state/layout.svelte';
import { isPast, type Moment } from '../ui/state/moment';
import { Player } from '../ui/state/player.svelte';
import type { Session } from '../ui/state/session.svelte';
import { StageRun } from '../ui/state/stage-run.svelte';
import type { Asked, Wrong } from './parameters';
import { type Begun, begun, sameChoices } from './starting';

const FAULTS_MAX = 2;

export class FreePlay extends Controls {
  readonly #session: Session;
  readonly #engine: Engine;
  readonly #asked: Asked;
  readonly #room: Classroom | null;
  readonly #run: StageRun | null;
  readonly #staged: readonly string[];
  readonly #player: Player;
  #begun = $state.raw<Begun | null>(null);
  #missed = $state.raw<{ readonly of: Begun | null; readonly count: number }>({ of: null, count: 0 });

  constructor(session: Session, layout: Layout, engine: Engine, asked: Asked) {
    super(session, layout, () => null);
    this.#session = session;
    this.#engine = engine;
    this.#asked = asked;
    this.#room = engine.classroom(session.story);
    this.#run = this.#room === null ? null : new StageRun(session, this.#room);
    this.#staged = session.story.stage.faults.flatMap(actionsOf);
    this.#player = new Player({
      step: () => this.#take(),
      isPause: () => this.#run?.hasBroken() === true,
    });
  }

  override get player(): Player {
    return this.#player;
  }

  /** What the large button takes: of a future that is known, its next step; null where the run is over. */
  readonly next: Action | null = $derived.by(() => {
    const { moment } = this.#session;
    if (moment === null) return null;
    if (isPast(moment)) return this.#known(moment);
    return this.#run === null ? moment.next : (this.#run.ahead?.action ?? null);
  });

  override readonly isAtEnd: boolean = $derived.by(() => this.next === null);

  /** Staged faults that are possible now. */
  readonly faults: readonly Action[] = $derived.by(() => {
    const enabled = this.#session.moment?.enabled ?? [];
    const possible = enabled.filter(({ id, blocked }) => blocked === null && this.#staged.includes(id));
    return possible.slice(0, FAULTS_MAX);
  });

  /** What the lesson counts; undefined where there is none. */
  get counters(): readonly Counter[] | undefined {
    return this.#room?.lesson.counters as readonly Counter[] | undefined;
  }

  /** How many choices found no place in the design that was changed to. */
  get missed(): number {
    return this.#missed.of === this.#begun ? this.#missed.count : 0;
  }

  /** Puts the run on stage that the address asks for; what of it cannot be is handed back. */
  begin(): Wrong | null {
    this.#player.pause();
    const { story } = this.#session;
    const { link, start, design: name } = this.#asked;
    if (link !== null) {
      this.#begun = null;
      this.#session.openLink(link);
      return null;
    }
    const wanted = name ?? this.#room?.lesson.design.name;
    const design = story.designs.find((one) => one.name === wanted) ?? story.designs[0]!;
    this.#begun = begun(this.#engine, story, design, start);
    this.#session.present(this.#begun.timeline, design);
    return stepTooFar(start, this.#begun);
  }

  override step(): void {
    this.#player.pause();
    this.#take();
  }

  override back(): void {
    this.#player.pause();
    if (this.#run === null) this.#session.back();
    else this.#run.back();
  }

  override undo(): void {
    const { moment } = this.#session;
    if (moment === null || this.#room === null) return;
    const since = this.#since;
    const own = this.#room.choiceSteps(moment.timeline, since).at(-1);
    this.seek(own ?? since);
  }

  take(id: string): void {
    this.#player.pause();
    this.#session.take(id);
  }

  /** The same choices under another design. */
  chooseDesign(name: string): void {
    const { story, moment, design: current } = this.#session;
    const design = story.designs.find((one) => one.name === name);
    if (design === undefined || moment === null || name === current.name) return;
    this.#player.pause();
    if (this.#room === null || this.#isOwnRun(moment)) {
      const start = this.isAtEnd ? 'end' : moment.cursor;
      this.#begun = begun(this.#engine, story, design, start);
    } else {
      const place = { since: this.#since, isOver: this.isAtEnd };
      const other = sameChoices(this.#room, moment, place, design.overrides);
      this.#begun = other;
      this.#missed = { of: other, count: other.missed };
    }
    this.#session.present(this.#begun.timeline, design);
  }

  chooseOtherDesign(): void {
    this.chooseDesign(this.#session.design.name === 'naive' ? 'safe' : 'naive');
  }

  /** Steps up to the moment that matters, in the run on stage. */
  get #since(): number {
    return this.#session.moment?.timeline === this.#begun?.timeline ? (this.#begun?.since ?? 0) : 0;
  }

  /** The scenario's own run, as its file has it. */
  #isOwnRun({ timeline, branches }: Moment): boolean {
    return this.#begun?.isScheduled === true && this.#begun.timeline === timeline && branches.length === 1;
  }

  #take(): boolean {
    if (this.next === null) return false;
    if (this.#run === null) this.#session.step();
    else this.#run.step();
    return true;
  }

  /** The step of a known future that the next press comes to. */
  #known({ timeline, trace, cursor }: Moment): Action | null {
    const row = trace.findIndex((record, i) => i >= cursor && this.#room?.isRow(record) !== false);
    const at = row < 0 ? trace.length - 1 : row;
    const enabled = timeline.simulation.enabled(timeline.worldAt(at));
    return enabled.find(({ id }) => id === trace[at]!.id) ?? null;
  }
}

/** `crash api` is the action `crash:api`. */
const actionsOf = (fault: string): readonly string[] =>
  interventionIn(fault).effects.flatMap((effect) => (effect.does === 'take' ? [effect.action] : []));

function stepTooFar(start: Asked['start'], { timeline }: Begun): Wrong | null {
  if (typeof start !== 'number' || start <= timeline.length) return null;
  const choices = ['moment', 'end', `0 … ${timeline.length}`];
  return { parameter: 'start', found: String(start), choices, taken: String(timeline.length) };
}
