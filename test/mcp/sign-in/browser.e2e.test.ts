import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { barriersInBothSchemes, hasBrowser, overflowOf, useBrowser } from '../../support/browser.ts';
import { makeVisitor } from '../../support/dashboard.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { quietPort } from '../../support/network/quiet-port.ts';
import { useService } from '../../support/service/service.ts';

const env: NodeJS.ProcessEnv = {};

describe.runIf(hasBrowser)('an app that connects in a browser', () => {
  const service = useService(env, async () => {
    env.BASE_URL = `http://127.0.0.1:${await quietPort()}`;
  });
  const browser = useBrowser();
  let baseUrl: string;
  /** Where the app listens for its code. */
  let listener: FakeProvider;

  beforeAll(async () => {
    baseUrl = service.ctx.config.baseUrl;
    await service.app.listen({ port: Number(new URL(baseUrl).port), host: '127.0.0.1' });
    listener = await startFakeProvider(() => ({ status: 200, body: '<title>Back in the app</title>Done' }));
    return () => listener.close();
  });

  test('asks somebody who signs in on the way, and goes back to the app with a code', async () => {
    const account = await service.account();
    const { email, password } = await makeVisitor(service, account);
    const kept: { url?: URL; client?: object } = {};
    const redirectUrl = `${listener.url}/callback`;
    const app = {
      redirectUrl,
      clientMetadata: { client_name: 'Chat <b>assistant</b>', redirect_uris: [redirectUrl] },
      clientInformation: () => kept.client,
      saveClientInformation: (client: object) => Object.assign(kept, { client }),
      tokens: () => undefined,
      saveTokens: () => {},
      redirectToAuthorization: (url: URL) => Object.assign(kept, { url }),
      saveCodeVerifier: () => {},
      codeVerifier: () => '',
    };
    expect(await auth(app as never, { serverUrl: `${baseUrl}/mcp` })).toBe('REDIRECT');

    const { page, complaints } = await browser.open(baseUrl);
    await page.goto(String(kept.url));
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect Chat <b>assistant</b>?' }).waitFor();
    expect(await page.getByLabel('Look only').isChecked()).toBe(true);
    expect(await barriersInBothSchemes(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflowOf(page)).toBe(0);
    await page.getByLabel('Add and change').press('Space');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL(/\/callback\?code=/);
    expect(complaints.filter((complaint) => !complaint.includes(listener.url))).toEqual([]);

    await page.goto(`${baseUrl}/dashboard/apps`);
    await page.getByRole('cell', { name: 'Never' }).waitFor();
    expect(await barriersInBothSchemes(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^End Chat/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('is not connected any more.').waitFor();
  });
});
