import { createHash } from 'node:crypto';
import type { Browser } from '../browser.ts';
import type { WebAnswer, World } from '../world.ts';

const redirect = 'http://127.0.0.1:7777/callback';

/**
 * Connects an app by signing in, with right and wrong codes, tokens and secrets, uses it, and ends it.
 * Whatever opens something is a canary: only the answer that gives it may show it.
 */
export async function useApps({ ask, canaries }: World, browser: Browser): Promise<void> {
  const post = (path: string, fields: Record<string, string>, shows: readonly string[] = []) =>
    ask('POST', path, { body: new URLSearchParams(fields), shows });
  const call = (token: string, name: string, args = {}) =>
    ask('POST', '/mcp', {
      key: token,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
  const clientSecret = canaries.secret('the secret that an app brings along');
  const register = (told: object) => ask('POST', '/oauth/register', { body: told });
  await register({ client_secret: clientSecret, redirect_uris: [`http://${clientSecret}`] });
  await register({ client_secret: clientSecret, redirect_uris: 7 });
  const { body } = await register({ client_secret: clientSecret, redirect_uris: [redirect] });
  const { client_id } = JSON.parse(body);

  const verifier = canaries.secret('the verifier of an app');
  const authorize = new URLSearchParams({
    ...{ client_id, redirect_uri: redirect, response_type: 'code', code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const path = `/oauth/authorize?${authorize}`;
  let cookies = 0;
  /** Signatures of cookies: without one nobody goes on with a request to connect. */
  const keepCookies = (answer: WebAnswer) => {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, value = ''] = /^waitlist-oauth[\w-]*\.sig=([^;]+)/.exec(cookie) ?? [];
      cookies += 1;
      if (value !== '') canaries.secret(cookieName(cookies), { value });
    }
    return answer;
  };
  const cookieName = (number: number) => `cookie ${number} of connecting an app`;
  const shown = Array.from({ length: 20 }, (_, n) => cookieName(n + 1));
  const asked = keepCookies(await browser.open(path, shown));
  const page = new URL(String(asked.headers.get('location')), 'http://x').pathname;
  await browser.open(page, shown);
  const decided = keepCookies(await browser.send(page, { decision: 'allow', level: 'everything' }, shown));
  const back = new URL(String(decided.headers.get('location')), 'http://x').pathname;
  const code = 'the code of an app';
  const given = keepCookies(await browser.open(back, [...shown, code]));
  const location = new URL(String(given.headers.get('location')));
  canaries.secret(code, { value: location.searchParams.get('code') ?? '' });
  if (cookies === 0 || !location.searchParams.has('code')) throw new Error('The app was not connected.');

  const exchange = (fields: Record<string, string>, shows?: readonly string[]) =>
    post(
      '/oauth/token',
      { grant_type: 'authorization_code', client_id, redirect_uri: redirect, ...fields },
      shows,
    );
  const wrong = canaries.secret('a wrong code', { value: 'canary-wrong-code-'.padEnd(43, '7') });
  await exchange({ code: wrong, code_verifier: verifier });
  await exchange({ code: canaries.all.find(({ name }) => name === code)?.value ?? '', code_verifier: wrong });
  const first = ['an access token', 'a refresh token'] as const;
  const tokens = keep(
    await exchange({ code: location.searchParams.get('code') ?? '', code_verifier: verifier }, first),
    first,
  );
  const second = ['the next access token', 'the next refresh token'] as const;
  const refresh = (token: string, shows?: readonly string[]) =>
    post('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token: token }, shows);
  const next = keep(await refresh(tokens.refresh_token, second), second);
  await refresh(wrong);
  await post('/oauth/token', {
    grant_type: 'refresh_token',
    client_id,
    client_secret: clientSecret,
    refresh_token: wrong,
  });
  for (const token of [tokens.access_token, next.access_token, wrong]) {
    await call(token, 'list_waitlists');
    await call(token, 'add_signup', { waitlistId: token });
  }
  await ask('GET', '/v1/account', { key: next.access_token });
  await browser.open('/dashboard/apps');
  await ask('POST', `/mcp?access_token=${next.access_token}`);
  await post('/oauth/revoke', { client_id, token: next.access_token });
  await exchange({ code: location.searchParams.get('code') ?? '', code_verifier: verifier }); // ends it

  function keep({ body: told }: WebAnswer, [access, again]: readonly [string, string]) {
    const given = JSON.parse(told) as { access_token: string; refresh_token: string };
    canaries.secret(access, { value: given.access_token });
    canaries.secret(again, { value: given.refresh_token });
    return given;
  }
}
