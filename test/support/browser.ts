import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const paths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = paths.find((path) => existsSync(path));

/** Whether there is a browser to look with. Where all is checked there must be one. */
export const hasBrowser = executablePath !== undefined || process.env.CI === 'true';

/** A page that notes whatever it should not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to other hosts, messages on the console, errors of scripts, what the content policy stopped, dialogs. Empty where all is well. */
  readonly complaints: string[];
}

/** Whether a complaint is more than that of a page that was left before all of it came. */
export const isReal = (complaint: string) => !/^failed: .*ERR_ABORTED$/.test(complaint);

/** A browser for the file's tests. */
export function useBrowser(): {
  open(baseUrl: string, options?: BrowserContextOptions): Promise<WatchedPage>;
} {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    });
  });
  afterAll(() => browser?.close());

  return {
    async open(baseUrl, options) {
      const context = await browser.newContext({ baseURL: baseUrl, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000); // within a test's own, so that it says what it waited for
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol !== 'data:' && origin !== new URL(baseUrl).origin)
          complaints.push(`request to ${origin}`);
      });
      page.on('requestfailed', (request) =>
        complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`),
      );
      page.on('dialog', async (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      return { page, complaints };
    },
  };
}

/**
 * Waits until something shows in a frame that another frame may replace meanwhile. A sandboxed frame has a
 * process of its own, and where that ends while Playwright asks it something, Playwright takes it for the
 * page's end and does not ask the new frame.
 */
export async function waitInFrame(locator: Locator): Promise<void> {
  try {
    await locator.waitFor();
  } catch (error) {
    if (locator.page().isClosed() || !String(error).includes('has been closed')) throw error;
    await waitInFrame(locator);
  }
}

/** What keeps somebody out of a page, by axe-core's rules; empty where nothing does. Mails in frames are their authors' affair. */
export async function barriersOn(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe.source }); // as the inspector does, beside the page's policy
  const barriers = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(
          context: Document,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    return (await axe.run(document, { iframes: false })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
    );
  });
  await session.detach();
  return barriers;
}

/** By how many pixels a page is wider than the screen. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
