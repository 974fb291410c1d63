// A lesson in progress: it looks at the run on stage, moves along its arc when the engine says so, and puts
// the next run on stage. What is drawn derives from here and from the moment.

import type { Action } from '../../kernel/action';
import type { Design } from '../../kernel/decision';
import type { Timeline } from '../../kernel/timeline';
import { breaks } from '../../kernel/trace';
import * as arcs from '../../lesson/arc';
import { type Classroom, judgedBy } from '../../lesson/classroom';
import type { Lesson as Plan } from '../../lesson/lesson';
import { type Asked, meets, trueOption } from '../../scenario/predicate';
import type { Status } from '../../lesson/progress';
import type { Plan as Choices } from '../../scenario/schedule';
import { GuardChoice } from './guard-choice.svelte';
import { HintLadder } from './hint-ladder.svelte';
import { isPast } from './moment';
import { Player } from './player.svelte';
import type { Session } from './session.svelte';
import { StageRun } from './stage-run.svelte';

/** Runs that are there to be seen once go by at this speed. */
const WATCH_SPEED = 4;

export class Lesson {
  readonly session: Session;
  readonly room: Classroom;
  readonly run: StageRun;
  readonly player: Player;
  readonly hints = new HintLadder();
  readonly guard = new GuardChoice();
  #arc = $state.raw<arcs.Arc>(null!);
  #choices: Choices | null = null;
  readonly #onstatus: (status: Status) => void;

  constructor(session: Session, room: Classroom, onstatus: (status: Status) => void) {
    this.session = session;
    this.room = room;
    this.#onstatus = onstatus;
    this.#arc = arcs.begun(room.lesson.stages);
    this.run = new StageRun(session, room);
    this.player = new Player({ step: () => this.step(), isPause: () => this.#isPause() });
  }

  get arc(): arcs.Arc {
    return this.#arc;
  }

  get plan(): Plan {
    return this.room.lesson;
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
    this.#arc = arcs.begun(this.plan.stages, this.#arc.isHelped);
    this.run.present(this.room.begin(this.plan.design.overrides), this.plan.design.overrides);
  }

  /** Takes the lead again. */
  resume(): void {
    if (!this.run.hasBegun) this.restart();
    else if (!this.run.isOnStage) this.run.resume();
  }

  /** Shows the run once, without a fault; then says so. */
  watch(onend?: () => void): void {
    this.#onstatus('begun');
    this.#show(onend);
  }

  /** Puts the learner at the moment that matters. */
  toMoment(): void {
    this.#onstatus('begun');
    this.#forget();
    this.player.speed = 1;
    const { overrides } = this.plan.design;
    this.run.present(this.room.atMoment(overrides), overrides);
    if (this.#arc.stage === this.plan.stages[0]) this.#arc = arcs.opened(this.#arc);
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
    if (asked === null || this.plan.lost === null) return;
    this.#arc = arcs.named(this.#arc, option, trueOption(this.plan.lost, asked));
    if (this.#arc.stage === 'mend') this.hints.close();
  }

  /** The same faults, with the guard that is chosen. */
  tryGuard(): void {
    const guard = this.guard.chosen;
    const alternatives = this.plan.guards?.[guard ?? '']?.design;
    if (guard === null || alternatives === undefined) return;
    const overrides = { ...this.plan.design.overrides, ...alternatives };
    const timeline = this.#again(overrides);
    if (timeline === null) return;
    const { again } = this.plan;
    const step = again === null ? null : this.room.stepBefore(timeline.trace, again.before);
    this.run.decide(timeline, overrides, step === null ? null : { step, lane: timeline.trace[step]!.actor });
    this.#arc = arcs.retried(this.#arc);
    this.guard.judge(this.room.tryGuard(overrides), (result) => {
      this.#arc = arcs.judged(this.#arc, judgedBy(guard, timeline, result));
    });
    this.#show();
  }

  /** The same run in the other design. */
  toOther(): void {
    const { other } = this.plan;
    const timeline = other === null ? null : this.#again(other.overrides);
    if (other === null || timeline === null) return;
    this.run.decide(timeline, other.overrides, null);
    this.#show();
  }

  /** The last run has been seen. */
  conclude(): void {
    this.player.pause();
    this.#arc = arcs.concluded(this.#arc);
    this.#tell();
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
    const given = (isTransfer ? this.plan.transfer : null)?.given ?? this.room.scenario.given;
    this.run.present(this.room.replay(overrides, breach.path, given), overrides);
  }

  /** Another fault, in another design: the run that breaks, up to the step that breaks it. */
  toTransfer(): void {
    const { transfer } = this.plan;
    if (transfer === null) return;
    this.#forget();
    this.#arc = arcs.transferred(this.#arc);
    this.#presentTransfer(this.room.transfer(transfer, transfer.overrides).timeline, transfer.overrides);
  }

  tryTransfer(): void {
    const guard = this.guard.chosen;
    const { transfer } = this.plan;
    if (guard === null || transfer === null) return;
    const overrides = { ...transfer.overrides, ...transfer.guards[guard]!.design };
    const { timeline } = this.room.transfer(transfer, overrides);
    this.#presentTransfer(timeline, overrides);
    this.guard.judge(this.room.tryTransfer(transfer, overrides), (result) => {
      this.#arc = arcs.transferJudged(this.#arc, judgedBy(guard, timeline, result));
      this.#tell();
    });
  }

  /** Opens the next rung of the ladder; the last one gives something away. */
  hint(): void {
    this.hints.climb();
    const { moment } = this.session;
    if (!this.hints.isAtEnd) return;
    this.#arc = arcs.helped(this.#arc);
    this.hints.point(moment === null ? null : this.room.usefulAt(this.#arc.stage, moment.timeline));
  }

  /** Stops whatever goes on by itself. */
  close(): void {
    this.#forget();
  }

  /** Moves along the arc where the run on stage has come to what the stage wants. */
  look(): void {
    this.hints.point(null);
    const { stage } = this.#arc;
    if ((stage !== 'break' && stage !== 'run') || !this.run.isOnStage) return;
    const isOver = this.#isOver();
    const asked = this.#asked(isOver);
    if (asked === null) return;
    const truth = trueOption(this.plan.predict, asked);
    const goal = this.plan.break;
    if (goal === null ? !isOver : !meets(goal, asked)) {
      this.#arc = arcs.answered(this.#arc, isOver ? truth : null);
      return;
    }
    this.player.pause();
    this.#arc = arcs.reached(this.#arc, truth);
    this.hints.close();
    this.#tell();
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

  /** The learner's choices in another design, to the end of the run. */
  #again(overrides: Design): Timeline | null {
    const { moment } = this.session;
    if (moment === null) return null;
    this.#choices ??= this.room.choicesOf(moment.timeline, this.run.since);
    return this.room.rerun(this.#choices, overrides).timeline;
  }

  #show(onend: () => void = () => undefined): void {
    this.player.onpause = onend;
    this.player.play(WATCH_SPEED);
  }

  /** What the lesson counts as, once it is done. */
  #tell(): void {
    if (this.#arc.isDone) this.#onstatus(this.#arc.isHelped ? 'shown' : 'solved');
  }

  #forget(choices: Choices | null = null): void {
    this.player.pause();
    this.guard.forget();
    this.#choices = choices;
    this.hints.close();
  }
}
