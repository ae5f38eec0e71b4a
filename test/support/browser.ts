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

/** Whether a browser is installed. CI must have one. */
export const hasBrowser = executablePath !== undefined || process.env.CI === 'true';

/** A page whose unwanted behaviour is recorded. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to other hosts, console messages, script errors, violations of the content policy, dialogs. Empty if all is well. */
  readonly complaints: string[];
}

/** Whether a complaint is more than a request that was aborted by leaving the page. */
export const isReal = (complaint: string) => !/^failed: .*ERR_ABORTED$/.test(complaint);

/** Starts a browser for the tests of a file. */
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
      page.setDefaultTimeout(60_000); // shorter than a test's timeout, so that the error names the awaited element
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
 * Waits for an element in a frame that may be replaced meanwhile. A sandboxed frame has its own process. If that exits during a call,
 * Playwright reports a closed page and does not look into the new frame, so this tries again.
 */
export async function waitInFrame(locator: Locator): Promise<void> {
  try {
    await locator.waitFor();
  } catch (error) {
    if (locator.page().isClosed() || !String(error).includes('has been closed')) throw error;
    await waitInFrame(locator);
  }
}

/** The accessibility violations of a page by axe-core's rules. Mails in frames are not checked: their authors write them. */
export async function barriersOn(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe.source }); // past the page's content policy, as the inspector does
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

/** How many pixels a page is wider than the screen. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
