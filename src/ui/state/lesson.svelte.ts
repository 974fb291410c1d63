// A lesson in progress: it looks at the run on stage, moves along its arc when the engine says so, and puts
// the next run on stage. What is drawn derives from here and from the moment.

import type { Action } from '../../kernel/action';
import type { Design } from '../../kernel/decision';
import type { Timeline } from '../../kernel/timeline';
import { breaks } from '../../kernel/trace';
import * as arcs from '../../lesson/arc';
import { type Classroom, judgedBy } from '../../lesson/classroom';
import type { Guards, Lesson as Plan } from '../../lesson/lesson';
import { type Asked, meets, trueOption } from '../../scenario/predicate';
import type { Status } from '../../lesson/progress';
import type { TrialResult } from '../../lesson/trial';
import type { Plan as Choices } from '../../scenario/schedule';
import { HintLadder } from './hint-ladder.svelte';
import { isPast } from './moment';
import { Player } from './player.svelte';
import type { Session } from './session.svelte';
import { StageRun } from './stage-run.svelte';
import { TrialRun } from './trial.svelte';

/** Runs that are there to be seen once go by at this speed. */
const WATCH_SPEED = 4;

export class Lesson {
  readonly session: Session;
  readonly room: Classroom;
  readonly run: StageRun;
  readonly player: Player;
  readonly hints = new HintLadder();
  #arc = $state.raw<arcs.Arc>(arcs.BEGUN);
  #chosen = $state<string | null>(null);
  #trial = $state.raw<TrialRun | null>(null);
  #choices: Choices | null = null;
  readonly #onstatus: (status: Status) => void;

