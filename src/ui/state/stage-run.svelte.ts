// The run that a lesson has put on stage: one press takes it to the next step worth seeing, whether that is
// decided already (the same faults under another design) or still open.

import type { Design } from '../../kernel/decision';
import type { Timeline } from '../../kernel/timeline';
import { type Ahead, brokenIn, type Classroom } from '../../lesson/classroom';
import { isPast, type Moment } from './moment';
import { MENDED, OTHER, type Session } from './session.svelte';

/** A question that is to be answered before a step is taken. */
export interface Pending {
  /** How many steps have been taken by then. */
  readonly step: number;
  readonly lane: string;
}

export class StageRun {
  readonly session: Session;
  readonly #room: Classroom;
  /** Steps of the run on stage up to the moment that matters. */
  #since = $state(0);
  /** Steps that are already decided. */
  #queue = $state.raw<readonly string[]>([]);
  #question = $state.raw<Pending | null>(null);

  #own: { readonly timeline: Timeline; readonly overrides: Design } | null = null;

  constructor(session: Session, room: Classroom) {
    this.session = session;
    this.#room = room;
  }

  get hasBegun(): boolean {
    return this.#own !== null;
  }

  /** What is on stage is the lesson's run, and not one that was looked up. */
  get isOnStage(): boolean {
    return this.session.moment?.timeline === this.#own?.timeline;
  }

  get since(): number {
    return this.#since;
  }

  /** Whether steps of a decided run are still to come. */
  get isDecided(): boolean {
    return this.#queue.length > 0;
  }

  /** What the large button would take; null where the run is over, or decided. */
  readonly ahead: Ahead | null = $derived.by(() => {
    const { moment } = this.session;
    if (moment === null || isPast(moment) || this.#queue.length > 0) return null;
    return this.#room.ahead(moment.timeline);
  });

  /** What is on stage is the run in the design that is compared. */
  readonly isOther: boolean = $derived.by(() => this.session.design.name === this.#room.lesson.other?.name);

  /** The question that waits at the cursor. */
  readonly pending: Pending | null = $derived.by(() => {
    const { moment } = this.session;
    return moment !== null && moment.cursor === this.#question?.step ? this.#question : null;
  });

  /** Puts a run on stage, open from where it stands. */
  present(timeline: Timeline, overrides: Design): void {
    this.#queue = [];
    this.#question = null;
    this.#since = timeline.cursor;
    this.#own = { timeline, overrides };
    this.resume();
  }

  /** Shows the lesson's run again, whatever was looked at in between. */
  resume(): void {
    const { story } = this.session;
    const { lesson } = this.#room;
    if (this.#own === null) return;
    const { timeline, overrides } = this.#own;
    const { design, other, transfer } = lesson;
    const own = [design, other].find((one) => one?.overrides === overrides);
    const name = own?.name ?? (overrides === transfer?.overrides ? OTHER : MENDED);
    const known = story.designs.find((one) => one.name === name);
    this.session.present(timeline, known ?? { name, overrides });
  }

  /** Puts a run on stage at the moment that matters; its further steps are those of a run that is known. */
  decide(known: Timeline, overrides: Design, question: Pending | null): void {
    const timeline = this.#room.atMoment(overrides);
    this.present(timeline, overrides);
    this.#queue = known.trace.slice(timeline.cursor).map(({ id }) => id);
    this.#question = question !== null && question.step >= timeline.cursor ? question : null;
  }

  /** Takes one press of steps; false where there is none. */
  step(): boolean {
    const { moment } = this.session;
    if (moment === null) return false;
    if (isPast(moment)) this.session.seek(this.#rowAfter(moment));
    else if (this.isDecided) this.takeDecided();
    else {
      const { ahead } = this;
      if (ahead === null) return false;
      this.session.takeAll(ahead.path);
    }
    return true;
  }

  back(): void {
    const { moment } = this.session;
    if (moment !== null) this.session.seek(this.#rowBefore(moment));
  }

  /** The next steps of a decided run, at most up to the question. */
  takeDecided(): void {
    const { moment } = this.session;
    if (moment === null) return;
    const stop = this.#question?.step ?? Infinity;
    const most = moment.cursor < stop ? stop - moment.cursor : Infinity;
    const path = this.#room.decided(moment.timeline, this.#queue, Math.min(most, this.#queue.length));
    this.session.takeAll(path);
    this.#queue = this.#queue.slice(path.length);
  }

  /** The last press broke something that was whole before. */
  hasBroken(): boolean {
    const { moment } = this.session;
    if (moment === null) return false;
    const before = brokenIn(moment.trace.slice(0, this.#rowBefore(moment)));
    return brokenIn(moment.trace.slice(0, moment.cursor)).some((id) => !before.includes(id));
  }

  #rowAfter({ trace, cursor }: Moment): number {
    const next = trace.findIndex((record, i) => i >= cursor && this.#room.isRow(record));
    return next < 0 ? trace.length : next + 1;
  }

  #rowBefore({ trace, cursor }: Moment): number {
    const row = trace.slice(0, Math.max(0, cursor - 1)).findLastIndex((record) => this.#room.isRow(record));
    return row < 0 ? 0 : row + 1;
  }
}
