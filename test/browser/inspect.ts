// What must hold wherever a learner stands: nothing to complain about for axe, at most seven choices, nothing
// wider than the page, nothing too small to read or to hit.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

const CHOICES_MAX = 7;
/** The workbench offers all there are. */
const CHOICES = '[data-choice]:not([aria-labelledby="choices"] *)';
const TARGET = { pointer: 28, touch: 44 };
/** The rows of the diagram are as high as text; the list, the transport and the tables do the same. */
const DENSE = 24;

/** Soft, so that one walk through a lesson tells all that is wrong. */
export async function inspect(page: Page, where: string, hasTouch: boolean, asksAxe = true): Promise<void> {
  await settle(page);
  const choices = await page.locator(CHOICES).filter({ visible: true }).count();
  expect.soft(choices, `choices: ${where}`).toBeLessThanOrEqual(CHOICES_MAX);
  const measured = await page.evaluate(measure, {
    target: hasTouch ? TARGET.touch : TARGET.pointer,
    dense: DENSE,
  });
  expect.soft(measured, `measures: ${where}`).toEqual({ wide: [], smallText: [], smallTargets: [] });
  if (!asksAxe) return;
  // One page is enough where there are no frames, and it saves opening another for every look.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], elementRef: false, ancestry: false })
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect.soft(found, `axe: ${where}`).toEqual([]);
}

/** Colours in the middle of a fade are nobody's choice. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ends = document.getAnimations().map((one) => one.finished.catch(() => undefined));
    return Promise.all(ends);
  });
}

interface Measured {
  readonly wide: readonly string[];
  readonly smallText: readonly string[];
  readonly smallTargets: readonly string[];
}

/** Runs in the page. */
function measure({ target, dense }: { readonly target: number; readonly dense: number }): Measured {
  const nameOf = (element: Element) =>
    `${element.getAttribute('class') ?? element.tagName}: ${element.textContent.trim().slice(0, 60)}`;
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('.unseen') === null;
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const all = [...document.querySelectorAll('body *')].filter(isSeen);
  // The number in a lane's shape is a drawing; its actor's name stands beside it.
  const small = all.filter(
    (element) =>
      hasText(element) && !element.closest('svg') && parseFloat(getComputedStyle(element).fontSize) < 13,
  );
  // A box to tick is hit by its label as well.
  const missed = all
    .filter((element) => element.matches('button, a, select, summary, input, textarea, [role=slider]'))
    .filter((element) => {
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      const least = element.closest('[data-panel=see]') === null ? target : dense;
      return height < least || width < least;
    });
  const root = document.documentElement;
  const beyond = all.filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (right > root.clientWidth + 1 || left < -1) && scrollerOf(element) === null;
  });
  const wide = root.scrollWidth > root.clientWidth ? [root] : [];
  return {
    wide: [...wide, ...beyond].slice(0, 8).map(nameOf),
    smallText: small.map(nameOf),
    smallTargets: missed.map(nameOf),
  };

  /** What scrolls sideways is reached by scrolling, and what ends in dots says that there is more. */
  function scrollerOf(element: Element): Element | null {
    let inner: Element | null = element;
    while (inner !== null && !isReached(getComputedStyle(inner))) inner = inner.parentElement;
    return inner;
  }

  function isReached({ overflowX, textOverflow }: CSSStyleDeclaration): boolean {
    return /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis';
  }
}
