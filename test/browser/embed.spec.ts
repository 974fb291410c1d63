// Two players in a page of another origin: each is its own, and the page around them hears how high they are
// and nothing else.
import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { FrameLocator, Page, Route } from '@playwright/test';
import { expect, test } from './fixtures';

declare global {
  interface Window {
    told: { readonly id: string; readonly data: unknown }[];
  }
}

const WIDTHS = [320, 640, 980];
/** High enough for both: one that is out of sight waits. */
const viewportOf = (width: number) => ({ width, height: width < 400 ? 1800 : 1300 });
const host = readFileSync('test/browser/host/host.html', 'utf8');

let server: Server;
let around = '';

/** A page that knows where the players are: on another port, and under another name. */
async function serveHost(baseURL: string | undefined): Promise<void> {
  server = createServer((request, response) => {
    const isBelow = request.url === '/below';
    const page = host.replaceAll('PLAYER', `${baseURL ?? ''}embed.html`);
    response.setHeader('Content-Type', 'text/html');
    response.end(isBelow ? page.replace('<main>', '<main class="below">') : page);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  around = `http://localhost:${(server.address() as AddressInfo).port}/`;
}

// The page around the players is the only thing that comes from elsewhere.
test.use({ excused: /^request to somewhere else: http:\/\/localhost:\d+\/(below)?$/ });

test.beforeAll(({ baseURL }) => serveHost(baseURL));
test.afterAll(() => server.close());

const playerIn = (page: Page, id: 'naive' | 'safe'): FrameLocator => page.frameLocator(`#${id}`);
const slider = (player: FrameLocator) => player.getByRole('slider');
const step = async (player: FrameLocator): Promise<number> => Number(await slider(player).inputValue());
const large = (player: FrameLocator) => player.locator('[data-primary]');
const switchTo = (player: FrameLocator, name: string) => player.getByRole('button', { name, exact: true });

async function openBoth(page: Page) {
  await page.goto(around);
  const players = { naive: playerIn(page, 'naive'), safe: playerIn(page, 'safe') };
  await expect(slider(players.naive)).toBeVisible();
  await expect(slider(players.safe)).toBeVisible();
  return players;
}

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: viewportOf(width), hasTouch: width < 400 });

    test('all is readable, in sight and large enough, also for those who do not see', async ({ page }) => {
      const { naive, safe } = await openBoth(page);
      await large(naive).click();
      await large(safe).click();
      for (const id of ['naive', 'safe']) {
        const room = () =>
          page
            .frameLocator(`#${id}`)
            .locator(':root')
            .evaluate((root) => root.scrollHeight - root.clientHeight);
        await expect.poll(room).toBe(0);
      }
      const told = await page.evaluate(() => window.told);
      expect(new Set(told.map(({ id }) => id))).toEqual(new Set(['naive', 'safe']));
      for (const { data } of told) expect(data).toEqual({ converge: 'height', height: expect.any(Number) });
      for (const player of [naive, safe]) {
        const found = await player.locator('main').evaluate(measure, width < 400 ? 44 : 28);
        expect(found).toEqual({ overflow: 0, smallText: [], smallTargets: [] });
      }
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
    });
  });
}

test.describe('two players in one page', () => {
  test.use({ viewport: viewportOf(640) });

  test('each plays on its own', async ({ page }) => {
    const { naive, safe } = await openBoth(page);
    const [before, other] = [await step(naive), await step(safe)];
    await large(naive).click();
    await expect.poll(() => step(naive)).toBeGreaterThan(before);
    const held = await step(naive);
    await safe.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => step(safe)).toBeGreaterThan(other + 1);
    await safe.getByRole('button', { name: 'Pause', exact: true }).click();
    expect(await step(naive)).toBe(held);
  });

  test('keys move the player that has the focus, and no other', async ({ page }) => {
    const { naive, safe } = await openBoth(page);
    const [before, other] = [await step(naive), await step(safe)];
    await safe.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => step(safe)).toBeLessThan(other);
    expect(await step(naive)).toBe(before);
    await page.getByRole('heading', { level: 1 }).click();
    const left = await step(safe);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    expect([await step(naive), await step(safe)]).toEqual([before, left]);
  });

  test('a fault is a press, and so is the same run under the other design', async ({ page }) => {
    const { naive } = await openBoth(page);
    await naive.getByRole('button', { name: '投递器崩溃', exact: true }).first().click();
    await expect(naive.locator('.narration')).toContainText('投递器');
    while ((await naive.getByText('静止：没有什么会再发生。').count()) === 0) await large(naive).click();
    await expect(naive.locator('dl')).toContainText(/次退款\s*2/);
    await switchTo(naive, '安全').click();
    await expect(naive.locator('dl')).toContainText(/次退款\s*1/);
    await expect(naive.getByText('静止：没有什么会再发生。')).toBeVisible();
  });
});

