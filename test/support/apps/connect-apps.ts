import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'vitest';
import type { Visitor } from '../dashboard.ts';

/** Where the apps of the tests listen for their codes. */
export const redirectUrl = 'http://127.0.0.1:7777/callback';

/** What the official client package keeps of a connection. */
export function keepIn(kept: Record<string, unknown>) {
  return {
    redirectUrl,
    clientMetadata: { client_name: 'Chat', redirect_uris: [redirectUrl] },
    state: () => 'state-of-the-client',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      kept.url = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => String(kept.verifier),
  };
}

const verifier = 'a'.repeat(50);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pathOf = ({ pathname, search }: URL) => pathname + search;

export const textOf = (result: object) => (result as { content: { text: string }[] }).content[0]?.text ?? '';

/** What connects apps to a service at this URL, as apps do. */
export function appsAt(baseUrl: string) {
  /** Follows an app's request in a browser up to the page that asks. @returns the page and its path */
  async function ask(visitor: Visitor, url: URL) {
    const answer = await visitor.open(url.pathname + url.search);
    expect([answer.statusCode, answer.body]).toEqual([303, expect.anything()]);
    const path = new URL(String(answer.headers.location), baseUrl).pathname;
    return { path, page: await visitor.open(path) };
  }

  /** Answers the page, and follows to where the app listens. @returns its query */
  async function decide(visitor: Visitor, path: string, fields: Record<string, string>) {
    const sent = await visitor.send(path, fields);
    expect([sent.statusCode, sent.headers.location]).toEqual([
      303,
      expect.stringContaining('/oauth/authorize/'),
    ]);
    const back = await visitor.open(new URL(String(sent.headers.location)).pathname);
    expect(String(back.headers.location)).toContain(redirectUrl);
    return new URL(String(back.headers.location)).searchParams;
  }

  /** Connects the official client package. */
  async function connect(
    visitor: Visitor,
    fields: Record<string, string>,
    { path = '/mcp', kept = {} as Record<string, unknown> } = {},
  ) {
    const open = () =>
      new StreamableHTTPClientTransport(new URL(baseUrl + path), { authProvider: keepIn(kept) as never });
    const transport = open();
    const client = new Client({ name: 'chat', version: '1' });
    await expect(client.connect(transport as never)).rejects.toThrow(UnauthorizedError);
    const { path: asked } = await ask(visitor, kept.url as URL);
    const query = await decide(visitor, asked, { decision: 'allow', ...fields });
    expect(query.get('state')).toBe('state-of-the-client');
    await transport.finishAuth(String(query.get('code')));
    const connected = new Client({ name: 'chat', version: '1' });
    await connected.connect(open() as never);
    return { client: connected, kept, code: String(query.get('code')) };
  }

  let addresses = 0;

  const send = (path: string, body: object, from = `203.0.113.${++addresses}`) =>
    fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    });

  /** Registers an app. @returns its id */
  async function register(): Promise<string> {
    const answer = await send('/oauth/register', { client_name: 'Chat', redirect_uris: [redirectUrl] });
    expect(answer.status).toBe(201);
    return (await answer.json()).client_id;
  }

  function authorizeUrl(client: string, change: Record<string, string>): URL {
    const url = new URL(`${baseUrl}/oauth/authorize`);
    const params = {
      ...{ client_id: client, redirect_uri: redirectUrl, response_type: 'code', state: 's' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: `${baseUrl}/mcp`, ...change },
    };
    for (const [name, value] of Object.entries(params)) if (value !== '') url.searchParams.set(name, value);
    return url;
  }

  const post = (path: string, fields: Record<string, string>, at = baseUrl) =>
    fetch(at + path, {
      method: 'POST',
      headers: { 'x-forwarded-for': `203.0.113.${++addresses}` },
      body: new URLSearchParams(fields),
    });
  const exchange = (client: string, code: string, change: Record<string, string> = {}, at = baseUrl) =>
    post(
      '/oauth/token',
      {
        ...{ grant_type: 'authorization_code', code, client_id: client },
        ...{ redirect_uri: redirectUrl, code_verifier: verifier, ...change },
      },
      at,
    );
  const refresh = (client: string, token: string, at = baseUrl) =>
    post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: client }, at);

  /** Connects an app. @returns its tokens */
  async function tokensOf(
    visitor: Visitor,
    fields: Record<string, string>,
    { resource = '/mcp', scope = '' } = {},
  ) {
    const client = await register();
    const { path } = await ask(visitor, authorizeUrl(client, { resource: baseUrl + resource, scope }));
    const code = String((await decide(visitor, path, { decision: 'allow', ...fields })).get('code'));
    const answer = await exchange(client, code);
    expect(answer.status).toBe(200);
    return { ...(await answer.json()), client_id: client, code } as Record<string, string> & {
      access_token: string;
      refresh_token: string;
      client_id: string;
      code: string;
    };
  }

  /** Lists the tools with a token. @returns the status */
  const call = async (token: string, path = '/mcp', at = baseUrl) =>
    (
      await fetch(at + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      })
    ).status;

  /** The same once no process remembers what the token opened. */
  const callAfterASecond = async (token: string) => {
    await sleep(1_000);
    return call(token);
  };

  return {
    ask,
    decide,
    connect,
    send,
    register,
    authorizeUrl,
    post,
    exchange,
    refresh,
    tokensOf,
    call,
    callAfterASecond,
    pathOf,
  };
}
