import { Agent, request } from 'node:http';
import type { WebContext } from '../../../src/api/web-context.ts';
import { createApiKey } from '../../../src/shared/account/api-keys/create-api-key.ts';
import { createUser } from '../../../src/shared/account/users/create-user.ts';
import { callerAddress } from '../network/caller-address.ts';
import { makeAccount, type TestAccount } from '../service/make.ts';
import type { FuzzRequest } from './requests.ts';

export interface SentAnswer {
  /** 0 if no answer came in time. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly ms: number;
}

const longestWaitMs = 10_000;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * A client with its own account, a key and a signed-in user. It keeps one row of everything that a path can
 * name.
 */
export class FuzzClient {
  readonly account: TestAccount;
  /** The ids of its rows, and the CSRF token of its session. */
  own: Readonly<Record<string, string>> = {};
  readonly #ctx: WebContext;
  readonly #base: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #user: { email: string; password: string };
  #cookie = '';
  #made = 0;

  private constructor(ctx: WebContext, url: string, account: TestAccount) {
    this.#ctx = ctx;
    this.#base = new URL(url);
    this.account = account;
    this.#user = { email: `owner-${account.accountId}@example.com`, password: 'correct horse battery' };
  }

  static async start(ctx: WebContext, url: string): Promise<FuzzClient> {
    const client = new FuzzClient(ctx, url, await makeAccount(ctx.sql));
    await createUser(ctx, client.account.accountId, client.#user);
    await client.#signIn();
    await client.makeOwn();
    return client;
  }

  /** Sends a request unchanged. `caller` is the number of its client address. */
  send(method: string, { path, headers, body }: FuzzRequest, caller: number): Promise<SentAnswer> {
    const started = performance.now();
    return new Promise((resolve) => {
      const done = (status: number, from: Partial<SentAnswer> = {}) =>
        resolve({ status, headers: {}, body: '', ...from, ms: performance.now() - started });
      const call = request({
        hostname: this.#base.hostname,
        port: this.#base.port,
        agent: this.#agent,
        method,
        path,
        headers: {
          authorization: `Bearer ${this.account.key}`,
          cookie: this.#cookie,
          'x-forwarded-for': callerAddress(caller),
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
        signal: AbortSignal.timeout(longestWaitMs),
      });
      call.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (part) => chunks.push(part));
        response.on('end', () =>
          done(response.statusCode ?? 0, {
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
        response.on('error', () => done(0));
      });
      call.on('error', () => done(0));
      call.end(body);
    });
  }

  /** Restores what requests may have deleted. */
  async makeOwn(): Promise<void> {
    const { id, userId, keyId } = this.own;
    const page = await this.#get('/dashboard');
    if (page.status !== 200) await this.#signIn();
    const list = id && (await this.#get(`/v1/waitlists/${id}/signups?email=own@example.com`)).body;
    const [left] = await this.#ctx.sql<[{ users: number; keys: number }]>`
      SELECT (SELECT count(*) FROM users WHERE id = ${userId ?? null}) AS users,
             (SELECT count(*) FROM api_keys WHERE id = ${keyId ?? null} AND revoked_at IS NULL) AS keys`;
    if (list?.includes('own@example.com') && left.users > 0 && left.keys > 0) return;
    this.own = { ...(await this.#makeRows()), csrf: this.own.csrf ?? '' };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #makeRows(): Promise<Record<string, string>> {
    const { accountId } = this.account;
    this.#made += 1;
    const call = async (method: string, path: string, payload: object) =>
      JSON.parse((await this.#json(method, path, payload)).body || '{}');
    const { id } = await call('POST', '/v1/waitlists', { name: `Own ${this.#made}` });
    for (const type of ['string', 'number', 'boolean'])
      await call('POST', `/v1/waitlists/${id}/fields`, { key: type, label: type, type });
    const signup = await call('POST', `/v1/waitlists/${id}/signups`, { email: 'own@example.com' });
    await call('PUT', '/v1/integrations/webhook', { config: { url: 'http://127.0.0.1:9/own' } });
    const email = `other-${this.#made}-${accountId}@example.com`;
    const { user_id: userId } = await createUser(this.#ctx, accountId, { email, password: 'correct horse' });
    const { key_id: keyId } = await createApiKey(this.#ctx, accountId, { name: 'Spare', scopes: 'all' });
    return { id, signupId: signup.id, key: 'string', type: 'webhook', provider: 'smtp', userId, keyId };
  }

  async #signIn(): Promise<void> {
    this.#cookie = '';
    const body = new URLSearchParams(this.#user).toString();
    const { headers } = await this.send('POST', { path: '/dashboard/sign-in', headers: form, body }, 0);
    this.#cookie = [headers['set-cookie']]
      .flat()
      .map((cookie) => cookie?.split(';')[0])
      .join('; ');
    const { body: page } = await this.#get('/dashboard');
    const csrf = /name="csrf" value="([^"]*)"/.exec(page)?.[1];
    if (csrf === undefined) throw new Error('The sign-in failed');
    this.own = { ...this.own, csrf };
  }

  #get(path: string): Promise<SentAnswer> {
    return this.send('GET', { path, headers: {} }, 0);
  }

  #json(method: string, path: string, payload: object): Promise<SentAnswer> {
    return this.send(
      method,
      { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) },
      this.#made,
    );
  }
}
