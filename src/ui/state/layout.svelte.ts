// What is open and in front. What a learner opens stays open; nothing opens by itself.

/** The one thing that a phone shows at a time. */
export const TABS = ['run', 'next', 'state', 'lesson'] as const;
export type Tab = (typeof TABS)[number];
export type Sheet = 'keys' | 'share';

/** Widths at which the layout changes (px). */
const WIDE = '(min-width: 1360px)';
const PHONE = '(max-width: 899px)';
const NARROW = '(max-width: 599px)';

export class Layout {
  /** All choices instead of one button. */
  isWorkbench = $state(false);
  /** The steps as a list and nothing drawn. */
  isList = $state(false);
  tab = $state<Tab>('lesson');
  sheet = $state<Sheet | null>(null);
  /** The screen that tries every order stands in front of the run. */
  isExploring = $state(false);
  #isWide = $state(matchMedia(WIDE).matches);
  #isPhone = $state(matchMedia(PHONE).matches);
  #isNarrow = $state(matchMedia(NARROW).matches);

  constructor() {
    matchMedia(WIDE).addEventListener('change', ({ matches }) => (this.#isWide = matches));
    matchMedia(PHONE).addEventListener('change', ({ matches }) => (this.#isPhone = matches));
    matchMedia(NARROW).addEventListener('change', ({ matches }) => (this.#isNarrow = matches));
  }

  /** There is room for three full columns. */
  get isWide(): boolean {
    return this.#isWide;
  }

  /** One column, and tabs. */
  get isPhone(): boolean {
    return this.#isPhone;
  }

  /** Too narrow for lanes on which nothing happens. */
  get isNarrow(): boolean {
    return this.#isNarrow;
  }
}
