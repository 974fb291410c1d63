// A stream on the page: its connection in the diagram and what could befall it, its frames over HTTP, and the
// machine of the browser that reads it.
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import type { Component } from 'svelte';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page as browser } from 'vitest/browser';
import Diagram from '../../src/ui/diagram/Diagram.svelte';
import { openEngine } from '../../src/ui/engine';
import type { Page } from '../../src/ui/state/context';
import { Language } from '../../src/ui/state/language';
import type { Moment } from '../../src/ui/state/moment';
import { Session } from '../../src/ui/state/session.svelte';
import { stories } from '../../src/ui/stories';
import { streamScenario } from '../view/stream-scenario';
import PanesStage from './PanesStage.svelte';
import Stage from './Stage.svelte';

const LIVE = ['after worker-1.claim: hold worker-1', 'quiet'];

beforeEach(() => browser.viewport(1440, 900));

async function liveSession() {
  const words = { title: '', summary: '' };
  const source = { text: streamScenario(LIVE), words: { en: words, 'zh-CN': words } };
  const session = new Session([{ ...stories[0]!, designs: [{ name: 'safe', overrides: {} }] }], () =>
    openEngine(wasmUrl, () => source),
  );
  await session.open('');
  session.runSchedule();
  const page = { session, preferences: { locale: 'en' }, language: new Language('en') } as unknown as Page;
  return { session, page };
}

async function diagramOf({ session, page }: Awaited<ReturnType<typeof liveSession>>) {
  const Panel: Component<{ moment: Moment }> = (anchor) =>
    Diagram(anchor, {
      get moment() {
        return session.moment!;
      },
      lanes: ['browser-1', 'browser-2', 'gateway'],
    });
  const screen = await render(Stage, { props: { page, Panel, moment: session.moment! } });
  screen.container.style.height = '800px';
  return screen;
}

async function paneOf({ page }: Awaited<ReturnType<typeof liveSession>>, pane: string) {
  const screen = await render(PanesStage, { props: { page } });
  await screen.getByRole('button', { name: pane, exact: true }).click();
  return screen;
}

test('a connection that is open has a menu of what could befall it, and its break is drawn', async () => {
  const staged = await liveSession();
  const screen = await diagramOf(staged);
  await screen.getByRole('button', { name: 'The connection c1 of browser-1 to gateway, open' }).click();
  const items = screen.getByRole('menuitem').elements();
  expect(items.map((item) => item.textContent.trim())).toEqual([
    ...['End it cleanly', 'Reset it', 'Let it fall silent'],
  ]);
  expect(document.querySelectorAll('path.cut').length).toBe(0);
  await screen.getByRole('menuitem', { name: 'Reset it' }).click();
  expect(staged.session.moment?.trace.at(-1)?.id).toBe('reset:stream:browser-1.c1');
  await expect.poll(() => document.querySelectorAll('path.cut').length).toBe(1);
  await expect.element(screen.getByRole('button', { name: 'RST for browser-1, in flight' })).toBeVisible();
  expect(document.querySelectorAll('path.dead').length).toBeGreaterThan(0);
});

test('a stream over HTTP is its frames, and the half of one that was torn', async () => {
  const staged = await liveSession();
  const { session } = staged;
  for (const id of ['worker-1.work', 'worker-1.planOperation']) session.take(id);
  for (const step of ['recheck', 'writeFrames']) session.take(`gateway.${step}:browser-1.c1`);
  const tear = session.moment!.enabled.find(({ id }) => id.startsWith('tear:stream:browser-1.c1.p2@'))!;
  session.take(tear.id);
  const screen = await paneOf(staged, 'HTTP');
  const request = screen.getByRole('article', { name: 'Request' });
  await expect.element(request).toHaveTextContent('GET /v1/runs/run_1/events?after_seq=2');
  await expect
    .element(screen.getByRole('article', { name: 'Answer' }))
    .toHaveTextContent('text/event-stream');
  await expect.element(screen.getByLabelText('A frame').first()).toHaveTextContent(': open run_1 after 2');
  await expect.element(screen.getByLabelText('Half a frame')).toHaveTextContent(/^id: run_1:3/);
  await expect.element(screen.getByText(/^Torn in the middle of a piece at/)).toBeVisible();
});

test('the recovery of a browser is lit by its step, and another browser can be chosen', async () => {
  const staged = await liveSession();
  for (const id of ['reset:stream:browser-1.c1', 'deliver:stream>browser-1:browser-1.c1:reset'])
    staged.session.take(id);
  const screen = await paneOf(staged, 'Recovery');
  await expect
    .element(screen.getByText(/moves on/))
    .toHaveTextContent('browser-1 moves on “reset”. LIVE becomes RECOVERING/page.');
  const current = (): string | undefined => document.querySelector('g.current')?.textContent.trim();
  await expect.poll(current).toBe('RECOVERING/page');
  await expect.element(screen.getByRole('heading', { name: 'Ways out of RECOVERING/page' })).toBeVisible();
  await screen.getByRole('button', { name: 'browser-2', exact: true }).click();
  await expect.poll(current).toBe('LIVE');
});
