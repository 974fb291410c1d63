// The sheet that the diagram is drawn on: how wide it is, which rows of it are in view, what of it is opened,
// and which step somebody looks at. What is drawn derives from it and from the moment.

import { drawingOf } from '../../view/diagram-drawing';
import { historyOf } from '../../view/diagram-history';
import { placeLanes } from '../../view/diagram-lanes';
import { presentOf } from '../../view/diagram-present';
import { type DiagramRow, type Opened, rowsOf, stepsIn } from '../../view/diagram-rows';
import { middleOf, nowLineAt, type Stage } from '../../view/diagram-stage';
import { whyOf } from '../../view/diagram-why';
import { laneOf } from '../lanes';
import type { Language } from '../state/language';
import type { Moment } from '../state/moment';
import { type Offer, type Pending, zoneOf } from './offers';
import { windowOf } from './window';

export interface Shown {
  readonly moment: Moment;
  readonly lanes: readonly string[];
  readonly offers: readonly Offer[];
  readonly pending: Pending | null;
  readonly language: Language;
}

const TOP = 6;
/** What is free below the last row: room for a menu. */
const FOOT = 56;
const WIDE = 1360;
const PHONE = 600;
/** The row at the cursor stays in the lower third. */
const LOWER = 0.78;
/** Room for words with which the tags of events have a column of their own. */
const WORDS_WITH_TAGS = 260;
/** Why a step happened is looked for in so many steps before it. */
const LOOKED_BACK = 200;
const LEGEND_STEPS = 12;

type OpenedRows = Omit<Opened, 'cursor'>;
const NOTHING: OpenedRows = { folds: new Set(), transactions: new Set() };

export class Sheet {
  /** Of the page; of the sheet; of what is in view of it; how far it is scrolled. */
  innerWidth = $state(1440);
  width = $state(744);
  viewHeight = $state(600);
  scrollTop = $state(0);
  /** The step that somebody points at. */
  lookedAt = $state<number | null>(null);
  #opened = $state.raw<{ readonly of: Moment['trace'] | null } & OpenedRows>({ of: null, ...NOTHING });
  readonly #shown: () => Shown;
  /** Where the cursor was; not reactive, as it tells of what was drawn. */
  #before = Infinity;

  constructor(shown: () => Shown) {
    this.#shown = shown;
  }

  readonly isNarrow = $derived(this.innerWidth < PHONE);
  readonly rowHeight = $derived(this.innerWidth >= WIDE || this.isNarrow ? 29 : 26);

  /** The word for each kind on the stage, for as many as there are. */
  readonly labels = $derived.by((): Readonly<Record<string, string>> => {
    const { lanes, language } = this.#shown();
    const one: Readonly<Record<string, string>> = language.messages.actors;
    const several: Readonly<Record<string, string>> = language.messages.diagram.several;
    const kinds = lanes.map((id) => laneOf(id).kind);
    const isAlone = (kind: string): boolean => kinds.indexOf(kind) === kinds.lastIndexOf(kind);
    return Object.fromEntries(
      kinds.map((kind) => [kind, (isAlone(kind) ? undefined : several[kind]) ?? one[kind] ?? kind]),
    );
  });