  constructor(session: Session, room: Classroom, onstatus: (status: Status) => void) {
    this.session = session;
    this.room = room;
    this.#onstatus = onstatus;
    this.run = new StageRun(session, room);
    this.player = new Player({ step: () => this.step(), isPause: () => this.#isPause() });
  }

  get arc(): arcs.Arc {
    return this.#arc;
  }

  get plan(): Plan {
    return this.room.lesson;
  }

  /** The guard that is picked. */
  get chosen(): string | null {
    return this.#chosen;
  }

  get trial(): TrialRun | null {
    return this.#trial;
  }

  /** Staged faults that are possible now. */
  readonly faults: readonly Action[] = $derived.by(() => {
    const { moment } = this.session;
    if (moment === null || this.#arc.stage !== 'break') return [];
    return moment.enabled.filter(({ id, blocked }) => blocked === null && this.plan.faults.includes(id));
  });

  /** The run without a fault has come to its end. */
  readonly isWatched: boolean = $derived.by(() => {
    const { moment } = this.session;
    return this.#arc.stage === 'watch' && moment !== null && moment.cursor > 0 && this.#isOver();
  });

  /** The run is over, and what was wanted has not happened. */
  readonly isLost: boolean = $derived.by(() => this.#arc.stage === 'break' && this.#isOver());

  /** A question waits, and nothing on the page may give its answer away. */
  readonly isAsking: boolean = $derived.by(
    () => this.run.pending !== null && this.#arc.stage === 'again' && this.#arc.again === null,
  );

  /** Goes back to the start of the lesson. */
  restart(): void {
    this.#forget();
    this.#arc = { ...arcs.BEGUN, isHelped: this.#arc.isHelped };
    this.run.present(this.room.begin(this.plan.design.overrides), this.plan.design.overrides);
  }

  /** Takes the lead again. */
  resume(): void {
    if (!this.run.hasBegun) this.restart();
    else if (!this.run.isOnStage) this.run.resume();
  }

  /** Shows the run once, without a fault; then says so. */
  watch(onend: () => void = () => undefined): void {
    this.#onstatus('begun');
    this.player.onpause = onend;
    this.player.play(WATCH_SPEED);
  }

  /** Puts the learner at the moment that matters. */
  toMoment(): void {
    this.#onstatus('begun');
    this.#forget();
    this.player.speed = 1;
    const { overrides } = this.plan.design;
    this.run.present(this.room.atMoment(overrides), overrides);
    if (this.#arc.stage === 'watch') this.#arc = arcs.watched(this.#arc);
  }

  predict(option: string | null): void {
    this.#arc = arcs.predicted(this.#arc, option);
  }

  step(): boolean {
    if (this.isAsking || !this.run.step()) return false;
    this.look();
    return true;
  }

  take(id: string): void {
    this.player.pause();
    this.session.take(id);
    this.look();
  }

  /** Goes back to before the last thing that the learner did; what came of it stays as a branch. */
  undo(): void {
    const { moment } = this.session;
    if (moment === null) return;
    this.player.pause();
    const { since } = this.run;
    this.session.seek(this.room.choiceSteps(moment.timeline, since).at(-1) ?? since);
  }

  /** Says what was lost. */
  name(option: string): void {
    const asked = this.#asked(false);
    if (asked === null) return;
    this.#arc = arcs.named(this.#arc, option, trueOption(this.plan.lost, asked));
    if (this.#arc.stage === 'mend') this.hints.close();
  }

  choose(guard: string): void {
    this.#chosen = guard;
  }

  /** The same faults, with the guard that is chosen. */
  tryGuard(): void {
    const { moment } = this.session;
    const guard = this.#chosen;
    if (moment === null || guard === null) return;
    this.#choices ??= this.room.choicesOf(moment.timeline, this.run.since);
    const overrides = { ...this.plan.design.overrides, ...this.plan.guards[guard]!.design };
    const { timeline } = this.room.rerun(this.#choices, overrides);
    const { again } = this.plan;
    const step = again === null ? null : this.room.stepBefore(timeline.trace, again.before);
    this.run.decide(timeline, overrides, step === null ? null : { step, lane: timeline.trace[step]!.actor });
    this.#arc = arcs.retried(this.#arc);
    this.#judge(this.room.tryGuard(overrides), (result) => {
      this.#arc = arcs.judged(this.#arc, judgedBy(guard, timeline, result));
    });
    this.player.onpause = () => undefined;
    this.player.play(WATCH_SPEED);
  }

  /** Answers the question of the second run by taking the step. */
  guess(option: string | null): void {
    const { pending } = this.run;
    const { again } = this.plan;
    const { moment } = this.session;
    if (pending === null || again === null || moment === null) return;
    this.run.takeDecided();
    const asked = this.room.asked(moment.timeline, pending.step, null);
    this.#arc = arcs.guessed(this.#arc, option, trueOption(again.options, asked));
  }

  chooseAnother(): void {
    this.#forget(this.#choices);
    this.#arc = this.#arc.stage === 'transfer' ? arcs.transferred(this.#arc) : arcs.chooseAnother(this.#arc);
  }

  /** Shows the order of faults that breaks the guard that was tried. */
  showBreach(): void {
    const isTransfer = this.#arc.stage === 'transfer';
    const breach = (isTransfer ? this.#arc.transfer : this.#arc.guard)?.breach ?? null;
    if (breach === null) return;
    this.player.pause();
    const { overrides } = this.session.design;
    const given = isTransfer ? this.plan.transfer.given : this.room.scenario.given;
    this.run.present(this.room.replay(overrides, breach.path, given), overrides);
  }

  /** Another fault, in another design: the run that breaks, up to the step that breaks it. */
  toTransfer(): void {
    this.#forget();
    const { overrides } = this.plan.transfer;
    this.#arc = arcs.transferred(this.#arc);
    this.#presentTransfer(this.room.transfer(overrides).timeline, overrides);
  }

  tryTransfer(): void {
    const guard = this.#chosen;
    if (guard === null) return;
    const { transfer } = this.plan;
    const overrides = { ...transfer.overrides, ...transfer.guards[guard]!.design };
    const { timeline } = this.room.transfer(overrides);
    this.#presentTransfer(timeline, overrides);
    this.#judge(this.room.tryTransfer(overrides), (result) => {
      this.#arc = arcs.transferJudged(this.#arc, judgedBy(guard, timeline, result));
      if (this.#arc.isDone) this.#onstatus(this.#arc.isHelped ? 'shown' : 'solved');
    });
  }

  /** Opens the next rung of the ladder; the last one gives something away. */
  hint(): void {
    this.hints.climb();
    if (!this.hints.isAtEnd) return;
    this.#arc = arcs.helped(this.#arc);
    this.hints.point(this.#nextUseful());
  }

  /** Stops whatever goes on by itself. */
  close(): void {
    this.#forget();
  }

  /** Moves along the arc where the run on stage has come to what the stage wants. */
  look(): void {
    this.hints.point(null);
    if (this.#arc.stage !== 'break' || !this.run.isOnStage) return;
    const { isLost } = this;
    const asked = this.#asked(isLost);
    if (asked === null) return;
    const truth = trueOption(this.plan.predict, asked);
    if (!meets(this.plan.break, asked)) this.#arc = arcs.answered(this.#arc, isLost ? truth : null);
    else {
      this.player.pause();
      this.#arc = arcs.broke(this.#arc, truth);
      this.hints.close();
    }
  }

  #isOver(): boolean {
    const { moment } = this.session;
    return moment !== null && !isPast(moment) && !this.run.isDecided && this.run.ahead === null;
  }

  #asked(isOver: boolean): Asked | null {
    const { moment } = this.session;
    if (moment === null) return null;
    return this.room.asked(moment.timeline, this.run.since, isOver ? moment.timeline : null);
  }

  /** Playing stops where a question waits, where something breaks that was whole, and at the end. */
  #isPause(): boolean {
    return this.isAsking || this.run.hasBroken() || this.#isOver();
  }

  #presentTransfer(timeline: Timeline, overrides: Design): void {
    const at = timeline.trace.findIndex(breaks);
    timeline.seek(at < 0 ? timeline.length : at + 1);
    this.run.present(timeline, overrides);
  }

  #judge(trial: ReturnType<Classroom['tryGuard']>, onend: (result: TrialResult) => void): void {
    this.#trial?.stop();
    this.#trial = new TrialRun(trial);
    this.#trial.start(onend);
  }

  #nextUseful(): string | null {
    const { moment } = this.session;
    const mending = (guards: Guards): string | null =>
      Object.keys(guards).find((key) => guards[key]!.mends) ?? null;
    switch (this.#arc.stage) {
      case 'break':
        return moment === null ? null : this.room.nextUseful(moment.timeline);
      case 'mend':
        return mending(this.plan.guards);
      case 'transfer':
        return mending(this.plan.transfer.guards);
      default:
        return null;
    }
  }

  #forget(choices: Choices | null = null): void {
    this.player.pause();
    this.#trial?.stop();
    this.#trial = null;
    this.#chosen = null;
    this.#choices = choices;
    this.hints.close();
  }
}
