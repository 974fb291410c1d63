// The state of a search over the real search and the real engine; only the thread between them is none.
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bounds } from '../../src/explore/bounds';
import { BOUNDS } from '../../src/explore/bounds';
import { withBounds } from '../../src/scenario/exploration';
import { openSqlite } from '../../src/sqlite/open';
import { type Engine, openEngine } from '../../src/ui/engine';
import type { FromSearch, OpenThread, ToSearch } from '../../src/ui/explore/protocol';
import { Searching } from '../../src/ui/explore/searching';
import { type Searched, SearchRun } from '../../src/ui/state/explore-run.svelte';
import { sourceOf } from '../../src/ui/sources';
import { stories } from '../../src/ui/stories';

const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine(wasm);
});

const WAIT = { timeout: 100_000, interval: 10 };

interface Between {
  readonly said: FromSearch[];
  readonly asked: ToSearch[];
  /** Changes what the page hears. */
  alter: (message: FromSearch) => FromSearch;
  /** The thread dies of itself. */
  die: (message: string) => void;
  isClosed: boolean;
}

/** A search in this thread, that hears and says copies, as it would across threads. */
function opened(): { readonly between: Between; readonly open: OpenThread } {
  const between: Between = {
    said: [],
    asked: [],
    alter: (message) => message,
    die: () => undefined,
    isClosed: false,
  };
  const open: OpenThread = (hear, fail) => {
    between.die = fail;
    between.isClosed = false;
    const searching = new Searching({
      post: (message) => {
        const copy = structuredClone(message);
        setImmediate(() => {
          if (between.isClosed) return;
          between.said.push(copy);
          hear(between.alter(copy));
        });
      },
      openSqlite: (file) => openSqlite(() => file),
      now: () => performance.now(),
      later: (then) => setImmediate(() => between.isClosed || then()),
    });
    return {
      send: (message) => {
        between.asked.push(message);
        setImmediate(() => searching.hear(structuredClone(message)));
      },
      close: () => (between.isClosed = true),
    };
  };
  return { between, open };
}

const SMALL: Partial<Bounds> = { faults: {}, worlds: 50_000 };

function searchOf(id: string, design: string, bounds: Partial<Bounds> = SMALL) {
  const own = stories.find((one) => one.id === id)!;
  const story = { ...own, text: sourceOf(own).text };
  const { overrides } = story.designs.find(({ name }) => name === design)!;
  const begin = () => engine.begin(story, overrides);
  const about: Searched = { wasm, story, overrides, begin, bounds: withBounds(BOUNDS, bounds) };
  const { between, open } = opened();
  return { run: new SearchRun(about, open), between, about };
}

const ended = (run: SearchRun) =>
  vi.waitFor(() => expect([run.isGoing, run.isConfirming]).toEqual([false, false]), WAIT);
const is = (state: string) => (run: SearchRun) => vi.waitFor(() => expect(run.state).toBe(state), WAIT);

