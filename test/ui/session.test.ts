// The session over the real engine: what it forwards, and what it says where something is refused.
import { createRequire } from 'node:module';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Timeline } from '../../src/kernel/timeline';
import { openEngine, type Engine } from '../../src/ui/engine';
import { isOver } from '../../src/ui/state/moment';
import { CUSTOM, Session } from '../../src/ui/state/session.svelte';
import { warmUp } from '../../src/ui/state/warm-up';
import { stories } from '../../src/ui/stories';
import { linkTo } from '../../src/scenario/link';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
});

async function opened(fragment = ''): Promise<Session> {
  const session = new Session(stories, () => Promise.resolve(engine));
  await session.open(fragment);
  return session;
}
const at = (session: Session) => [session.moment?.cursor, session.moment?.trace.length];
const keys = (session: Session) => session.notes.map(({ key }) => key);
const linkOf = (overrides: Record<string, string>, path: readonly string[], scenario = stories[0]!.id) =>
  linkTo({ scenario, content: '0'.repeat(16), overrides, path })!.replace(/^[^#]*/, '');

test('it opens the first scenario at its start, and steps, goes back and seeks', async () => {
  const session = await opened();
  expect(at(session)).toEqual([0, 0]);
  session.step();
  session.step();
  session.back();
  expect(at(session)).toEqual([1, 2]);
  session.step();
  expect(at(session)).toEqual([2, 2]);
  session.seek(0);
  session.seek(99);
  expect(at(session)).toEqual([2, 2]);
});

test('while the page is read another run goes ahead unseen, until it is called off', async () => {
  const session = await opened();
  const begin = vi.spyOn(engine, 'begin');
  const callOff = warmUp(session);
  const unseen = begin.mock.results[0]!.value as Timeline;
  await vi.waitFor(() => expect(unseen.cursor).toBeGreaterThan(3));
  callOff();
  const taken = unseen.cursor;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(unseen.cursor).toBe(taken);
  expect(at(session)).toEqual([0, 0]);
  begin.mockRestore();
});

test('who goes elsewhere while the engine is on its way stays there when it comes', async () => {
  const [first, second, third] = stories.map(({ id }) => id);
  const ways: readonly ((session: Session) => void)[] = [
    (session) => session.openAddress(`#/run/${second}`),
    (session) => session.chooseStory(second!),
    (session) => session.openAddress(linkOf({}, ['browser-1.keepKey'], second)),
  ];
  for (const goes of ways) {
    let arrive = (_engine: Engine): void => undefined;
    const session = new Session(stories, () => new Promise((resolve) => (arrive = resolve)));
    const coming = session.open(`#/run/${first}`);
    session.chooseStory(third!);
    goes(session);
    arrive(engine);
    await coming;
    expect(session.story.id).toBe(second);
    expect(session.moment).not.toBeNull();
  }
});

test('another choice in the past forks, says so once, and the old future can be opened', async () => {
  const session = await opened();
  for (let i = 0; i < 3; i++) session.step();
  session.seek(1);
  session.take('crash:api');
  expect(at(session)).toEqual([2, 2]);
  expect(session.notes).toEqual([{ key: 'forked', branch: 0 }]);
  session.openBranch(0);
  expect(at(session)).toEqual([3, 3]);
  expect(session.notes).toEqual([]);
});

test('a run to quiet ends where nothing is left, and only there the end is judged', async () => {
  const session = await opened();
  expect(session.end).toBeNull();
  session.runToQuiet();
  expect(isOver(session.moment!)).toBe(true);
  expect(session.end).toMatchObject({ L1: 'holds' });
  session.back();
  expect(session.end).toBeNull();
});

test('each design has a run of its own, kept while another is looked at', async () => {
  const session = await opened();
  session.runSchedule();
  const [, length] = at(session);
  session.chooseDesign('safe');
  expect(at(session)).toEqual([0, 0]);
  session.chooseDesign('naive');
  expect(at(session)).toEqual([length, length]);
});

test('the digest is of the whole branch, wherever one looks', async () => {
  const session = await opened();
  const empty = session.digest();
  session.step();
  const one = session.digest();
  session.back();
  expect(session.digest()).toBe(one);
  expect(one).not.toBe(empty);
  expect(one).toMatch(/^[0-9a-f]{64}$/);
});

test('what cannot happen is refused in words, and nothing moves', async () => {
  const session = await opened();
  session.take('worker-9.take');
  expect(at(session)).toEqual([0, 0]);
  expect(session.notes).toMatchObject([{ key: 'refused' }]);
});

test('a link is replayed to its last step under its own design', async () => {
  const session = await opened(linkOf({ 'browser.guard': 'none' }, ['browser-1.keepKey', 'crash:api']));
  expect(session.design.name).toBe(CUSTOM);
  expect(at(session)).toEqual([2, 2]);
  expect(keys(session)).toEqual(['linkNote']);
});

test('a link whose steps are no more is replayed as far as it goes', async () => {
  const session = await opened(linkOf({}, ['browser-1.keepKey', 'worker-1.nothing']));
  expect(at(session)).toEqual([1, 1]);
  expect(keys(session)).toEqual(['linkNote', 'stopped']);
});

test.each([
  ['#/run/crash-before-publish?r=AAAA', 'link'],
  ['#/elsewhere', 'link'],
  [linkOf({}, [], 'no-such-scenario'), 'unknownScenario'],
])('a bad link (%s) is said, and the scenario is there', async (fragment, key) => {
  const session = await opened(fragment);
  expect(keys(session)).toEqual([key]);
  expect(at(session)).toEqual([0, 0]);
});

test('a database that does not open is said with its reason', async () => {
  const session = new Session(stories, () => Promise.reject(new Error('no such file')));
  await session.open('');
  expect([session.failure, session.moment]).toEqual(['no such file', null]);
});