  readonly geometry = $derived.by(() => {
    const staged = this.#shown().lanes.map((id) => {
      const { kind } = laneOf(id);
      return { id, kind, label: this.labels[kind] ?? id };
    });
    return placeLanes(staged, this.width, this.isNarrow);
  });
  readonly hasTags = $derived(this.innerWidth >= WIDE && this.width - this.geometry.words >= WORDS_WITH_TAGS);

  /** Whoever sees the diagram for the first time reads how to; a run that has got going needs the room. */
  readonly hasLegend = $derived.by(
    () => this.geometry.hasLabels && this.#shown().moment.trace.length <= LEGEND_STEPS,
  );

  readonly stage = $derived.by((): Stage => {
    const { moment, lanes, offers, pending } = this.#shown();
    const { trace, cursor, first, enabled } = moment;
    const { folds, transactions } = this.#opened.of === trace ? this.#opened : NOTHING;
    const rows = rowsOf(trace, lanes, { folds, transactions, cursor });
    const past = cursor === 0 ? 0 : rows.of(cursor) + 1 + rows.operationsOf(cursor);
    const ahead = pending === null ? rows.length - past : 0;
    const place = {
      top: TOP,
      height: this.rowHeight,
      past,
      zone: 0,
      ahead,
      asked: pending === null ? 0 : this.rowHeight,
    };
    const flat = { trace, history: historyOf(first, trace), rows, lanes: this.geometry, place, cursor };
    const zone = zoneOf(offers, this.geometry, presentOf(flat, enabled), pending, this.rowHeight);
    return { ...flat, place: { ...place, zone } };
  });
  /** The step that has just been taken, and 0 where the cursor came from elsewhere: that does not move. */
  readonly newest = $derived.by(() => {
    const { cursor } = this.stage;
    return cursor === this.#before + 1 ? cursor : 0;
  });
  readonly present = $derived.by(() => presentOf(this.stage, this.#shown().moment.enabled));
  readonly now = $derived(nowLineAt(this.stage.place));
  /** High enough that the row at the cursor can come to its place. */
  readonly height = $derived.by(() => {
    const { zone, ahead } = this.stage.place;
    const rows = this.now + zone + ahead * this.rowHeight;
    return Math.max(rows + FOOT, this.scrollGoal() + this.viewHeight);
  });
  readonly view = $derived(windowOf(this.stage.place, this.scrollTop, this.viewHeight));
  readonly drawing = $derived(drawingOf(this.stage, this.view.from, this.view.to));

  readonly why = $derived.by(() => {
    const { trace } = this.stage;
    const step = this.lookedAt;
    if (step === null || step > trace.length) return null;
    const first = this.stage.rows.at(this.view.from);
    const from = first === undefined ? 1 : stepsIn(first)[0];
    return whyOf(trace, step, Math.max(from, step - LOOKED_BACK));
  });

  /** The middles of the row looked at and of its strongest cause. */
  readonly strongest = $derived.by((): readonly [number, number] | null => {
    const { why, stage } = this;
    if (why?.strongest == null) return null;
    const middle = (step: number): number => middleOf(stage.place, stage.rows.of(step));
    return [middle(why.step), middle(why.strongest)];
  });

  /** Opens what this row folds, or folds again what it is one of. */
  toggle(row: DiagramRow): void {
    const { trace } = this.#shown().moment;
    const { folds, transactions } = this.#opened.of === trace ? this.#opened : NOTHING;
    const [step] = stepsIn(row);
    if (row.row === 'step' && row.isFolded === null) {
      this.#opened = { of: trace, folds, transactions: toggled(transactions, step, [step]) };
    } else {
      this.#opened = { of: trace, transactions, folds: toggled(folds, step, this.stage.rows.foldOf(step)) };
    }
  }

  /** Has in view what will be in view once it has scrolled. */
  follow(): void {
    this.scrollTop = this.scrollGoal();
  }

  /** What is drawn now is what the next moment comes after. */
  settle(): void {
    this.#before = this.stage.cursor;
  }

  /** How far to scroll to have the row at the cursor in its place, and no row cut at the top. */
  scrollGoal(): number {
    const { zone } = this.stage.place;
    const goal = Math.max(this.now - this.viewHeight * LOWER, this.now + zone - this.viewHeight);
    const rows = Math.ceil((goal - TOP) / this.rowHeight);
    return rows < 1 ? 0 : TOP + rows * this.rowHeight;
  }
}

/** With this step, or without those of its group where any of them is there. */
function toggled(steps: ReadonlySet<number>, step: number, group: readonly number[]): ReadonlySet<number> {
  const others = [...steps].filter((one) => !group.includes(one));
  return new Set(others.length < steps.size ? others : [...others, step]);
}