describe('a search', () => {
  it('finds the shortest way, which the engine of the page has taken before it is shown', async () => {
    const { run, between } = searchOf('stale-version', 'naive');
    run.start();
    expect(run.state).toBe('opening');
    await ended(run);
    expect(run.state).toBe('done');
    expect(run.isComplete).toBe(true);
    const told = between.said.flatMap((message) => (message.is === 'found' ? [message.finding] : []));
    expect(run.found.map(({ finding }) => finding)).toEqual(told);
    const { finding, timeline } = run.shown!;
    expect([finding.property, finding.faults, finding.path.length]).toEqual(['S17', 0, 3]);
    expect(timeline.trace.map(({ id }) => id)).toEqual(finding.path);
    expect(timeline.trace.at(-1)!.verdicts).toMatchObject([{ property: 'S17', to: 'violated' }]);
    expect(run.levels.map(({ faults, complete }) => [faults, complete])).toEqual([[0, true]]);
    expect(run.standing!.worlds).toBe(run.levels.at(-1)!.worlds);
  });

  it('that finds nothing within its bounds says that it came to their end', async () => {
    const { run } = searchOf('stale-version', 'safe');
    run.start();
    await ended(run);
    expect([run.state, run.isComplete, run.found]).toEqual(['done', true, []]);
  });

  it('that a bound cuts short does not call itself complete', async () => {
    const { run } = searchOf('stale-version', 'safe', { faults: {}, steps: 4 });
    run.start();
    await ended(run);
    expect([run.state, run.isComplete]).toEqual(['done', false]);
  });

  it('stands still while it is paused, and goes on to the same end', async () => {
    const { run, between } = searchOf('stale-version', 'safe');
    run.start();
    await is('running')(run);
    run.pause();
    await is('paused')(run);
    const { worlds } = run.standing!;
    const heard = between.said.length;
    await new Promise((later) => setTimeout(later, 500));
    expect([run.state, between.said.length, run.standing!.worlds]).toEqual(['paused', heard, worlds]);
    run.resume();
    await ended(run);
    expect(run.standing!.worlds).toBeGreaterThan(worlds);
    expect(run.isComplete).toBe(true);
  });

  it('that is stopped keeps what it found, and its thread is closed', async () => {
    const { run, between } = searchOf('stale-version', 'naive');
    run.start();
    await vi.waitFor(() => expect(run.found).toHaveLength(1), WAIT);
    run.stop();
    await is('halted')(run);
    expect(run.halt).toEqual({ reason: 'stopped', message: '' });
    expect(run.found).toHaveLength(1);
    expect(between.isClosed).toBe(true);
  });

  it('that does not answer is not waited for', async () => {
    const { run, between } = searchOf('stale-version', 'safe');
    run.start();
    await is('running')(run);
    between.alter = (message) => (message.is === 'halted' ? { is: 'ready' } : message);
    run.stop();
    await is('halted')(run);
    expect([run.halt?.reason, between.isClosed]).toEqual(['stopped', true]);
  });

  it('that dies says so with its reason, and can be begun again', async () => {
    const { run, between } = searchOf('stale-version', 'naive');
    run.start();
    await is('running')(run);
    between.die('gone');
    expect([run.state, run.halt]).toEqual(['halted', { reason: 'died', message: 'gone' }]);
    run.start();
    expect([run.halt, run.found]).toEqual([null, []]);
    await ended(run);
    expect(run.found).toHaveLength(1);
  });

  it('that cannot begin says why', async () => {
    const { run, about } = searchOf('stale-version', 'naive');
    Object.assign(about, { overrides: { 'run.update': 'no_such_thing' } });
    run.start();
    await is('halted')(run);
    expect(run.halt).toMatchObject({
      reason: 'failed',
      message: expect.stringContaining('no_such_thing') as string,
    });
  });
});

describe('what was found', () => {
  it('is not shown where a world on its way is another one', async () => {
    const { run, between } = searchOf('stale-version', 'naive');
    between.alter = (message) => {
      if (message.is !== 'found') return message;
      const { finding } = message;
      return {
        is: 'found',
        finding: { ...finding, worlds: finding.worlds.with(2, `${finding.worlds[2]!} `) },
      };
    };
    run.start();
    await ended(run);
    expect([run.found, run.shown]).toEqual([[], null]);
    expect(run.doubts).toMatchObject([{ property: 'S17', step: 2 }]);
  });

  it('is not shown where a step of it is not possible', async () => {
    const { run, between } = searchOf('stale-version', 'naive');
    between.alter = (message) => {
      if (message.is !== 'found') return message;
      const { finding } = message;
      return { is: 'found', finding: { ...finding, path: finding.path.with(1, 'worker-1.fly') } };
    };
    run.start();
    await ended(run);
    expect([run.found, run.doubts]).toEqual([[], [{ property: 'S17', step: 2, action: 'worker-1.fly' }]]);
  });

  it('begins where the search began, and tells the whole run', async () => {
    const { run, about } = searchOf('stale-version', 'naive');
    const timeline = about.begin();
    run.start();
    await ended(run);
    const [first, ...rest] = run.shown!.finding.path;
    timeline.take(first!);
    run.beginAfter([first!]);
    expect([run.state, run.found]).toEqual(['setting', []]);
    run.start();
    await ended(run);
    expect(run.shown!.finding.path).toEqual(rest);
    expect(run.shown!.timeline.trace.map(({ id }) => id)).toEqual([first, ...rest]);
  });
});
