import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, isReal, useBrowser } from '../../support/browser.ts';
import { makeVisitor } from '../../support/dashboard.ts';
import { listOf } from '../../support/list.ts';
import { useMailingService } from '../../support/service/mailing.ts';
import type { TestAccount } from '../../support/service/make.ts';

const read = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(String(Buffer.concat(chunks)));
};

describe.runIf(hasBrowser)('the way from the list to a user, in a browser (N5)', () => {
  const mailing = useMailingService();
  const { service } = mailing;
  const browser = useBrowser();
  let account: TestAccount;
  let productUrl: string;
  let key: string;

  const ask = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${mailing.baseUrl}/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as {
      valid?: boolean;
      reason?: string;
      email_hint?: string;
      first?: boolean;
    };
  };

  /** The account's own product: a page that verifies the token, and a form that makes an account. */
  const product = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('content-type', 'text/html');
    if (pathname !== '/welcome') return response.writeHead(404).end();
    const token = searchParams.get('token') ?? '';
    if (request.method === 'POST') {
      const email = (await read(request)).get('email') ?? '';
      const { first } = await ask('/conversions', { token, email });
      return response.end(first ? '<p>You are in.</p>' : '<p>No.</p>');
    }
    const { valid, reason, email_hint } = await ask('/invitations/verify', { token });
    return response.end(
      valid
        ? `<form method="post"><p>Hello ${email_hint}</p><label>Email <input name="email"></label><button>Join</button></form>`
        : `<p>Not valid: ${reason}</p>`,
    );
  });

  beforeAll(async () => {
    account = await service.account();
    key = await service.key(account, ['conversions:write']);
    product.listen(0, '127.0.0.1');
    await once(product, 'listening');
    productUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  });
  afterAll(() => product.close());

  test('list, filter, draft, sample, launch, mail, the page of the product, conversion, funnel', async () => {
    const list = listOf(service, account, await service.waitlist(account, { name: 'Notes' }));
    await list.field('plan', 'string');
    for (const [name, plan] of [
      ['ada', 'pro'],
      ['bo', 'free'],
      ['cy', 'pro'],
      ['di', 'pro'],
    ] as const)
      await list.add({ email: `${name}@example.com`, fields: { plan } });

    const { email, password } = await makeVisitor(service, account);
    const { page, complaints } = await browser.open(mailing.baseUrl);
    const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
    const sees = (text: string | RegExp) => page.getByText(text).first().waitFor();
    await page.goto(`/dashboard/sign-in?next=${encodeURIComponent(`/dashboard/waitlists/${list.id}`)}`);
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', password);
    await press('Sign in');
    await page.getByRole('link', { name: 'Invite', exact: true }).click();
    await page.fill('[name=url]', `${productUrl}/welcome`);
    await press('Save page');
    await sees('Saved.');

    // The count follows what is entered.
    const count = page.locator('#count');
    await count.getByText('4 people would be invited').waitFor();
    expect(await page.getByRole('button', { name: 'Count' }).isVisible()).toBe(false);
    await page.getByText('Narrow them down').click();
    await page.getByLabel('plan', { exact: true }).fill('pro');
    await count.getByText('3 people would be invited, of 3 who match').waitFor();
    await page.fill('[name=size]', '2');
    await count.getByText('2 people would be invited, of 3 who match').waitFor();
    await page.fill('[name=size]', '0');
    await count.getByText(/at least 1/).waitFor();
    await page.fill('[name=size]', '2');
    await count.getByText('2 people would be invited').waitFor();
    await press('Draft the wave');

    await sees('3 people match');
    expect(await page.locator('tbody th').allTextContents()).toEqual(['ada@example.com', 'cy@example.com']);
    const mail = page.frameLocator('iframe[title="Preview of the invitation"]');
    await mail.getByText('You’re invited to Notes').waitFor();
    await page.fill('[name=count]', '3');
    await press('Invite 2 people');
    await sees('Type 2 to invite 2 people.');
    await page.fill('[name=count]', '2');
    await press('Invite 2 people');
    await sees('Launched. 2 people are being invited.');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await mailing.worker.run('send-wave', { id, accountId: account.accountId });
    await mailing.worker.sendAll();
    // The page follows by itself, until it loads itself anew.
    await page.locator('#progress').waitFor({ state: 'detached' });

    const [invitation] = (await mailing.sink.mailsTo('cy@example.com')).filter(({ subject }) =>
      subject?.includes('invited'),
    );
    const link = /href="([^"]*token=[^"]*)"/.exec(invitation?.html ?? '')?.[1] ?? '';
    const { page: visit } = await browser.open(productUrl);
    await visit.goto(link);
    await visit.getByText('Hello c***@example.com').waitFor();
    await visit.getByLabel('Email').fill('CY@example.com');
    await visit.getByRole('button').click();
    await visit.getByText('You are in.').waitFor();
    await visit.goto(link);
    await visit.getByText('Not valid: converted').waitFor();

    await page.reload();
    const funnel = await page.locator('.shares li').allTextContents();
    const mailed = ['Delivered', 'Opened', 'Clicked'].map((step) => `${step}not reported`);
    expect(funnel).toEqual(['Selected2', 'Sent2', ...mailed, 'Became users1']);
    await sees('50%');
    expect(complaints.filter(isReal)).toEqual([
      expect.stringMatching(/400/), // the size 0
      expect.stringMatching(/400/), // the wrong number
    ]);
  });
});
