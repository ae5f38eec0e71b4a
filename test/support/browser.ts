import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findBrowser } from './deployment/find-browser.ts';

const require = createRequire(import.meta.url);

/** Whether a browser is installed. CI must have one. */
export const hasBrowser = findBrowser() !== undefined || process.env.CI === 'true';

/** A page whose unwanted behaviour is recorded. */
export interface WatchedPage {
  readonly page: Page;
  /**
   * Requests to other hosts, console messages, script errors, violations of the content policy, dialogs.
   * Empty if all is well.
   */
  readonly complaints: string[];
}

/** Whether a complaint is more than a request that was aborted by leaving the page. */
export const isReal = (complaint: string) => !/^failed: .*ERR_ABORTED$/.test(complaint);

/**
 * What a test does without. The suggestions below the address bar are pages, and every window loads them:
 * they take as much time as the pages of a test. Chromium heeds the last such list only, so this one repeats
 * Playwright's.
 */
const unwantedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Starts a browser for the tests of a file. */
export function useBrowser(): {
  open(baseUrl: string, options?: BrowserContextOptions): Promise<WatchedPage>;
} {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      ...findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        `--disable-features=${unwantedFeatures}`,
      ],
    });
  });
  afterAll(() => browser?.close());

  return {
    async open(baseUrl, options) {
      const context = await browser.newContext({ baseURL: baseUrl, ...options });
      const page = await context.newPage();
      // Shorter than a test's timeout, so that the error names the awaited element.
      page.setDefaultTimeout(240_000);
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

/** What somebody without a mouse does on a page. */
interface Keyboard {
  /** Presses Tab until an element has the focus. @throws Error if it never gets it */
  tabTo(target: Locator): Promise<void>;
  /** Moves the focus to an element and presses a key there, Enter by default. */
  press(target: Locator, key?: string): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
}

/** The settings have the most: an index, and a field for everything. */
const mostTabs = 160;

/** Uses a page by its keyboard alone. */
export function keyboardOn({ keyboard }: Page): Keyboard {
  const tabTo = async (target: Locator) => {
    await target.waitFor();
    for (let presses = 0; presses < mostTabs; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}`);
  };
  return {
    tabTo,
    async press(target, key = 'Enter') {
      await tabTo(target);
      await keyboard.press(key);
    },
    async type(target, text) {
      await tabTo(target);
      await keyboard.type(text);
    },
  };
}

/**
 * Waits for an element in a frame that may be replaced meanwhile. A sandboxed frame has its own process. If
 * that exits during a call, Playwright reports a closed page and does not look into the new frame, so this
 * tries again.
 */
export async function waitInFrame(locator: Locator): Promise<void> {
  try {
    await locator.waitFor();
  } catch (error) {
    if (locator.page().isClosed() || !String(error).includes('has been closed')) throw error;
    await waitInFrame(locator);
  }
}

/** Loads axe-core into a page that has not got it yet. The small build takes half as long as the other. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  const expression = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression }); // past the page's content policy, as the inspector
  await session.detach();
}

/**
 * The accessibility violations of a page by axe-core's rules. Mails in frames are not checked: their authors
 * write them.
 */
export async function barriersOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as {
      axe: {
        run(
          context: Document,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const options = { iframes: false, ...(values && { runOnly: { type: 'rule', values } }) };
    return (await axe.run(document, options)).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, rules);
}

/** The rules whose outcome depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The barriers of a page in the light scheme, and those that the dark one has for the eye. */
export async function barriersInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await barriersOn(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await barriersOn(page, colourRules);
  return [...light, ...dark.map((barrier) => `dark: ${barrier}`)];
}

/**
 * What is cut off at the right of the screen, but what scrolls by itself: tabs, code and, on wide screens,
 * tables.
 */
export function cutOffOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *, header *, .side *, .bar *')].flatMap((element) => {
      const scrolls = `.tabs, pre, svg, .line, .skip, ${innerWidth > 768 ? '.scroll' : 'thead'}`;
      const { right, width } = element.getBoundingClientRect();
      const isCut = width > 1 && right > innerWidth + 1 && !element.closest(scrolls);
      return isCut ? [element.outerHTML.slice(0, 200)] : [];
    }),
  );
}

/** The current tab, if it is not in view. */
export function hiddenTabOn(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const tab = document.querySelector('.tabs [aria-current]');
    const { left = 0, right = 0 } = tab?.getBoundingClientRect() ?? {};
    return left < 0 || right > innerWidth ? (tab?.textContent ?? '') : undefined;
  });
}

/** Where the links of the menus are, from the left of their menu, by their texts. */
export function menusOn(page: Page): Promise<[name: string, left: number][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.side nav a, .tabs a')].map((link) => {
      const menu = link.closest('ul')?.getBoundingClientRect().left ?? 0;
      return [link.textContent ?? '', Math.round(10 * (link.getBoundingClientRect().left - menu))];
    }),
  );
}

/** How many pixels a page is wider than the screen. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

/** How much has moved on a page without anybody's doing since it was opened: Google calls up to 0.1 good. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const count = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        };
        const observer = new PerformanceObserver((list) => count(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => {
          count(observer.takeRecords());
          observer.disconnect();
          resolve(sum);
        }, 50);
      }),
  );
}
