import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { barriersInBothSchemes, barriersOn, hasBrowser, overflowOf, useBrowser } from '../support/browser.ts';
import type { TestAccount } from '../support/service/make.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';
import { type Example, type StartOptions, startExample, startOptions } from './start-example.ts';

/** What a visitor sees after sending the form. */
interface Shown {
  readonly place: number | null;
  readonly link: string | null;
  readonly message?: string | undefined;
}

const onListAlready = 'You are on the list already. See your mail.';

const fromJson = async (answer: Response) => (await answer.json()) as Shown;

async function fromPage(answer: Response): Promise<Shown> {
  const page = await answer.text();
  const find = (pattern: RegExp) => pattern.exec(page)?.[1];
  return {
    place: Number(find(/You are number.*?<strong>([\d,]+)</s)?.replaceAll(',', '')) || null,
    link: find(/aria-label="Your link" value="([^"]+)"/) ?? null,
    message: find(/<p role="alert">([^<]*)/) ?? find(/<p class="number">(?:<!--.*?-->)*\s*([^<]*?)\s*</),
  };
}

/** How to start each starter, where its form goes, and how to read its answer. */
const starters = {
  nextjs: { ...startOptions.nextjs, form: '/signup', read: fromJson },
  express: { ...startOptions.express, form: '/signup', read: fromJson },
  sveltekit: { ...startOptions.sveltekit, form: '/', read: fromPage },
} satisfies Record<string, StartOptions & { form: string; read(answer: Response): Promise<Shown> }>;

const cookieOf = (answer: Response) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith('waitlist_status='));

