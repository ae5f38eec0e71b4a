/**
 * `npm run pictures [-- visitors | BUILD SHEET]`: starts the service with life-like data and takes a picture
 * of every page of the dashboard. Writes the main pages and a contact sheet of all pages for each size and
 * theme to docs/images; then what visitors see, or only that. With the folder of another build, it writes one
 * contact sheet of that build, as a PNG.
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { readConfig } from '../../src/shared/config.ts';
import { openContext } from '../../src/shared/context.ts';
import { migrateBuild } from '../../test/support/deployment/build.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { findBrowser } from '../../test/support/deployment/find-browser.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { type LifeLike, makeLifeLike } from './life-like.ts';
import { type PicturedPage, pagesOf } from './pages.ts';
import { takeVisitorPages } from './visitors.ts';

const images = 'docs/images';
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;
const themes = ['light', 'dark'] as const;

interface Picture {
  readonly name: string;
  readonly png: Buffer;
}

const launch = () =>
  chromium.launch({ ...findBrowser(), args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'] });

const [folder, sheet] = process.argv.slice(2);
if (folder !== 'visitors') await takeDashboard();
if (sheet === undefined) {
  const browser = await launch();
  await takeVisitorPages(browser).finally(() => browser.close());
}

async function takeDashboard(): Promise<void> {
  const cwd = resolve(folder ?? '.');
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  try {
    await deployment.sql`CREATE DATABASE pictured`;
    const database = new URL(deployment.env.DATABASE_URL ?? '');
    database.pathname = '/pictured';
    const build = { cwd, env: { ...deployment.env, DATABASE_URL: database.href } };
    await migrateBuild(build);
    const options = { keepLog: false, cwd };
    const web = await startProcess('web', build.env, options);
    const worker = await startProcess('worker', build.env, options);
    const { sql } = openContext({ ...readConfig(build.env), log: { level: 'silent' } }, 'cli');
    const waitForMails = async () => {
      const pending = () => sql`SELECT 1 FROM outbox WHERE job = 'send-signup-email' LIMIT 1`;
      while ((await pending()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const browser = await launch();
    try {
      const first = await takeFirstStart(browser, web.url); // there is no such page later
      const made = await makeLifeLike({ build, url: web.url, sql, waitForMails });
      await (sheet === undefined
        ? takeAll(browser, web.url, made, first)
        : takeSheet(browser, web.url, made, sheet));
    } finally {
      await browser.close();
      await sql.end();
      await worker.stop();
      await web.stop();
    }
  } finally {
    await deployment.close();
  }
}

/** The page that makes the first account, by size and theme. */
async function takeFirstStart(browser: Browser, url: string): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of themes) {
      const page = await browser.newPage({ baseURL: url, viewport, colorScheme });
      const response = await page.goto('/dashboard/first-start', { waitUntil: 'networkidle' });
      const png = await page.screenshot({ fullPage: true });
      if (response?.ok()) pictures.set(`${size}-${colorScheme}`, { name: 'first-start', png });
      await page.close();
    }
  return pictures;
}

async function takeAll(
  browser: Browser,
  url: string,
  made: LifeLike,
  firstStart: ReadonlyMap<string, Picture>,
): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of themes) {
      const first = firstStart.get(`${size}-${colorScheme}`);
      const pictures = await take(
        await browser.newContext({ baseURL: url, viewport, colorScheme }),
        made,
        pagesOf(made),
      );
      await writeFile(
        join(images, `pages-${size}-${colorScheme}.webp`),
        await toSheet(browser, [...(first ? [first] : []), ...pictures], viewport.width, 'webp'),
      );
      if (size !== 'desktop' || colorScheme !== 'light') continue;
      const context = await browser.newContext({ baseURL: url, viewport, colorScheme });
      const main = pagesOf(made).filter(({ isMain }) => isMain);
      for (const { name, png } of await take(context, made, main, false))
        await writeFile(join(images, `dashboard-${name}.png`), png);
    }
}

async function takeSheet(browser: Browser, url: string, made: LifeLike, file: string): Promise<void> {
  const viewport = sizes.desktop;
  const pictures = await take(await browser.newContext({ baseURL: url, viewport }), made, pagesOf(made));
  await writeFile(file, await toSheet(browser, pictures, viewport.width, 'png'));
}

/** Signs in and takes a picture of each page, as long as it is or only of what fits the screen. */
async function take(
  context: BrowserContext,
  { email, password }: LifeLike,
  pages: readonly PicturedPage[],
  fullPage = true,
): Promise<Picture[]> {
  const page = await context.newPage();
  const pictures: Picture[] = [];
  let isSignedIn = false;
  for (const { name, path, isSignedOut, entered, forAll } of pages) {
    if (!isSignedOut && !isSignedIn) {
      await signIn(page, email, password);
      isSignedIn = true;
    }
    const response = await page.goto(path, { waitUntil: 'networkidle' });
    if (!response?.ok()) continue; // another build may lack it
    for (const [field, value] of Object.entries(entered ?? {}))
      await page.fill(`main [name=${field}]`, value);
    if (entered) await Promise.all([page.waitForEvent('load'), page.click('main form button')]);
    if (forAll) {
      const all = page.getByLabel('Select the page'); // the buttons are there once something is selected
      if (await all.isVisible()) await all.check();
      const button = page.getByRole('button', { name: forAll, exact: true });
      if ((await button.count()) === 0) continue; // another build may lack it
      await page.selectOption('[name=scope]', 'page');
      await Promise.all([page.waitForEvent('load'), button.click()]);
    }
    pictures.push({ name, png: await page.screenshot({ fullPage }) });
  }
  await context.close();
  return pictures;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/dashboard/sign-in');
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click('main button');
  await page.waitForURL('**/dashboard');
}

/** All pictures side by side, each with its name. A long page is cut. */
async function toSheet(
  browser: Browser,
  pictures: readonly Picture[],
  width: number,
  format: 'png' | 'webp',
): Promise<Buffer> {
  const shown = width > 1000 ? 480 : 240;
  const columns = width > 1000 ? 4 : 6;
  const page = await browser.newPage({ viewport: { width: columns * (shown + 16) + 16, height: 800 } });
  const figures = pictures.map(
    ({ name, png }) =>
      `<figure><figcaption>${name}</figcaption><div><img src="data:image/png;base64,${png.toString('base64')}"></div></figure>`,
  );
  await page.setContent(`<style>
    body { margin: 0; padding: 8px; background: #8a8f99; font: 14px system-ui, sans-serif; display: flex; flex-wrap: wrap; align-items: start }
    figure { margin: 8px; width: ${shown}px } figcaption { padding: 0 0 4px; font-weight: 600 }
    div { max-height: ${shown * (width > 1000 ? 1.3 : 3)}px; overflow: hidden } img { width: 100%; display: block }</style>${figures.join('')}`);
  const session = await page.context().newCDPSession(page);
  const { width: full, height } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  const { data } = await session.send('Page.captureScreenshot', {
    format,
    ...(format === 'webp' && { quality: 78 }),
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: full, height, scale: 1 },
  });
  await page.close();
  return Buffer.from(data, 'base64');
}
