import type { AddressInfo } from 'node:net';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { BrowserContextOptions } from 'playwright-core';
import type { Role } from '../../src/shared/account/scopes.ts';
import { createUser } from '../../src/shared/account/users/create-user.ts';
import type { useBrowser, WatchedPage } from './browser.ts';
import type { TestAccount } from './service/make.ts';
import type { Service } from './service/service.ts';

export type FormFields = Readonly<Record<string, string | readonly string[]>>;

/** A browser without scripts: it keeps cookies and sends forms. */
export interface Visitor {
  readonly email: string;
  readonly password: string;
  readonly cookies: Map<string, string>;
  /** The Cookie header, for requests over a socket. */
  cookieHeader(): string;
  /** Requests a page. */
  open(path: string, options?: InjectOptions): Promise<LightMyRequestResponse>;
  /** Sends a form with the CSRF token of this session. */
  send(path: string, fields?: FormFields, options?: InjectOptions): Promise<LightMyRequestResponse>;
  /** Follows the redirect of an answer. */
  follow(answer: LightMyRequestResponse): Promise<LightMyRequestResponse>;
  signIn(password?: string): Promise<LightMyRequestResponse>;
}

let users = 0;

/** Creates a user of the account, who is not signed in yet. */
export async function makeVisitor(
  service: Service,
  { accountId }: TestAccount,
  role: Role = 'owner',
): Promise<Visitor> {
  users += 1;
  const email = `owner${users}-${process.pid}@example.com`;
  const password = `correct horse ${users}`;
  await createUser(service.ctx, accountId, { email, password, role });
  const address = `10.9.${(users >> 8) & 255}.${users & 255}`; // sign-ins count by address
  const cookies = new Map<string, string>();

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function request(options: InjectOptions): Promise<LightMyRequestResponse> {
    const answer = await service.app.inject({
      ...options,
      headers: {
        'x-forwarded-for': address,
        cookie: cookieHeader(),
        ...options.headers,
      },
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name);
      else cookies.set(name, encodeURIComponent(value));
    }
    return answer;
  }

  /** The CSRF tokens of sessions, by their cookies. */
  const tokens = new Map<string, string>();
  async function findToken(): Promise<string> {
    const session = cookies.get('waitlist-session');
    if (session === undefined) return '';
    const token = tokens.get(session) ?? csrfOf(await request({ method: 'GET', url: '/dashboard' }));
    if (token !== '') tokens.set(session, token);
    return token;
  }

  const send: Visitor['send'] = async (path, fields = {}, options = {}) => {
    const csrf = await findToken();
    return request({
      method: 'POST',
      url: path,
      ...options,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
      payload: options.payload ?? toForm({ csrf, ...fields }),
    });
  };

  const visitor: Visitor = {
    email,
    password,
    cookies,
    cookieHeader,
    open: (url, options) => request({ method: 'GET', url, ...options }),
    send,
    follow: (answer) => request({ method: 'GET', url: String(answer.headers.location) }),
    signIn: (tried = password) => send('/dashboard/sign-in', { email, password: tried }),
  };
  return visitor;
}

/** Creates a user of the account and signs in. */
export async function signedIn(service: Service, account: TestAccount, role?: Role): Promise<Visitor> {
  const visitor = await makeVisitor(service, account, role);
  await visitor.signIn();
  return visitor;
}

/** Opens a browser in which a visitor who is signed in goes on. */
export async function openAs(
  { cookies }: Visitor,
  { app }: Service,
  browser: ReturnType<typeof useBrowser>,
  options?: BrowserContextOptions,
): Promise<WatchedPage & { readonly baseUrl: string }> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const watched = await browser.open(baseUrl, options);
  // Not in a header: a page may set another one.
  const kept = [...cookies].map(([name, value]) => ({ name, value, url: baseUrl }));
  await watched.page.context().addCookies(kept);
  return { ...watched, baseUrl };
}

/** The CSRF token in a page's forms. */
export function csrfOf({ body }: LightMyRequestResponse): string {
  return /name="csrf" value="([^"]*)"/.exec(body)?.[1] ?? '';
}

/** The tickets of a page that asks which account it shall be. */
export function ticketsOf({ body }: Pick<LightMyRequestResponse, 'body'>): string[] {
  return [...body.matchAll(/name="ticket" value="([^"]*)"/g)].map(([, ticket = '']) => ticket);
}

/** The body of a form with these fields. */
export function toForm(fields: FormFields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  return new URLSearchParams(pairs as [string, string][]).toString();
}

/** The visible text of a page. */
export function wordsOf({ body }: Pick<LightMyRequestResponse, 'body'>): string {
  return textOf(body);
}

/** The texts of a page's table, row by row, without checkboxes. */
export function rowsOf(html: string): string[][] {
  const [, body = ''] = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(html) ?? [];
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh](?! class="pick")[^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => textOf(cell)),
  );
}

/** The visible text of HTML: without tags, with entities decoded. */
export function textOf(html: string): string {
  return html
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The elements of a page with their attribute names, in order, without any text. */
export function elementsOf(html: string): string[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, name, attributes = '']) => {
      const names = [...attributes.matchAll(/([^\s=]+)(?:="[^"]*")?/g)].map(([, attribute]) => attribute);
      return [name, ...names].join(' ');
    },
  );
}