function measure(main: Element, target: number) {
  const isSeen = (element: Element) => element.checkVisibility() && element.closest('.unseen') === null;
  const nameOf = (element: Element) =>
    `${element.className || element.tagName}: ${element.textContent.trim()}`;
  const texts = [...main.querySelectorAll('*')].filter(
    (element) => isSeen(element) && element.closest('svg') === null && element.children.length === 0,
  );
  // The rows of the diagram are as high as rows are; its gaps show themselves only to a pointer.
  const controls = [...main.querySelectorAll('a, button, select, input')].filter(
    (element) => isSeen(element) && element.closest('.picture') === null,
  );
  return {
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    smallText: texts.filter((text) => parseFloat(getComputedStyle(text).fontSize) < 13).map(nameOf),
    smallTargets: controls
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return width < target || height < target;
      })
      .map(nameOf),
  };
}

test('a player out of sight loads no engine, and can be read', async ({ page }) => {
  const engines: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.wasm')) engines.push(request.url());
  });
  await page.goto(`${around}below`);
  const naive = playerIn(page, 'naive');
  await expect(naive.getByRole('button', { name: '播放' })).toBeAttached();
  await expect(naive.getByRole('heading', { level: 1 })).toHaveText('来了两次的消息');
  expect(engines).toEqual([]);
  await page.locator('#naive').scrollIntoViewIfNeeded();
  await expect(slider(naive)).toBeVisible();
  expect(engines).not.toEqual([]);
});

test('a run goes on in the page itself, at the same step', async ({ page, context }) => {
  const { safe } = await openBoth(page);
  await large(safe).click();
  const at = await step(safe);
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    safe.getByRole('link', { name: 'Open this run in Converge' }).click(),
  ]);
  await expect(opened.getByRole('slider')).toHaveValue(String(at));
});

test('what an address cannot mean is said, and the nearest stands in its place', async ({ page }) => {
  await page.goto('embed.html?scenario=crash-after-publish&design=saef&start=9999&lang=en&theme=drak');
  await expect(page.getByRole('slider')).toBeVisible();
  const said = page.getByRole('status').filter({ hasText: 'saef' });
  await expect(said).toContainText(/design=saef is not one of naive, .*safe\. safe stands in its place\./);
  await expect(said).toContainText('theme=drak is not one of light, dark, auto. dark stands in its place.');
  await expect(said).toContainText(
    /start=9999 is not one of moment, end, 0 … (\d+)\. \1 stands in its place\./,
  );
  await expect(page.getByRole('button', { name: 'Safe', pressed: true })).toBeVisible();
});

test('an address without a scenario leads to those there are', async ({ page }) => {
  await page.goto('embed.html?scenario=crash-befor-publish&lang=en');
  await expect(page.getByText('scenario=crash-befor-publish names no scenario.')).toBeVisible();
  await page.getByRole('link', { name: 'The run that nobody starts' }).click();
  await expect(page.getByRole('slider')).toBeVisible();
});

test('a player keeps nothing on the device of its reader', async ({ page }) => {
  await page.goto('embed.html?scenario=crash-after-publish&lang=zh-CN&theme=dark');
  await page.locator('[data-primary]').click();
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test.describe('a player without an origin of its own', () => {
  async function openIn(page: Page, baseURL: string | undefined, allowed: string): Promise<FrameLocator> {
    await page.route('**/assets/**', (route) => withHeader(route, allowed));
    const address = `${baseURL ?? ''}embed.html?scenario=crash-after-publish&lang=en`;
    await page.setContent(
      `<iframe sandbox="allow-scripts" src="${address}" width="640" height="500"></iframe>`,
    );
    return page.frameLocator('iframe');
  }

  test('plays where its files may be fetched', async ({ page, baseURL }) => {
    await expect(slider(await openIn(page, baseURL, '*'))).toBeVisible();
  });

  test.describe('whose files may not be fetched', () => {
    test.use({ excused: /blocked by CORS policy|net::ERR_FAILED/ });
    test('says so, and what would help', async ({ page, baseURL }) => {
      const player = await openIn(page, baseURL, 'http://localhost');
      await expect(player.getByText('The player did not arrive.')).toBeVisible();
    });
  });
});

async function withHeader(route: Route, allowed: string): Promise<void> {
  const response = await route.fetch();
  const headers = { ...response.headers(), 'Access-Control-Allow-Origin': allowed };
  await route.fulfill({ response, headers });
}
