import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const redirect = 'http://127.0.0.1:7777/callback';
const refreshes = 4;
/** A step that is not answered by then is lost. */
const longestMs = 30_000;
const pauseMs = 100;

interface AppOptions {
  readonly urls: readonly string[];
  readonly baseUrl: string;
  /** The Cookie header of a signed-in owner. */
  readonly cookie: string;
  /** Tells the app's address from others: limits count by it. */
  readonly number: number;
}

/** An app that is connected, ended and connected again until it is stopped. */
export interface SigningInApp {
  /** Answers by step and status, of all tries. */
  readonly answers: Readonly<Record<string, number>>;
  /** What an app or its user would complain about. */
  readonly problems: readonly string[];
  /** How often all steps were gone through. */
  rounds(): number;
  /** What it waits for an answer to, such as `refresh`. */
  step(): string;
  /** Ends after a round whose app stays connected. @returns its client and its refresh token */
  stop(): Promise<{ client: string; token: string }>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Whether an earlier try may have had an effect whose answer was lost. */
  readonly isRepeated: boolean;
}

/**
 * Goes through the steps of an app and of its user's browser over and over: authorize, consent, code, tokens,
 * refreshes with a tool call each, revocation. What was answered with 503 or not at all is sent again, as
 * OAuth lets apps do, to the process that is next.
 */
export function startSigningInApp({ urls, baseUrl, cookie, number }: AppOptions): SigningInApp {
  const answers: Record<string, number> = {};
  const problems: string[] = [];
  let [rounds, sent, step, isOver] = [0, number, '', false];
  let last = { client: '', token: '' };

  async function send(name: string, path: string, init: RequestInit = {}): Promise<Answer> {
    step = name;
    const end = performance.now() + longestMs;
    for (let isRepeated = false; ; isRepeated = true) {
      const url = (urls[sent % urls.length] ?? '') + path;
      const headers = { 'x-forwarded-for': `10.7.${number}.${sent++ % 250}`, ...(init.headers as object) };
      const answer = await fetch(url, { redirect: 'manual', ...init, headers })
        .then(async (got) => ({ status: got.status, headers: got.headers, body: await got.text() }))
        .catch(() => undefined);
      const seen = `${name} ${answer?.status ?? 'broken off'}`;
      answers[seen] = (answers[seen] ?? 0) + 1;
      if (answer && answer.status >= 500 && answer.status !== 503)
        problems.push(`${seen}: ${answer.body.slice(0, 200)}`);
      if (answer && answer.status < 500) return { ...answer, isRepeated };
      if (performance.now() > end) throw new Error(`${name} was not answered within ${longestMs} ms`);
      await sleep(pauseMs);
    }
  }
  const post = (name: string, path: string, fields: Record<string, string>, headers = {}) =>
    send(name, path, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const must = (holds: boolean, what: string, { status, body }: Answer) => {
    if (!holds) problems.push(`${what}: ${status} ${body.slice(0, 200)}`);
    return holds;
  };

  /** @returns a code; undefined where the browser has to begin anew, because an answer was lost */
  async function consent(client: string, verifier: string): Promise<string | undefined> {
    const jar = new Map(cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]));
    const asBrowser = () => ({ cookie: [...jar].map((pair) => pair.join('=')).join('; ') });
    const keep = ({ headers }: Answer) => {
      for (const given of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
        jar.set(name, value);
      }
    };
    const pathIn = ({ headers }: Answer) => new URL(headers.get('location') ?? '/', baseUrl).pathname;
    const authorize = new URLSearchParams({
      ...{ client_id: client, redirect_uri: redirect, response_type: 'code', state: 's' },
      ...{ code_challenge_method: 'S256', resource: `${baseUrl}/mcp` },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    });
    const asked = await send('authorize', `/oauth/authorize?${authorize}`, { headers: asBrowser() });
    if (!must(asked.status === 303, 'a request to connect was refused', asked)) return undefined;
    keep(asked);
    const page = await send('page', pathIn(asked), { headers: asBrowser() });
    if (!must(page.status === 200, 'the page did not come', page)) return undefined;
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const form = { csrf, decision: 'allow', level: 'everything' };
    const decided = await post('consent', pathIn(asked), form, asBrowser());
    if (decided.status !== 303) {
      must(decided.isRepeated, 'a first answer was refused', decided);
      return undefined;
    }
    keep(decided);
    const back = await send('code', pathIn(decided), { headers: asBrowser() });
    const code = new URL(back.headers.get('location') ?? '/', baseUrl).searchParams.get('code');
    if (code === null) must(back.isRepeated, 'no code came', back);
    return code ?? undefined;
  }

  async function connect(client: string, isLast: boolean): Promise<void> {
    const verifier = randomBytes(32).toString('base64url');
    const code = await consent(client, verifier);
    if (code === undefined) return;
    const exchange = { grant_type: 'authorization_code', client_id: client, redirect_uri: redirect };
    const first = await post('token', '/oauth/token', { ...exchange, code, code_verifier: verifier });
    if (first.status !== 200) {
      must(first.isRepeated && /invalid_grant/.test(first.body), 'a code was refused', first);
      return;
    }
    let tokens = JSON.parse(first.body) as { access_token: string; refresh_token: string };
    for (let at = 0; at < refreshes; at++) {
      const { refresh_token } = tokens;
      const refresh = { grant_type: 'refresh_token', client_id: client, refresh_token };
      const next = await post('refresh', '/oauth/token', refresh);
      if (!must(next.status === 200, 'a refresh token was lost', next)) return;
      tokens = JSON.parse(next.body);
      const called = await send('tool', '/mcp', {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
          accept: 'application/json',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'list_waitlists', arguments: {} },
        }),
      });
      must(called.status === 200, 'a tool refused a fresh token', called);
    }
    last = { client, token: tokens.refresh_token };
    if (isLast) return;
    const ended = await post('revoke', '/oauth/revoke', { client_id: client, token: tokens.refresh_token });
    must(ended.status === 200, 'a revocation was refused', ended);
  }

  const running = (async () => {
    const told = JSON.stringify({ client_name: `App ${number}`, redirect_uris: [redirect] });
    const headers = { 'content-type': 'application/json' };
    const made = await send('register', '/oauth/register', { method: 'POST', headers, body: told });
    const { client_id: client } = JSON.parse(made.body);
    while (!isOver) {
      await connect(client, false);
      rounds += 1;
    }
    for (last = { client, token: '' }; last.token === ''; rounds++) await connect(client, true);
  })().catch((error: unknown) => problems.push(String(error)));

  return {
    answers,
    problems,
    rounds: () => rounds,
    step: () => step,
    async stop() {
      isOver = true;
      await running;
      return last;
    },
  };
}
