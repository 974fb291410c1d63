// The keys of the page. Where something else listens to a key, it is left alone; single letters can be
// switched off, and never work inside a field.

import type { Page } from './context';

type Act = (page: Page) => void;

const press = (selector: string): void => {
  document.querySelector<HTMLElement>(selector)?.click();
};

const fault = (index: number): Act => {
  return ({ lesson }) => {
    const action = lesson?.faults[index];
    if (action !== undefined) lesson?.take(action.id);
  };
};

/** Keys that mean the same everywhere on the page. */
const ALWAYS: Readonly<Record<string, Act>> = {
  ArrowRight: ({ controls }) => controls.step(),
  ArrowLeft: ({ controls }) => controls.back(),
  'Shift ArrowRight': ({ controls }) => controls.toMark(1),
  'Shift ArrowLeft': ({ controls }) => controls.toMark(-1),
  Home: ({ controls }) => controls.seek(0),
  End: ({ controls }) => controls.seek(Infinity),
  Backspace: ({ controls }) => controls.undo(),
  F6: () => focusPanel(1),
  'Shift F6': () => focusPanel(-1),
  '?': ({ layout }) => (layout.sheet = 'keys'),
};

/** Shows all choices, or lets the lesson lead again. */
export function toggleWorkbench({ layout, lesson }: Page): void {
  layout.isWorkbench = !layout.isWorkbench;
  if (!layout.isWorkbench) lesson?.resume();
}

/** Single letters, digits and signs. */
const LETTERS: Readonly<Record<string, Act>> = {
  '[': ({ controls }) => controls.player.slower(),
  ']': ({ controls }) => controls.player.faster(),
  c: fault(0),
  d: fault(1),
  f: fault(0),
  h: ({ lesson }) => lesson?.hint(),
  w: toggleWorkbench,
  s: ({ layout }) => (layout.sheet = 'share'),
  e: ({ layout }) => (layout.isExploring = true),
  t: ({ session, layout }) => {
    layout.isWorkbench = true;
    session.chooseDesign(session.design.name === 'naive' ? 'safe' : 'naive');
  },
  g: () => focusPanel('do'),
  l: () => focusPanel('see'),
  r: () => focusPanel('know'),
  m: () => focusPanel('time'),
};

/** True where the key meant something to the page. */
export function keyTaken(page: Page, event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || page.layout.sheet !== null) return false;
  if (event.key === 'Escape' && page.layout.isExploring) {
    page.layout.isExploring = false;
    return true;
  }
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input:not([type=radio]), select, textarea') !== null && target !== null) return false;
  const isOnControl = target !== null && target.closest('button, a, summary, label, [role=menu]') !== null;
  // A control that has the focus is pressed by these two itself.
  if ((event.key === 'Enter' || event.key === ' ') && isOnControl) return false;
  const act = actOf(page, event);
  if (act === undefined) return false;
  act(page);
  return true;
}

/** Of the run's own keys none works behind the screen that tries every order. */
const EXPLORING: Readonly<Record<string, Act>> = {
  e: ({ layout }) => (layout.isExploring = false),
  ...{ g: LETTERS['g']!, l: LETTERS['l']!, r: LETTERS['r']! },
};

function exploring({ preferences }: Page, { key, shiftKey }: KeyboardEvent): Act | undefined {
  if (key === 'F6' || key === '?') return ALWAYS[shiftKey && key === 'F6' ? 'Shift F6' : key];
  return preferences.hasLetters && !shiftKey ? EXPLORING[key] : undefined;
}

function actOf(page: Page, event: KeyboardEvent): Act | undefined {
  const { preferences } = page;
  const { key, shiftKey, target } = event;
  if (page.layout.isExploring) return exploring(page, event);
  if (key === 'Enter') return () => press('[data-primary]');
  if (key === ' ') return ({ controls }) => controls.toggle();
  const isRadio = target instanceof HTMLInputElement && key.startsWith('Arrow');
  if (isRadio) return undefined;
  const named = shiftKey && key !== '?' ? `Shift ${key}` : key;
  const act = ALWAYS[named];
  if (act !== undefined) return act;
  if (!preferences.hasLetters || shiftKey) return undefined;
  if (/^[1-9]$/.test(key)) return () => pressChoice(Number(key) - 1);
  return LETTERS[key];
}

/** The choices as they stand on the page, the large button apart. */
function pressChoice(index: number): void {
  const choices = [...document.querySelectorAll<HTMLElement>('[data-choice]:not([data-primary])')];
  choices.filter((choice) => choice.checkVisibility())[index]?.click();
}

function focusPanel(to: 'do' | 'see' | 'know' | 'time' | 1 | -1): void {
  const panels = [...document.querySelectorAll<HTMLElement>('[data-panel]')];
  if (typeof to === 'string') {
    panels.find((panel) => panel.dataset['panel'] === to)?.focus();
    return;
  }
  const at = panels.findIndex((panel) => panel.contains(document.activeElement));
  panels[(at + to + panels.length) % panels.length]?.focus();
}
