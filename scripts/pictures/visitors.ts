import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { serveExample } from '../../test/examples/serve-example.ts';
import { startExample, startOptions } from '../../test/examples/start-example.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { makeVisitorList } from './visitor-list.ts';

const images = 'docs/images';
const mostBytes = 120_000;
/** Of the screens. All panels of a picture are as high as each other. */
const desktop = { width: 1200, height: 760 };
const phone = { width: 390, height: 844 };
const tallPhone = { width: 390, height: 900 };
const column = { width: 440, height: 780 };
const panelHeight = 520;

type Scheme = 'light' | 'dark';
/** Leads a page to what is pictured. */
type Way = (page: Page) => Promise<unknown>;

/**
 * Takes pictures of what visitors see: the hosted pages for the README, and each example for
 * `examples/README.md`, before and after the signup. Installs and builds the examples.
 */
export async function takeVisitorPages(browser: Browser): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 1 });
  const [url = ''] = deployment.urls;
  const plain = await serveExample('plain-html', url);
  const statusPage = await serveExample('status-page', url);
  const shoot = (screen: typeof desktop, colorScheme: Scheme, way: Way) =>
    takePanel(browser, screen, colorScheme, way);
  try {
    const list = await makeVisitorList(deployment);

    await list.setPage({ origin: plain.url });
    const signupPage = await shoot(column, 'light', (page) => page.goto(`${url}/w/acme-notes`));
    await write(browser, 'example-plain-html', [
      await shoot(desktop, 'light', (page) => page.goto(plain.url)),
      await shoot(phone, 'light', async (page) => {
        await page.goto(plain.url);
        await page.getByLabel('Email').fill('ada@example.org');
        await page.getByRole('button', { name: 'Join the waitlist' }).click();
        await page.getByText('Your place in line').waitFor();
        await scrollTo(page, '#join');
      }),
    ]);

    await list.setPage(undefined);
    const status = `${url}/s/${await list.addPerson()}`;
    await write(browser, 'hosted-pages', [
      signupPage,
      await shoot(column, 'light', (page) => page.goto(status)),
      await shoot(column, 'dark', async (page) => {
        await page.goto(status);
        await scrollTo(page, '.part'); // what friends bring, and the rewards
      }),
    ]);

    const ownPlace = `${statusPage.url}/#${await list.addPerson()}`;
    const seePlace: Way = async (page) => {
      await page.goto(ownPlace);
      await page.getByText('You are number').waitFor();
    };
    await write(browser, 'example-status-page', [
      await shoot(tallPhone, 'light', seePlace),
      await shoot(tallPhone, 'dark', seePlace),
    ]);

    for (const [name, options] of Object.entries(startOptions)) {
      const example = await startExample(name, { ...list, url }, options);
      const scheme = name === 'sveltekit' ? 'dark' : 'light';
      const value = await list.addPerson();
      const open: Way = async (page) => {
        // As the proxy does that the starters expect.
        await page.route(`${example.url}/**`, (route) =>
          route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': '8.8.8.8' } }),
        );
        await page.goto(example.url);
      };
      await write(browser, `example-${name}`, [
        await shoot(desktop, scheme, open),
        await shoot(phone, scheme, async (page) => {
          await page.context().addCookies([{ name: 'waitlist_status', value, url: example.url }]);
          await open(page);
          await page.getByText('You are number').waitFor();
          await scrollTo(page, '.card');
        }),
      ]).finally(() => example.close());
    }
  } finally {
    plain.close();
    statusPage.close();
    await deployment.close();
  }
}

/** Scrolls until an element is at the top, with some space above it. */
const scrollTo = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top - 24));

/** What fits the screen, as a PNG. */
async function takePanel(
  browser: Browser,
  viewport: typeof desktop,
  colorScheme: Scheme,
  way: Way,
): Promise<Buffer> {
  const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await way(page);
  await page.waitForLoadState('networkidle');
  const png = await page.screenshot();
  await context.close();
  return png;
}

/** Writes panels side by side. @throws Error if the file would be too large to look at on a phone */
async function write(browser: Browser, name: string, panels: readonly Buffer[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2_000, height: panelHeight + 48 } });
  const shown = panels.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
  await page.setContent(`<style>
    body { margin: 0; padding: 24px; display: inline-flex; gap: 20px; background: #c9cfd6 }
    img { height: ${panelHeight}px; border-radius: 10px }</style>${shown.join('')}`);
  const { width, height } = await page.evaluate(() => document.body.getBoundingClientRect());
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: 85 },
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  await page.close();
  const picture = Buffer.from(data, 'base64');
  if (picture.length > mostBytes) throw new Error(`${name} has ${picture.length} bytes`);
  await writeFile(join(images, `${name}.webp`), picture);
}
