// What the screen says of a search: its bounds, how far it is, and what it did not find. The engine is the real
// one; where a thread has to die, its messages are written here.
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { exploreWordsIn } from '../../src/i18n/explore';
import { BOUNDS, type Bounds } from '../../src/explore/bounds';
import { withBounds } from '../../src/scenario/exploration';
import { openSqlite } from '../../src/sqlite/open';
import { openEngine } from '../../src/ui/engine';
import type { FromSearch, OpenThread, Standing } from '../../src/ui/explore/protocol';
import { Searching } from '../../src/ui/explore/searching';
import type { Page } from '../../src/ui/state/context';
import { SearchRun } from '../../src/ui/state/explore-run.svelte';
import { Language } from '../../src/ui/state/language';
import { Session } from '../../src/ui/state/session.svelte';
import { sourceOf } from '../../src/ui/sources';
import { stories } from '../../src/ui/stories';
import ExploreStage from './ExploreStage.svelte';
import { properties } from '../../src/system/catalog';

const engine = openEngine(wasmUrl);
const SLOW = { timeout: 60_000 };

const searching: OpenThread = (hear) => {
  const later = (then: () => void): unknown => setTimeout(then);
  const one = new Searching({
    ...{
      post: (message) => later(() => hear(structuredClone(message))),
      later,
      now: () => performance.now(),
    },
    openSqlite: (wasm) => openSqlite(() => wasm),
  });
  return { send: (message) => later(() => one.hear(message)), close: () => undefined };
};

/** A thread that says what it is told to. */
function scripted() {
  const thread: { say: (message: FromSearch) => void; asked: string[] } = { say: () => undefined, asked: [] };
  const open: OpenThread = (hear) => {
    thread.say = hear;
    return { send: ({ is }) => thread.asked.push(is), close: () => undefined };
  };
  return { thread, open };
}

async function shown(open: OpenThread, bounds: Partial<Bounds>, locale: 'en' | 'zh-CN' = 'en') {
  const session = new Session(stories, () => engine);
  await session.open('#/run/stale-version');
  const { overrides } = session.story.designs.find(({ name }) => name === 'safe')!;
  const story = { ...session.story, ...sourceOf(session.story) };
  const about = { wasm: wasmUrl, story, overrides, bounds: withBounds(BOUNDS, bounds) };
  const begin = () => session.engine!.begin(session.story, overrides);
  const run = new SearchRun({ ...about, begin }, open);
  const language = new Language(locale);
  const page = { session, language, layout: { isPhone: false } } as unknown as Page;
  const screen = await render(ExploreStage, { props: { page, run } });
  return { screen, run, words: exploreWordsIn(locale) };
}

const STANDING: Standing = {
  ...{ worlds: 1_200_000, transitions: 4_000_000, executed: 900, depth: 31, faults: 1 },
  ...{ waiting: 7_000, bytes: 1, ms: 40_000 },
};

test('bounds are set by their steppers, by pointer and by key, and stand fast while a search has them', async () => {
  const { thread, open } = scripted();
  const { screen, run, words } = await shown(open, { faults: { 'pause worker-1': 1 }, together: 1 });
  const more = screen.getByRole('button', { name: words.more({ what: words.kinds.crash }) });
  await more.click();
  (more.element() as HTMLElement).focus();
  more.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
  await screen.getByLabelText(words.whom({ kind: words.kinds.crash })).selectOptions('dispatcher');
  await screen.getByRole('button', { name: words.more({ what: words.together }) }).click();
  await screen.getByRole('checkbox', { name: 'browser-2' }).click();
  await screen.getByRole('button', { name: words.start, exact: true }).click();
  expect(run.bounds).toMatchObject({
    ...{ faults: { 'crash dispatcher': 2, 'pause worker-1': 1 }, together: 2, still: ['browser-2'] },
  });
  expect(thread.asked).toEqual(['start']);
  await expect
    .element(screen.getByRole('button', { name: words.more({ what: words.together }) }))
    .not.toBeInTheDocument();
  await expect.element(screen.getByText(`${words.still}: browser-2`)).toBeVisible();
});

test('a thread that runs out of memory says at how many worlds, and leaves two ways on', async () => {
  const { thread, open } = scripted();
  const { screen, run, words } = await shown(open, { faults: { crash: 2 }, together: 2 });
  run.start();
  thread.say({ is: 'ready' });
  thread.say({ is: 'progress', standing: STANDING });
  await expect.element(screen.getByText(words.levels.waiting({ waiting: '7,000' }))).toBeVisible();
  expect(screen.container.textContent).not.toContain('%');
  thread.say({
    is: 'halted',
    reason: 'memory',
    message: 'Array buffer allocation failed',
    standing: STANDING,
  });
  const told = words.died({ worlds: '1,200,000', reason: words.outOfMemory });
  await expect.element(screen.getByText(told)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: words.again }).first()).toBeVisible();
  await screen.getByRole('button', { name: words.smaller }).click();
  expect([run.state, run.draft.together, run.draft.worlds]).toEqual(['setting', 1, BOUNDS.worlds / 2]);
});

test.each(['en', 'zh-CN'] as const)('nothing within the bounds is said as such, in %s', async (locale) => {
  const { screen, run, words } = await shown(searching, { faults: {} }, locale);
  run.start();
  await expect.poll(() => run.state, SLOW).toBe('done');
  await expect.element(screen.getByRole('heading', { name: words.nothing })).toBeVisible();
  const worlds = run.standing!.worlds.toLocaleString('en');
  await expect.element(screen.getByText(words.nothingWords({ faults: 0, worlds }))).toBeVisible();
  await expect.element(screen.getByRole('row', { name: words.levels.complete })).toBeVisible();
  const inTheEnd = properties.filter(({ kind }) => kind === 'eventually').length;
  await screen.getByRole('button', { name: new RegExp(String(properties.length)) }).click();
  expect(screen.getByText(words.alwaysComes({ faults: 0 })).elements()).toHaveLength(inTheEnd);
  const never = properties.length - inTheEnd;
  expect(screen.getByText(words.noneUpTo({ faults: 0 })).elements()).toHaveLength(never);
});

test('a bound that cut the search short is named, and nothing is promised beyond it', async () => {
  const { screen, run, words } = await shown(searching, { faults: {}, steps: 4 });
  run.start();
  await expect.poll(() => run.state, SLOW).toBe('done');
  await expect.element(screen.getByRole('heading', { name: words.nothingSoFar })).toBeVisible();
  await expect.element(screen.getByText(words.levels.cut)).toBeVisible();
  await expect.element(screen.getByText(words.notJudged)).not.toBeInTheDocument();
});