describe.each(Object.entries(starters))('examples/%s (N1)', (name, { form, read, ...options }) => {
  const service = useService();
  const browser = hasBrowser ? useBrowser() : undefined;
  let account: TestAccount;
  let key: string;
  let waitlist: string;
  let web: ServiceProcess;
  let proxy: RecordingProxy;
  let example: Example;

  beforeAll(async () => {
    account = await service.account({ requestsPerMinute: 1_000 });
    waitlist = await service.waitlist(account, { referral_bonus: 2 });
    key = await service.key(
      account,
      name === 'nextjs' ? ['signups:write', 'conversions:write'] : ['signups:write'],
    );
    const rewards = [
      { at: 1, key: 'early', name: 'Early access' },
      { at: 3, key: 'stickers', name: 'Sticker pack' },
    ];
    await service.call('PATCH', `/v1/waitlists/${waitlist}/settings`, account.key, {
      payload: { rewards, links: { site_url: 'https://notes.example.com/', show_rewards: true } },
    });
    web = await startProcess('web', service.env);
    proxy = await startRecordingProxy(web.url);
    example = await startExample(name, { url: proxy.url, key, waitlist }, options);
  });

  afterAll(async () => {
    await example?.close();
    proxy?.close();
    await web?.stop();
  });

  /** Sends the form as a browser behind the proxy. `claimed` is an address that the visitor sent along. */
  const send = (fields: Record<string, string>, address = '8.8.8.8', claimed = '1.1.1.1') =>
    fetch(`${example.url}${form}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: {
        accept: 'text/html',
        origin: example.url,
        'user-agent': 'Visitor/1.0',
        'x-forwarded-for': `${claimed}, ${address}`,
      },
    });

  const onList = async () =>
    (
      await service.sql<{ email: string; referral_code: string; referral_count: number }[]>`
        SELECT email, referral_code, referral_count FROM signups WHERE waitlist_id = ${waitlist} ORDER BY position`
    ).map((row) => ({ ...row }));

  test('adds 100 visitors within a minute, each with the own address', async () => {
    const visitors = Array.from({ length: 100 }, (_, i) => ({
      email: `v${i}@example.com`,
      ip: `8.8.4.${i + 1}`,
    }));
    const shown: Shown[] = [];
    for (let i = 0; i < visitors.length; i += 10)
      shown.push(
        ...(await Promise.all(
          visitors.slice(i, i + 10).map(async ({ email, ip }) => {
            const answer = await send({ email, ref: '', website: '' }, ip);
            expect([email, answer.status]).toEqual([email, 200]);
            return read(answer);
          }),
        )),
      );
    expect(shown.map(({ place }) => place).sort((a, b) => Number(a) - Number(b))).toEqual(
      visitors.map((_, i) => i + 1),
    );
    const codes = (await onList()).map(
      ({ referral_code }) => `https://notes.example.com/?ref=${referral_code}`,
    );
    expect(shown.map(({ link }) => link).sort()).toEqual(codes.sort());
    expect(
      proxy.signups.map(({ email, client_ip, user_agent }) => ({ email, client_ip, user_agent })),
    ).toEqual(
      expect.arrayContaining(
        visitors.map(({ email, ip }) => ({ email, client_ip: ip, user_agent: 'Visitor/1.0' })),
      ),
    );
  });

  test('refuses the 21st signup of one address with a message, whatever the visitor sends', async () => {
    const statuses: number[] = [];
    let answer: Response;
    do {
      answer = await send({ email: 'v1@example.com' }, '8.8.5.1', `9.9.9.${statuses.length}`);
      statuses.push(answer.status);
    } while (answer.status === 200 && statuses.length < 45); // 45: the minute may end meanwhile
    expect(answer.status).toBe(429);
    expect(statuses.length).toBeGreaterThan(20);
    expect(await read(answer)).toMatchObject({ message: 'Please try again in a minute.' });
  });

  test('gives a new visitor a status token that the page can read, and nobody else', async () => {
    const email = 'ada@example.com';
    const cookie = cookieOf(await send({ email })) ?? '';
    expect(cookie).not.toMatch(/httponly/i);
    expect(cookie).toMatch(/max-age=31536000/i);
    expect(cookie).toMatch(/samesite=lax/i);
    const token = /=([\w-]+)/.exec(cookie)?.[1];
    const status = await fetch(`${web.url}/v1/public/status`, {
      headers: { authorization: `Status ${token}` },
    });
    expect(await status.json()).toMatchObject({ position: (await onList()).length });
    const again = await send({ email });
    expect([again.status, cookieOf(again)]).toEqual([200, undefined]);
    const shown = await read(again);
    expect(shown.message).toBe(onListAlready);
    expect([shown.place ?? null, shown.link ?? null]).toEqual([null, null]);
  });

  test.each([
    ['8.8.9.9:51234', '8.8.9.9'],
    ['[2001:4860:4860::8888]:51234', '2001:4860:4860::8888'],
    ['2001:4860:4860::8844', '2001:4860:4860::8844'],
    ['::ffff:8.8.9.8', '::ffff:8.8.9.8'],
  ])('takes %s from the proxy as %s', async (forwarded, address) => {
    expect((await send({ email: `port.${address.at(-1)}@example.com` }, forwarded)).status).toBe(200);
    expect(proxy.signups.at(-1)).toMatchObject({ client_ip: address });
  });

  test('refuses what is no form, without an error of its own', async () => {
    const headers = { 'content-type': 'application/json', origin: example.url, 'x-forwarded-for': '8.8.8.9' };
    const answer = await fetch(`${example.url}${form}`, {
      method: 'POST',
      headers,
      body: '{"email":"a@b.co"}',
    });
    expect([400, 415]).toContain(answer.status);
  });

  test.runIf(name === 'express')('takes the address of the connection without a proxy', async () => {
    const direct = await startExample(
      name,
      { url: proxy.url, key, waitlist },
      { args: () => [], env: () => ({}) },
    );
    try {
      const answer = await fetch(`${direct.url}${form}`, {
        method: 'POST',
        body: new URLSearchParams({ email: 'direct@example.com' }),
        headers: { 'x-forwarded-for': '8.8.9.7' },
      });
      expect(answer.status).toBe(200);
      expect(proxy.signups.at(-1)?.client_ip).toMatch(/^(::ffff:127\.0\.0\.1|127\.0\.0\.1|::1)$/);
    } finally {
      await direct.close();
    }
  });

  test('answers a bot that fills the hidden field, and stores nothing', async () => {
    const before = await onList();
    const answer = await send({ email: 'bot@example.com', website: 'https://spam.example' });
    expect(answer.status).toBe(200);
    expect(await read(answer)).toMatchObject({ place: null, link: null });
    expect(await onList()).toEqual(before);
  });

  test.each(['nobody', ''])('shows a message for the address "%s"', async (email) => {
    const answer = await send({ email });
    expect(await read(answer)).toMatchObject({ message: 'Please check your email address.' });
  });

  test('tells the owner, not the visitor, that a required field is not in the form', async () => {
    const fields = `/v1/waitlists/${waitlist}/fields`;
    const payload = { key: 'company', label: 'Company', type: 'string', required: true };
    expect((await service.call('POST', fields, account.key, { payload })).statusCode).toBe(201);
    try {
      const answer = await send({ email: 'right@example.com' }, '8.8.3.1');
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toMatch(/your email|on the list/);
      const reason = 'The waitlist service answered 400: fields.company: is required';
      await vi.waitFor(() => expect(example.log()).toContain(reason), 10_000);
      expect(await read(await send({ email: 'nobody' }, '8.8.3.2'))).toMatchObject({
        message: 'Please check your email address.',
      });
    } finally {
      await service.call('DELETE', `${fields}/company`, account.key);
    }
  });

  test('passes the code of the link', async () => {
    await send({ email: 'friend@example.com' }, '8.8.6.1');
    const code = async () => (await onList()).find((row) => row.email === 'friend@example.com');
    const ref = (await code())?.referral_code ?? '';
    await send({ email: 'referred@example.com', ref }, '8.8.6.2');
    await send({ email: 'lost@example.com', ref: 'x'.repeat(500) }, '8.8.6.3');
    expect(await code()).toMatchObject({ referral_count: 1 });
    expect((await onList()).map(({ email }) => email)).toContain('lost@example.com');
  });

  test.runIf(name === 'nextjs')('lets an invited person in, once and by the own address (N5)', async () => {
    const call = async (path: string, payload: object, method: 'PATCH' | 'POST' = 'POST') =>
      (await service.call(method, `/v1/waitlists/${waitlist}${path}`, account.key, { payload })).json();
    const { id } = await call('/signups', { email: 'margaret@example.com' });
    await call('/settings', { invitations: { url: `${example.url}/welcome` } }, 'PATCH');
    const { url } = await call(`/signups/${id}/invite`, { deliver: 'link' });
    const open = async (address: string) => (await fetch(address)).text();
    expect(await open(`${example.url}/welcome`)).toContain('This link is not complete.');
    expect(await open(url)).toContain('m***@example.com');
    const token = new URL(url).searchParams.get('token') ?? '';
    const accept = async (email: string) => {
      const body = new URLSearchParams({ token, email });
      const answer = await fetch(`${example.url}/welcome/accept`, {
        method: 'POST',
        body,
        redirect: 'manual',
      });
      expect(answer.status).toBe(303);
      return open(new URL(answer.headers.get('location') ?? '', example.url).href);
    };
    expect(await accept('somebody@example.com')).toContain('That is another address.');
    for (let time = 0; time < 2; time++)
      expect(await accept('Margaret@example.com')).toContain('Welcome! Your account is ready.');
    const conversions = await service.sql`SELECT signup_id, external_id FROM conversions`;
    expect(conversions.map((row) => ({ ...row }))).toEqual([
      { signup_id: id, external_id: 'user_Margaret@example.com' },
    ]);
  });

  test.skipIf(!browser)('shows the place in a browser, also at the next visit', async () => {
    const ref = (await onList())[0]?.referral_code ?? '';
    const { page } = await (browser as NonNullable<typeof browser>).open(example.url);
    await page.route(`${example.url}/**`, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': '8.8.7.1' } }),
    );
    await page.goto(`/?ref=${ref}`);
    await page.getByLabel('Email').fill('grace@nowhere');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByText('Please check your email address.').waitFor();
    expect([await barriersOn(page), await overflowOf(page)]).toEqual([[], 0]);
    const place = page.getByText(`You are number ${(await onList()).length + 1}`, { exact: true });
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await place.waitFor();
    expect([await barriersOn(page), await overflowOf(page)]).toEqual([[], 0]);
    expect((await onList())[0]).toMatchObject({ referral_count: 1 });
    await page.goto('/');
    await place.waitFor();
    expect(await page.getByLabel('Email').isVisible()).toBe(false);
  });

  test.skipIf(!browser)(
    'shows what a friend brings, the rewards, and the link to copy and share',
    async () => {
      const { page } = await (browser as NonNullable<typeof browser>).open(example.url, {
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.route(`${example.url}/**`, (route) =>
        route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': '8.8.7.4' } }),
      );
      await page.addInitScript('navigator.share = undefined');
      await page.goto('/');
      await page.getByLabel('Email').fill('sharing@example.com');
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByText('Each friend who joins moves you up 2 places.', { exact: true }).waitFor();
      await page.getByText('1 more until Early access', { exact: true }).waitFor();
      const link = await page.getByLabel('Your link').inputValue();
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      const networks = await page
        .locator('.networks a')
        .evaluateAll((all: HTMLAnchorElement[]) =>
          all.map(({ textContent, href }) => ({ name: textContent, href: decodeURIComponent(href) })),
        );
      expect(networks).toEqual(
        ['X', 'WhatsApp', 'LinkedIn', 'Telegram', 'Email'].map((name) => ({
          name,
          href: expect.stringContaining(link),
        })),
      );

      const code = new URL(link).searchParams.get('ref');
      await service.signUp(account, waitlist, { email: 'shared@example.com', referral_code: code });
      await page.addInitScript('navigator.share = async (shared) => void (window.shared = shared)');
      await page.goto('/');
      await page.getByText('Each friend who joins moves you up 2 places. 1 friend so far.').waitFor();
      await page.getByText(/^of \d+ on the list · 2 places up$/).waitFor();
      await page.getByText('2 more until Sticker pack', { exact: true }).waitFor();
      const steps = await page.locator('.ladder li').allInnerTexts();
      expect(steps.map((step) => step.split(/\s*\n/))).toEqual([
        ['Early access', 'Being checked'],
        ['Sticker pack', '3 friends'],
      ]);
      expect(await page.locator('.networks a').first().isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Share' }).click();
      const text = 'I am on the waitlist for Acme Notes. Join me!';
      expect(await page.evaluate('window.shared')).toEqual({ text, url: link });
      expect([await barriersInBothSchemes(page), await overflowOf(page)]).toEqual([[], 0]);
    },
  );

  test.skipIf(!browser)('adds a visitor who clicks twice once, and shows the place', async () => {
    const { page } = await (browser as NonNullable<typeof browser>).open(example.url);
    await page.route(`${example.url}/**`, async (route) => {
      const isPost = route.request().method() === 'POST';
      if (isPost) await sleep(500); // the second click comes meanwhile
      await route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': '8.8.7.2' } });
    });
    await page.goto('/');
    await page.getByLabel('Email').fill('nobody@nowhere');
    await page.getByRole('button', { name: 'Join the waitlist' }).dblclick();
    await page.getByText('Please check your email address.').waitFor();
    await page.getByLabel('Email').fill('twice@example.com');
    await page.getByRole('button', { name: 'Join the waitlist' }).dblclick();
    const place = `You are number ${(await onList()).length + 1}`;
    await page.getByText(place, { exact: true }).waitFor({ timeout: 10_000 });
    expect(proxy.signups.filter(({ email }) => email === 'twice@example.com')).toHaveLength(1);
  });

  test('passes the source, as long as the service takes it', async () => {
    const referrer = 'https://www.example.org/post';
    await send({ email: 'source@example.com', utm_source: 'poster', referrer }, '8.8.2.1');
    expect(proxy.signups.at(-1)).toMatchObject({ utm_source: 'poster', referrer });
    await send({ email: 'nosource@example.com', utm_source: '', referrer: '' }, '8.8.2.2');
    const long = { utm_source: 'x'.repeat(500), referrer: `${referrer}?${'x'.repeat(3_000)}` };
    expect((await send({ email: 'longsource@example.com', ...long }, '8.8.2.3')).status).toBe(200);
    const stored = await service.sql`
      SELECT utm_source, length(utm_source) AS length, length(referrer) AS referrer_length FROM signups
      WHERE waitlist_id = ${waitlist} AND email LIKE '%source@example.com' ORDER BY position`;
    expect(stored.map((row) => Object.values(row))).toEqual([
      ['poster', 6, referrer.length],
      [null, null, null],
      ['x'.repeat(200), 200, 2_000],
    ]);
  });

  test.skipIf(!browser)('reads the source in the browser: another site, but not the own one', async () => {
    const { page } = await (browser as NonNullable<typeof browser>).open(example.url);
    await page.route(`${example.url}/**`, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': '8.8.7.3' } }),
    );
    for (const [email, referer, referrer] of [
      [
        'elsewhere@example.com',
        'https://www.example.org/post',
        expect.stringMatching(/^https:\/\/www\.example\.org\//),
      ],
      ['own@example.com', `${example.url}/blog`, null],
    ] as const) {
      await page.context().clearCookies();
      await page.goto('/?utm_source=poster', { referer });
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByText('You are number').waitFor({ timeout: 10_000 });
      const [row] = await service.sql`SELECT utm_source, referrer FROM signups WHERE email = ${email}`;
      expect({ ...row }).toEqual({ utm_source: 'poster', referrer });
    }
  });
});
