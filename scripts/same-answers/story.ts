import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Build, cli } from '../../test/support/deployment/build.ts';
import { discordPath, startFakeDiscord } from '../../test/support/fakes/discord.ts';
import { type FakeProvider, startFakeProvider } from '../../test/support/fakes/fake-provider.ts';
import { kitKey, startFakeKit } from '../../test/support/fakes/kit.ts';
import { loopsKey, startFakeLoops } from '../../test/support/fakes/loops.ts';
import { mailgunKey, signMailgunEvent, startFakeMailgun } from '../../test/support/fakes/mailgun.ts';
import { posthogKey, startFakePosthog } from '../../test/support/fakes/posthog.ts';
import { postmarkToken, startFakePostmark } from '../../test/support/fakes/postmark.ts';
import { resendKey, signResendEvent, startFakeResend } from '../../test/support/fakes/resend.ts';
import {
  makeSendgridKeys,
  sendgridKey,
  signSendgridEvents,
  startFakeSendgrid,
} from '../../test/support/fakes/sendgrid.ts';
import { slackPath, startFakeSlack } from '../../test/support/fakes/slack.ts';
import { type MailSink, startMailSink } from '../../test/support/mail-sink.ts';
import { until } from '../../test/support/until.ts';
import { roomInMinute } from '../../test/support/values/minute.ts';
import type { Call, Recorder, Reply } from './recorder.ts';

/** The services that a build talks to. Both builds use the same, one after the other. */
export interface Others {
  readonly fakes: Readonly<Record<FakeName, FakeProvider>>;
  readonly sink: MailSink;
  /** What a build must be started with to find them. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}
type FakeName = keyof Awaited<ReturnType<typeof startFakes>>;

/** An operation of the API description. */
export interface Operation {
  readonly method: string;
  readonly path: string;
}

export interface Stage {
  readonly build: Build;
  readonly recorder: Recorder;
  readonly others: Others;
  /** Those that the other build describes, without the routes for mail providers and health checks. */
  readonly operations: readonly Operation[];
  /** Replaces a text by a name wherever it is recorded. */
  name(text: string, as: string): void;
}

const managedSecret = 'whsec_bWFuYWdlZC1kZW1vLXNpZ25pbmcta2V5LTAwMDAwMQ==';
const ownSecret = 'whsec_d2FpdGxpc3QtZGVtby1zaWduaW5nLWtleS0wMDAwMDE=';
const sendgridKeys = makeSendgridKeys();
/** Of the scopes before launch day: a key made then holds no other. */
const scopes =
  'account:read,account:write,waitlists:read,waitlists:write,waitlists:delete,signups:read,signups:write,signups:delete';
const requestsPerMinute = '--requests-per-minute';
const unknownId = '00000000-0000-4000-8000-000000000000';
/** Over the limit of every route but those of mail providers. */
const largeBody = 600 * 1024;
const patienceSeconds = 60;
/** Of the webhook at last, so that signatures can be checked. */
export const signingSecret = 'a-signing-secret-of-the-story';

export async function startOthers(): Promise<Others> {
  const fakes = await startFakes();
  const sink = await startMailSink();
  return {
    fakes,
    sink,
    env: {
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
      RESEND_API_URL: fakes.resend.url,
      POSTMARK_API_URL: fakes.postmark.url,
      SENDGRID_API_URL: fakes.sendgrid.url,
      MAILGUN_API_URL: fakes.mailgun.url,
      LOOPS_API_URL: fakes.loops.url,
      KIT_API_URL: fakes.kit.url,
      MANAGED_EMAIL_URL: `resend://${resendKey}`,
      MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
      MANAGED_EMAIL_WEBHOOK_SECRET: managedSecret,
    },
    async close() {
      for (const fake of Object.values(fakes)) await fake.close();
      await sink.close();
    },
  };
}

async function startFakes() {
  return {
    receiver: await startFakeProvider(() => ({ status: 200 })),
    slack: await startFakeSlack(),
    discord: await startFakeDiscord(),
    loops: await startFakeLoops(),
    kit: await startFakeKit(),
    posthog: await startFakePosthog(),
    resend: await startFakeResend(),
    postmark: await startFakePostmark(),
    sendgrid: await startFakeSendgrid(),
    mailgun: await startFakeMailgun(),
  };
}

/** Asks a build for everything that the specification describes. */
export async function tellStory(stage: Stage): Promise<void> {
  const main = await openAccount(stage, 'scale', withoutMail);
  const foreign = await openAccount(stage, 'launch', withoutMail);
  await pagesWithoutKeys(stage, main);
  const list = await waitlists(stage, main, foreign);
  await fields(stage, main, list);
  const signup = await signups(stage, main, list);
  await refusals(stage, { main, foreign, list, signup });
  await reads(stage, main, list);
  await tools(stage, main, list);
  await freePlan(stage);
  await rateLimits(stage);
  await integrations(stage);
  await mailProviders(stage);
  await deletions(stage, main, list, signup);
}

interface Account {
  readonly id: string;
  readonly key: string;
}

/** Mails are sent some time later, so only the accounts of the chapters about mail send any. */
const withoutMail = ['--managed-emails', '0'];

async function openAccount(
  { build }: Stage,
  plan: string,
  options: readonly string[] = [],
): Promise<Account> {
  const { account_id: id } = await cli<{ account_id: string }>(
    ...([build, 'account', 'create', '--name', 'Story', '--plan', plan] as const),
    ...(options.includes(requestsPerMinute) ? [] : [requestsPerMinute, '2000000000']),
    ...options,
  );
  return { id, key: await openKey(build, id, scopes) };
}

async function openKey(build: Build, account: string, ofScopes: string): Promise<string> {
  const made = await cli<{ key: string }>(build, 'key', 'create', '--account', account, '--scopes', ofScopes);
  return made.key;
}

/** Pages, unknown routes, preflights and requests that are no HTTP. */
async function pagesWithoutKeys({ recorder }: Stage, { key }: Account): Promise<void> {
  for (const method of ['GET', 'HEAD'])
    for (const path of ['/healthz', '/readyz', '/healthz?x=%00', '/readyz?x=%00', '/v1/account'])
      await recorder.send(method, path);
  for (const path of [
    '/',
    '/nothing',
    '/v1',
    '/v1/nothing',
    '/v1/account/',
    '/v1/%zz',
    '/v1/waitlists/%00/stats',
  ]) {
    await recorder.send('GET', path);
    await recorder.send('GET', path, { key, note: '(with a key)' });
    await recorder.send('HEAD', path, { key, note: '(with a key)' });
  }
  for (const [method, path] of [
    ['POST', '/v1/account'],
    ['PUT', '/v1/waitlists'],
    ['DELETE', '/v1/waitlists'],
    ['TRACE', '/v1/account'],
  ] as const)
    await recorder.send(method, path, { key });
  for (const path of ['/v1/account', '/v1/waitlists', '/v1/nothing', '/healthz', '/mcp'])
    for (const method of ['GET', 'POST', 'PATCH'])
      await recorder.send('OPTIONS', path, {
        headers: {
          origin: 'https://acme.test',
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
        note: `for ${method}`,
      });
  await recorder.send('OPTIONS', '/v1/waitlists', { note: '(no preflight)' });
  for (const path of ['/v1/account', '/v1/nothing', '/mcp', '/mcp/'])
    await recorder.send('GET', path, {
      key,
      headers: { origin: 'https://acme.test' },
      note: '(from a page)',
    });
  await recorder.send('GET', '/v1/account', {
    key,
    headers: { 'x-request-id': 'my-request-1' },
    note: '(with an id)',
  });
  await recorder.send('GET', '/v1/account', {
    key,
    headers: { 'x-request-id': 'not sane\t' },
    note: '(with a bad id)',
  });
  await recorder.sendRaw('no HTTP', 'hello\r\n\r\n');
  await recorder.sendRaw('no Host', 'GET /v1/account HTTP/1.1\r\nConnection: close\r\n\r\n');
  await recorder.sendRaw(
    'a bad length',
    'POST /v1/waitlists HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
  );
  await recorder.sendRaw('a long head', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
}

const badJson = [
  ...['{', '[]', '"text"', 'null', '', '{"a":1}}'],
  '{"__proto__":{},"name":"A","email":"a@example.com"}',
];

async function waitlists({ recorder }: Stage, { key }: Account, foreign: Account): Promise<string> {
  const { send } = recorder;
  const create = (body: unknown, call: Call = {}) => send('POST', '/v1/waitlists', { key, body, ...call });
  const list: string = (await create({ name: ' Beta ' })).json().id;
  await create({ name: 'Second', more: 'ignored', referral_bonus: 7 });
  await create({ name: 'Beta' });
  await create({ name: 'beta' });
  const bodies = [
    ...badJson,
    {},
    ...['', '  ', 5, null, [], {}, 'x'.repeat(101), 'a\nb', 'a\u0000b'].map((name) => ({ name })),
    '{"name":"\\ud800"}',
    { name: 'Third', more: { deep: ['\u0000'] } },
    { name: 'Ünïcode 🎉' },
  ];
  for (const body of bodies) await create(body);
  await create('name=Fourth', { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  await create('{"name":"Fourth"}', { headers: { 'content-type': 'text/plain' } });
  await send('POST', '/v1/waitlists', { key, announced: largeBody, note: '(too large)' });
  await send('POST', '/v1/waitlists', { key, note: '(no body)' });
  await create({ name: 'Foreign' }, { key: foreign.key });

  for (const query of [
    ...['', '?limit=1', '?limit=2&offset=1', '?offset=100', '?unknown=1', '?limit=200'],
    ...[
      '?limit=0',
      '?limit=201',
      '?limit=x',
      '?limit=',
      '?limit=1&limit=2',
      '?limit=1.5',
      '?offset=-1',
      '?offset=x',
    ],
    ...['?limit=%00', '?x=%00', '?x=%ff', '?offset=99999999999999999999'],
  ])
    await send('GET', `/v1/waitlists${query}`, { key });
  await send('GET', `/v1/waitlists/${list}`, { key });
  await send('GET', `/v1/waitlists/${list.toUpperCase()}`, { key, note: '(in capitals)' });

  const change = (body: unknown) => send('PATCH', `/v1/waitlists/${list}`, { key, body });
  for (const body of [
    ...badJson,
    {},
    { other: 1 },
    { name: 'Second' },
    { name: 'Renamed' },
    { name: 'Beta', referral_bonus: 1_000_000 },
    ...['', null, 5, 'x'.repeat(101)].map((name) => ({ name })),
    ...[0, -1, 1.5, 1_000_001, '3', true, null, 5].map((referral_bonus) => ({ referral_bonus })),
  ])
    await change(body);
  return list;
}

async function fields({ recorder }: Stage, { key }: Account, list: string): Promise<void> {
  const path = `/v1/waitlists/${list}/fields`;
  const create = (body: unknown) => recorder.send('POST', path, { key, body });
  await recorder.send('GET', path, { key, note: '(none)' });
  await create({ key: 'company', label: ' Company ', type: 'string' });
  await create({ key: 'seats', label: 'Seats', type: 'number', required: true, position: 9 });
  await create({ key: 'agrees', label: 'Agrees', type: 'boolean', position: 0 });
  await create({ key: 'company', label: 'Again', type: 'number' });
  const good = { key: 'other', label: 'Other', type: 'string' };
  for (const body of [
    ...badJson,
    {},
    ...['', 'A', '1a', 'a-b', 'x'.repeat(65), 5, null].map((name) => ({ ...good, key: name })),
    ...['email', 'position', 'total', 'waitlist_name', 'referral_code', 'referral_bonus'].map((name) => ({
      ...good,
      key: name,
    })),
    ...['', ' ', 5, null, 'a\nb', 'x'.repeat(201)].map((label) => ({ ...good, label })),
    ...['text', '', 5, null].map((type) => ({ ...good, type })),
    ...['yes', 1, null].map((required) => ({ ...good, required })),
    ...[-1, 1.5, '1', null, 3_000_000_000].map((position) => ({ ...good, position })),
  ])
    await create(body);
  for (const query of ['', '?limit=1&offset=1', '?limit=0', '?offset=x'])
    await recorder.send('GET', `${path}${query}`, { key });
  for (const body of [
    {},
    { label: 'Firm' },
    { required: true, position: 2 },
    { required: false },
    { key: 'firm' },
    { type: 'number' },
    { label: '' },
    { label: null },
    { required: 'no' },
    { position: -1 },
    { other: 1 },
    ...badJson,
  ])
    await recorder.send('PATCH', `${path}/company`, { key, body });
  await recorder.send('PATCH', `${path}/missing`, { key, body: { label: 'A' } });
  await recorder.send('DELETE', `${path}/missing`, { key });
  for (let number = 4; number <= 20; number++) await create({ ...good, key: `field_${number}` });
  await create({ ...good, key: 'field_21' });
  await create({ ...good, key: 'field_20' });
  await recorder.send('DELETE', `${path}/field_20`, { key });
  await recorder.send('DELETE', `${path}/field_20`, { key });
  await recorder.send('DELETE', `${path}/field_19`, { key, headers: { 'content-type': 'application/json' } });
}

/** @returns the id of the first signup */
async function signups({ recorder }: Stage, { key }: Account, list: string): Promise<string> {
  const path = `/v1/waitlists/${list}/signups`;
  const add = (body: unknown, call: Call = {}) => recorder.send('POST', path, { key, body, ...call });
  const seats = { seats: 3 };
  const ada = (
    await add({
      email: ' Ada@Example.com ',
      utm_source: 'newsletter',
      referrer: 'https://www.news.example/a?b=c',
      metadata: { plan: 'pro', Note_2: '=1+1, "quoted"\nand more' },
      fields: { company: 'Acme, "Inc"\nBerlin', seats: 2.5, agrees: true, undeclared: [1, { a: null }] },
    })
  ).json();
  await add({ email: 'ada@example.com', utm_source: 'other', fields: 5 });
  await add({ email: 'ada@example.com', utm_source: 'other', metadata: { plan: 'free' } });
  await add({ email: 'ADA@EXAMPLE.COM', fields: seats, referral_code: ada.referral_code });
  const spelled = String(ada.referral_code).toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l');
  const referred = {
    email: 'bob@example.com',
    fields: seats,
    referral_code: `${spelled.slice(0, 4)}-${spelled.slice(4)}`,
  };
  await add(referred, { note: '(referred, in another spelling)' });
  await add({ email: 'cleo@example.com', fields: seats, referral_code: 'nobody' });
  await add(
    { email: 'dan@example.com', fields: seats },
    { headers: { referer: 'https://blog.example/post' } },
  );
  await add(
    { email: 'eve@example.com', fields: seats, referrer: null },
    { headers: { referer: 'https://blog.example/' } },
  );
  await add({
    email: 'fay@bücher.example',
    fields: { seats: -1e21, company: '' },
    utm_source: ' ',
    referrer: '',
  });
  await add({
    email: 'gus@example.com',
    fields: { ...seats, company: null },
    metadata: null,
    utm_source: null,
  });
  await add({ email: 'hal@example.com', fields: seats, referral_code: ada.referral_code, more: 'ignored' });
  const good = { email: 'new@example.com', fields: seats };
  for (const body of [
    ...badJson,
    {},
    ...[
      '',
      'a',
      'a@b',
      'a b@example.com',
      'a@b@example.com',
      'ä@example.com',
      5,
      null,
      [],
      `${'x'.repeat(65)}@example.com`,
      `a@${'x'.repeat(320)}.com`,
    ].map((email) => ({ ...good, email })),
    { email: 'new@example.com' },
    ...[
      5,
      'x',
      [],
      { company: 'A' },
      { seats: '3' },
      { seats: null },
      { ...seats, agrees: 'yes' },
      { ...seats, company: 5 },
      { ...seats, company: 'x'.repeat(1001) },
      { ...seats, company: 'a\u0000' },
    ].map((values) => ({ ...good, fields: values })),
    ...[
      5,
      'x',
      [],
      { a: 5 },
      { 'a-b': 'x' },
      { a: 'x'.repeat(1001) },
      { ['x'.repeat(65)]: 'y' },
      { a: null },
    ].map((metadata) => ({ ...good, metadata })),
    { ...good, metadata: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, 'v'])) },
    ...['utm_source', 'referrer', 'referral_code'].flatMap((name) =>
      [5, {}, 'x'.repeat(2001), '\u0000'].map((value) => ({ ...good, [name]: value })),
    ),
  ])
    await add(body);
  await recorder.send('POST', path, { key, note: '(no body)' });
  return ada.id;
}

async function reads({ recorder }: Stage, { key }: Account, list: string): Promise<void> {
  const path = `/v1/waitlists/${list}`;
  for (const query of [
    ...['', '?limit=2', '?limit=2&offset=2', '?offset=50', '?limit=200'],
    ...[
      '?email=ADA@example.com',
      '?email=nobody@example.com',
      '?email=fay@xn--bcher-kva.example',
      '?email=x',
      '?email=',
    ],
    ...[
      '?email=a@example.com&email=b@example.com',
      '?limit=0',
      '?limit=201',
      '?limit=x',
      '?offset=-1',
      '?x=%00',
    ],
    ...['?unknown=1', '?limit=1&ref=abc', '?Email=ada@example.com'],
  ])
    await recorder.send('GET', `${path}/signups${query}`, { key });
  for (const query of ['', '?unknown=1', '?limit=1', '?x=%00'])
    await recorder.send('GET', `${path}/signups/export${query}`, { key });
  for (const query of [
    ...['', '?from=2025-01-01&to=2025-01-03', '?to=2025-01-03', '?unknown=1'],
    ...[
      '?from=2025-01-03&to=2025-01-01',
      '?from=2025-02-30',
      '?from=x',
      '?from=',
      '?from=2000-01-01&to=2025-01-01',
    ],
    ...['?from=2025-01-01T00:00:00Z', '?to=2025-1-1', '?to=2025-01-01&to=2025-01-02'],
  ])
    await recorder.send('GET', `${path}/stats${query}`, { key });
  await recorder.send('GET', '/v1/account', { key });
  await recorder.send('GET', '/v1/waitlists', { key, note: '(with signups)' });
}

interface World {
  readonly main: Account;
  readonly foreign: Account;
  readonly list: string;
  readonly signup: string;
}

/** The refusals that every operation has (C1.1). */
async function refusals(
  { build, recorder, operations }: Stage,
  { main, foreign, list, signup }: World,
): Promise<void> {
  const narrow = [
    await openKey(build, main.id, 'account:read'),
    await openKey(build, main.id, 'waitlists:read'),
  ];
  const revoked = await cli<{ key: string; key_id: string }>(build, 'key', 'create', '--account', main.id);
  await cli(build, 'key', 'revoke', revoked.key_id);
  for (const { method, path } of operations) {
    const ask = (ids: { id: string; signupId?: string }, call: Call) =>
      recorder.send(method, fill(path, ids), {
        ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
        ...call,
      });
    const own = { id: list, signupId: signup };
    await ask(own, { note: '(no key)' });
    await ask(own, { headers: { authorization: 'Basic abc' }, note: '(no bearer)' });
    await ask(own, { key: `wl_${'x'.repeat(38)}`, note: '(an unknown key)' });
    await ask(own, { key: revoked.key, note: '(a revoked key)' });
    for (const key of narrow) await ask(own, { key, note: '(another scope)' });
    if (method === 'GET') await recorder.send('HEAD', fill(path, own), { key: main.key });
    await recorder.send(method, `${fill(path, own)}?x=%00`, { key: main.key });
    if (method !== 'GET' && method !== 'DELETE') {
      await ask(own, {
        key: main.key,
        body: '{}',
        headers: { 'content-type': 'text/plain' },
        note: '(no JSON)',
      });
      await recorder.send(method, fill(path, own), {
        key: main.key,
        announced: largeBody,
        note: '(too large)',
      });
      await ask({ id: 'no-id', signupId: 'no-id' }, { key: main.key, body: '{', note: '(bad id and body)' });
    }
    if (!path.includes('{id}')) continue;
    await ask({ id: 'no-id', signupId: signup }, { key: main.key, note: '(no id)' });
    await ask({ id: unknownId, signupId: signup }, { key: main.key, note: '(an unknown id)' });
    await ask(own, { key: foreign.key, note: "(another account's)" });
    const body = validBodies[`${method} ${path}`];
    if (body) {
      await ask({ id: unknownId }, { key: main.key, body, note: '(an unknown id, a valid body)' });
      await ask(own, { key: foreign.key, body, note: "(another account's, a valid body)" });
    }
    if (!path.includes('{signupId}')) continue;
    await ask({ id: list, signupId: 'no-id' }, { key: main.key, note: '(no signup id)' });
    await ask({ id: list, signupId: unknownId }, { key: main.key, note: '(an unknown signup)' });
  }
}

const validBodies: Readonly<Record<string, unknown>> = {
  'PATCH /v1/waitlists/{id}': { name: 'Taken over' },
  'POST /v1/waitlists/{id}/signups': { email: 'x@example.com' },
  'POST /v1/waitlists/{id}/fields': { key: 'taken', label: 'Taken', type: 'string' },
  'PATCH /v1/waitlists/{id}/fields/{key}': { label: 'Taken' },
};

function fill(path: string, { id, signupId = unknownId }: { id: string; signupId?: string }): string {
  return path
    .replace('{id}', id)
    .replace('{signupId}', signupId)
    .replace('{key}', 'seats')
    .replace('{type}', 'webhook');
}

async function tools(stage: Stage, { key }: Account, list: string): Promise<void> {
  const { recorder } = stage;
  let id = 0;
  const post = (body: unknown, call: Call = {}) =>
    recorder.send('POST', '/mcp', {
      key,
      body,
      ...call,
      headers: { accept: 'application/json, text/event-stream', ...call.headers },
    });
  const ask = (method: string, params?: object, call?: Call) => {
    id += 1;
    return post({ jsonrpc: '2.0', id, method, ...(params && { params }) }, call);
  };
  const call = async (name: string, args?: unknown) =>
    (await ask('tools/call', { name, arguments: args }, { note: `${name} ${JSON.stringify(args)}` })).json()
      .result;
  const initialize = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'story', version: '1' },
  };
  await ask('initialize', initialize);
  await ask('initialize', { ...initialize, protocolVersion: '2024-11-05' });
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await ask('tools/list');
  await ask('ping');
  await ask('resources/list');
  await ask('no/method');
  await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
  for (const body of [...badJson, {}, { jsonrpc: '2.0', method: 5 }]) await post(body);
  await ask('ping', undefined, {
    headers: { accept: 'application/json' },
    note: '(no event stream accepted)',
  });
  await ask('ping', undefined, { headers: { 'content-type': 'text/plain' }, note: '(no JSON)' });
  await ask('ping', undefined, { headers: { authorization: 'Bearer nothing' }, note: '(a bad key)' });
  await recorder.send('POST', '/mcp', { body: {}, note: '(no key)' });
  await ask('ping', undefined, { headers: { origin: 'https://acme.test' }, note: '(of another site)' });
  await ask('ping', undefined, { headers: { host: 'acme.test' }, note: '(to another host)' });
  await ask('ping', undefined, {
    headers: { 'mcp-protocol-version': '1999-01-01' },
    note: '(an old protocol)',
  });
  for (const method of ['GET', 'HEAD', 'DELETE', 'PUT']) await recorder.send(method, '/mcp', { key });

  const made = await call('create_waitlist', { name: 'By an agent' });
  const waitlistId = made.structuredContent.id;
  await call('create_waitlist', { name: 'By an agent' });
  await call('list_waitlists', {});
  await call('update_waitlist', { waitlistId, name: 'By two agents', referralBonus: 3 });
  await call('list_waitlist_fields', { waitlistId: list });
  const added = await call('add_signup', {
    waitlistId,
    email: 'ada@example.com',
    utmSource: 'agent',
    referrer: 'https://agent.example/',
    metadata: { a: 'b' },
  });
  await call('add_signup', { waitlistId, email: 'ada@example.com' });
  await call('add_signup', {
    waitlistId,
    email: 'bob@example.com',
    referralCode: added.structuredContent.referral_code,
  });
  await call('add_signup', {
    waitlistId: list,
    email: 'ida@example.com',
    fields: { seats: 1, company: 'Acme' },
  });
  await call('list_signups', { waitlistId });
  await call('list_signups', { waitlistId, limit: 1, offset: 1 });
  await call('get_waitlist_stats', { waitlistId });
  await call('get_waitlist_stats', { waitlistId, from: '2025-01-01', to: '2025-01-02' });
  await call('get_signup_position', { waitlistId, email: 'ADA@example.com' });
  for (const [name, args] of [
    ['create_waitlist', {}],
    ['create_waitlist', { name: '' }],
    ['create_waitlist', { name: 'A', other: 1 }],
    ['create_waitlist', undefined],
    ['list_waitlists', { other: 1 }],
    ['update_waitlist', { waitlistId }],
    ['update_waitlist', { waitlistId: unknownId, name: 'A' }],
    ['update_waitlist', { waitlistId, referralBonus: 0 }],
    ['list_waitlist_fields', { waitlistId: 'no-id' }],
    ['add_signup', { waitlistId }],
    ['add_signup', { waitlistId, email: 'x' }],
    ['add_signup', { waitlistId, email: 'x@example.com', metadata: { a: 1 } }],
    ['add_signup', { waitlistId, email: 'x@example.com', utm_source: 'x' }],
    ['add_signup', { waitlistId: list, email: 'x@example.com' }],
    ['add_signup', { waitlistId: unknownId, email: 'x@example.com' }],
    ['list_signups', { waitlistId, limit: 0 }],
    ['list_signups', { waitlistId, limit: '1' }],
    ['list_signups', { waitlistId, offset: -1 }],
    ['get_waitlist_stats', { waitlistId, from: 'x' }],
    ['get_waitlist_stats', { waitlistId, from: '2025-01-02', to: '2025-01-01' }],
    ['get_signup_position', { waitlistId, email: 'nobody@example.com' }],
    ['get_signup_position', { waitlistId }],
    ['remove_signup', { waitlistId, signupId: unknownId }],
    ['remove_signup', { waitlistId, signupId: 'x' }],
    ['no_tool', {}],
  ] as const)
    await call(name, args);
  const removal = { waitlistId, signupId: added.structuredContent.id };
  await call('remove_signup', removal);
  await call('remove_signup', removal);
  await stdioTools(stage, key, waitlistId, initialize);
}

/** The local variant of the tool server (C8.4). */
async function stdioTools(
  { build, recorder }: Stage,
  key: string,
  waitlistId: string,
  initialize: object,
): Promise<void> {
  const child = spawn(process.execPath, ['dist/api/mcp/stdio.js'], {
    cwd: build.cwd,
    env: { PATH: process.env.PATH, WAITLIST_API_KEY: key, WAITLIST_API_URL: recorder.url },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    recorder.add(`stdio ${method} ${JSON.stringify(params)}`, String((await lines.next()).value));
  };
  await ask(1, 'initialize', initialize);
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  await ask(2, 'tools/list', {});
  await ask(3, 'tools/call', { name: 'add_signup', arguments: { waitlistId, email: 'cleo@example.com' } });
  await ask(4, 'tools/call', { name: 'list_signups', arguments: { waitlistId } });
  await ask(5, 'tools/call', {
    name: 'get_signup_position',
    arguments: { waitlistId, email: 'no@example.com' },
  });
  await ask(6, 'tools/call', { name: 'list_waitlists', arguments: {} });
  await ask(7, 'tools/call', { name: 'get_waitlist_stats', arguments: { waitlistId } });
  child.stdin.end();
}

async function freePlan(stage: Stage): Promise<void> {
  const { recorder } = stage;
  const { key } = await openAccount(stage, 'free');
  const list = (await recorder.send('POST', '/v1/waitlists', { key, body: { name: 'Free' } })).json().id;
  await recorder.send('POST', '/v1/waitlists', { key, body: { name: 'Another' } });
  await recorder.send('POST', '/v1/waitlists', { key, body: { name: 'Free' } });
  for (const type of ['webhook', 'newsletter', 'fax']) {
    await recorder.send('PUT', `/v1/integrations/${type}`, { key, body: { config: { nothing: 1 } } });
    await recorder.send('PATCH', `/v1/integrations/${type}`, { key, body: { enabled: true } });
    await recorder.send('PATCH', `/v1/integrations/${type}`, { key, body: { enabled: false } });
    await recorder.send('DELETE', `/v1/integrations/${type}`, { key });
    await recorder.send('GET', `/v1/integrations/${type}/deliveries`, { key });
  }
  await recorder.send('GET', '/v1/integrations', { key });
  for (const query of ['', '?from=2025-01-01', '?from=2025-01-01&to=2025-01-02'])
    await recorder.send('GET', `/v1/waitlists/${list}/stats${query}`, { key });
  const path = `/v1/waitlists/${list}/signups`;
  const add = (number: number, record = true) =>
    recorder.send('POST', path, { key, body: { email: `free${number}@example.com` }, record });
  const first = (await add(1)).json().id;
  await recorder.send('GET', '/v1/account', { key });
  await Promise.all(Array.from({ length: 548 }, (_, number) => add(number + 2, false)));
  await recorder.send('GET', '/v1/account', { key, note: '(in the buffer)' });
  await add(550);
  await add(551);
  await add(1);
  await recorder.send('GET', '/v1/account', { key, note: '(full)' });
  await recorder.send('DELETE', `${path}/${first}`, { key });
  await recorder.send('GET', '/v1/account', { key, note: '(with room)' });
  await add(1);
}

async function rateLimits(stage: Stage): Promise<void> {
  const { build, recorder, operations } = stage;
  const budget = 40;
  const { key } = await openAccount(stage, 'launch', [requestsPerMinute, `${budget}`, ...withoutMail]);
  await roomInMinute(build.env.REDIS_URL ?? '', 30);
  const list = (await recorder.send('POST', '/v1/waitlists', { key, body: { name: 'Limited' } })).json().id;
  const visitor = { 'x-forwarded-for': '203.0.113.7' };
  const add = (number: number) =>
    recorder.send('POST', `/v1/waitlists/${list}/signups`, {
      key,
      body: { email: `visitor${number}@example.com` },
      headers: visitor,
    });
  for (let number = 1; number <= 21; number++) await add(number);
  await add(1);
  await recorder.send('POST', `/v1/waitlists/${unknownId}/signups`, {
    key,
    body: { email: 'a@example.com' },
    headers: visitor,
  });
  await recorder.send('POST', '/mcp', {
    key,
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'add_signup', arguments: { waitlistId: list, email: 'z@example.com' } },
    },
    headers: { ...visitor, accept: 'application/json, text/event-stream' },
  });
  for (let used = 25; used <= budget + 1; used++)
    await recorder.send('GET', '/v1/account', { key, note: `(request ${used})` });
  await recorder.send('POST', '/mcp', { key, body: {}, note: '(over the budget)' });
  for (const { method, path } of operations)
    await recorder.send(method, fill(path, { id: list }), { key, note: '(over the budget)' });
}

const eventTypes = [
  ...['signup.created', 'signup.removed'],
  ...['signup.email_delivered', 'signup.email_opened', 'signup.email_clicked'],
];

async function integrations(stage: Stage): Promise<void> {
  const { build, recorder, others, name } = stage;
  const { fakes } = others;
  const account = await openAccount(stage, 'scale');
  const { key } = account;
  const put = (type: string, config: unknown) =>
    recorder.send('PUT', `/v1/integrations/${type}`, { key, body: { config } });
  await recorder.send('GET', '/v1/integrations', { key, note: '(none)' });
  const events = ['signup.created', 'signup.removed', 'signup.email_clicked'];
  const configs: Readonly<Record<string, Record<string, unknown>>> = {
    webhook: { url: `${fakes.receiver.url}/hook`, signing_secret: signingSecret },
    chat_blocks: { webhook_url: `${fakes.slack.url}${slackPath}`, events: eventTypes },
    chat_embeds: { webhook_url: `${fakes.discord.url}${discordPath}`, events: eventTypes },
    contacts: { api_key: loopsKey, events },
    analytics: { api_key: posthogKey, host: fakes.posthog.url, events: eventTypes },
    newsletter: { api_key: kitKey, form_id: '7', tag_ids: ['3'], events },
  };
  for (const [type, config] of Object.entries(configs)) {
    for (const method of ['PATCH', 'DELETE'])
      await recorder.send(method, `/v1/integrations/${type}`, {
        key,
        body: { enabled: false },
        note: '(none)',
      });
    await recorder.send('GET', `/v1/integrations/${type}/deliveries`, { key, note: '(none)' });
    for (const change of [
      { unknown: 1 },
      { events: [] },
      { events: ['no.event'] },
      { events: 'signup.created' },
      { events: null },
      { api_key: '' },
      { api_key: 5 },
      { api_key: 'wrong' },
      { url: 'x' },
      { url: 'ftp://example.com/' },
      { url: 'http://localhost:5432/' },
      { url: 'http://192.168.0.1/' },
      { url: 'https://user:pass@example.com/' },
      { webhook_url: 'https://example.com/hook' },
      { webhook_url: 'http://example.com/hook' },
      { webhook_url: 5 },
      { signing_secret: 'short' },
      { host: 'https://eu.example.com/' },
      { host: 'http://10.0.0.1' },
      { mailing_list_id: '?' },
      { form_id: '99' },
      { form_id: 7 },
      { tag_ids: ['x'] },
      { tag_ids: Array.from({ length: 21 }, (_, tag) => String(tag + 1)) },
    ]) {
      const [changed = ''] = Object.keys(change);
      if (changed in config || changed === 'unknown') await put(type, { ...config, ...change });
    }
    for (const required of Object.keys(config)) {
      const { [required]: _, ...rest } = config;
      if (required !== 'signing_secret') await put(type, rest);
    }
    if (type === 'webhook') {
      const { signing_secret: _, ...rest } = config;
      await put(type, rest);
      await put(type, rest);
    }
    await put(type, config);
    const { api_key: _, ...rest } = config;
    if (rest.events) await put(type, rest);
  }
  for (const body of [
    ...badJson,
    {},
    { config: null },
    { config: [] },
    { config: 'x' },
    { config: {}, more: 1 },
  ])
    await recorder.send('PUT', '/v1/integrations/webhook', { key, body });
  for (const body of [
    ...badJson,
    {},
    { enabled: 'yes' },
    { enabled: null },
    { enabled: false },
    { enabled: true },
  ])
    await recorder.send('PATCH', '/v1/integrations/webhook', { key, body });
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    await recorder.send(method, '/v1/integrations/fax', { key, body: { config: {}, enabled: true } });
  await recorder.send('GET', '/v1/integrations/fax/deliveries', { key });
  await recorder.send('GET', '/v1/integrations', { key });
  recordRequests(stage);

  const list = (await recorder.send('POST', '/v1/waitlists', { key, body: { name: 'Connected' } })).json().id;
  await recorder.send('POST', `/v1/waitlists/${list}/fields`, {
    key,
    body: { key: 'company', label: 'Company', type: 'string' },
  });
  const path = `/v1/waitlists/${list}/signups`;
  const deliveries = Object.fromEntries(Object.keys(configs).map((type) => [type, 0]));
  const awaitDeliveries = async (types = Object.keys(configs)) => {
    for (const type of types) {
      const expected = (deliveries[type] ?? 0) + 1;
      deliveries[type] = expected;
      await until(async () => {
        const log = await recorder.send('GET', `/v1/integrations/${type}/deliveries`, { key, record: false });
        return log.json().length >= expected;
      }, patienceSeconds);
    }
  };
  const statusOf = async (): Promise<string | null> =>
    (await recorder.send('GET', `${path}?limit=1`, { key, record: false })).json().data[0].email_status;
  const signUp = async (body: object) => {
    const { id } = (await recorder.send('POST', path, { key, body })).json();
    await awaitDeliveries();
    await until(async () => (await statusOf()) === 'sent', patienceSeconds);
    const [mail] = fakes.resend.requests;
    recordRequests(stage);
    return { id, mail: JSON.parse(mail?.body ?? '{}') };
  };
  const first = await signUp({
    email: 'ada@example.com',
    utm_source: 'newsletter',
    metadata: { plan: 'pro' },
    fields: { company: 'Acme' },
  });
  await cli(build, 'integration', 'test', '--account', account.id, '--type', 'webhook');
  await awaitDeliveries(['webhook']);
  recordRequests(stage);

  // Mail with every placeholder of §2.6.
  const folder = await mkdtemp(join(tmpdir(), 'same-answers-'));
  const file = join(folder, 'body.html');
  await writeFile(
    file,
    '<p>{{waitlist_name}} {{position}} {{ total }} {{email}} {{referral_code}} [{{referral_bonus}}] {{company}}</p>',
  );
  const subject = '#{{position}} on {{waitlist_name}}, {{company}}';
  await cli(build, 'email-copy', 'set', '--waitlist', list, '--subject', subject, '--body-file', file);
  await rm(folder, { recursive: true });
  await signUp({ email: 'bob@example.com', fields: { company: 'A <b>\n& Sons' } });

  // Events of the mail.
  const inbound = async (
    event: object,
    change: { secret?: string; id?: string; at?: number; body?: string } = {},
  ) => {
    const body = change.body ?? JSON.stringify(event);
    const at = change.at ?? Math.floor(Date.now() / 1_000);
    const signed = signResendEvent(
      change.secret ?? managedSecret,
      change.id ?? `msg_${body.length}`,
      at,
      body,
    );
    await recorder.send('POST', '/v1/webhooks/email_provider', {
      body,
      headers: signed,
      note: JSON.stringify({ ...change, event }),
    });
  };
  const eventOf = (type: string, created_at: string) => ({
    type: `email.${type}`,
    created_at,
    data: { email_id: unknownId, tags: { signup_id: first.id } },
  });
  const everywhereBut = (...left: string[]) => Object.keys(configs).filter((type) => !left.includes(type));
  for (const [type, at, status] of [
    ['delivered', '2026-01-02T03:04:05.678Z', 'delivered'],
    ['opened', '2026-01-02T04:04:05.678Z', 'opened'],
    ['clicked', '2026-01-02T05:04:05.678Z', 'clicked'],
  ] as const) {
    await inbound(eventOf(type, at), { id: `msg_${type}` });
    await until(async () => {
      const found = await recorder.send('GET', `${path}?email=ada@example.com`, { key, record: false });
      return found.json().data[0].email_status === status;
    }, patienceSeconds);
    await awaitDeliveries(
      type === 'clicked' ? everywhereBut() : everywhereBut('contacts', 'newsletter'),
    ).catch(() => recorder.add(`deliveries of ${type}`, 'are missing'));
    recordRequests(stage);
  }
  await inbound(eventOf('delivered', '2026-01-02T03:04:05.678Z'), { id: 'msg_delivered' });
  await inbound(eventOf('no_such', '2026-01-02T03:04:05.678Z'));
  await inbound(eventOf('delivered', 'x'));
  await inbound({}, { body: 'no JSON' });
  await inbound({}, { body: '' });
  await inbound({});
  await inbound(eventOf('bounced', '2026-01-02T03:04:05.678Z'), { secret: ownSecret });
  await inbound(eventOf('bounced', '2026-01-02T03:04:05.678Z'), { at: 1_700_000_000 });
  await recorder.send('POST', '/v1/webhooks/email_provider', { body: {}, note: '(unsigned)' });
  await recorder.send('POST', '/v1/webhooks/email_provider', {
    announced: 10 * largeBody,
    note: '(too large)',
  });
  await recorder.send('POST', '/v1/webhooks/email/nothing', { body: {}, note: '(an unknown token)' });
  await recorder.send('POST', '/v1/webhooks/email/nothing', {
    announced: 10 * largeBody,
    note: '(too large)',
  });
  await recorder.send('GET', '/v1/webhooks/email_provider');
  await recorder.send('GET', path, { key, note: '(with events)' });
  await recorder.send('GET', `${path}/export`, { key, note: '(with events)' });
  await recorder.send('GET', `/v1/waitlists/${list}/stats`, { key, note: '(with events)' });

  // A receiver that fails, a removal, and a pause.
  fakes.receiver.next({ status: 500, body: 'no' });
  await recorder.send('DELETE', `${path}/${first.id}`, { key });
  await awaitDeliveries();
  recordRequests(stage);
  await recorder.send('PATCH', '/v1/integrations/analytics', { key, body: { enabled: false } });
  for (const type of Object.keys(configs))
    await recorder.send('GET', `/v1/integrations/${type}/deliveries`, { key });
  await put('webhook', { url: `${fakes.receiver.url}/elsewhere` });
  await recorder.send('GET', '/v1/integrations/webhook/deliveries', { key, note: '(of another address)' });
  await recorder.send('GET', '/v1/integrations', { key });
  for (const type of Object.keys(configs)) await recorder.send('DELETE', `/v1/integrations/${type}`, { key });
  await recorder.send('GET', '/v1/integrations', { key });
  name(signingSecret, '<signing secret>');
}

/** Records and forgets what the services received, in the order of their names. */
function recordRequests({ recorder, others }: Stage): void {
  for (const [to, fake] of Object.entries(others.fakes)) {
    recorder.addRequests(to, fake.requests);
    fake.reset();
  }
}

/** Mail by an account's own provider, and that provider's events. */
async function mailProviders(stage: Stage): Promise<void> {
  const { build, recorder, others, name } = stage;
  const { sink } = others;
  const at = Math.floor(Date.now() / 1_000);
  const providers: readonly OwnProvider[] = [
    {
      type: 'resend',
      config: { api_key: resendKey },
      secret: ownSecret,
      event: (signup) => {
        const data = { email_id: unknownId, tags: { signup_id: signup } };
        const body = JSON.stringify({ type: 'email.bounced', created_at: '2026-01-02T03:04:05.678Z', data });
        return { body, headers: signResendEvent(ownSecret, 'msg_own', at, body) };
      },
    },
    {
      type: 'postmark',
      config: { server_token: postmarkToken },
      secret: 'hook:password-1',
      event: (signup) => ({
        body: JSON.stringify({
          RecordType: 'Delivery',
          MessageID: unknownId,
          DeliveredAt: '2026-01-02T03:04:05.6789012+02:00',
          Recipient: 'ada@example.com',
          Metadata: { signup_id: signup },
        }),
        headers: { authorization: `Basic ${Buffer.from('hook:password-1').toString('base64')}` },
      }),
    },
    {
      type: 'sendgrid',
      config: { api_key: sendgridKey },
      secret: sendgridKeys.secret,
      event: (signup) => {
        const body = JSON.stringify([
          {
            event: 'open',
            email: 'ada@example.com',
            timestamp: 1_767_323_045,
            sg_event_id: 'e1',
            signup_id: signup,
          },
        ]);
        return { body, headers: signSendgridEvents(sendgridKeys.privateKey, at, body) };
      },
    },
    {
      type: 'mailgun',
      config: { api_key: mailgunKey, domain: 'mg.acme.test' },
      secret: 'a-mailgun-signing-key',
      event: (signup) => ({
        body: JSON.stringify({
          signature: signMailgunEvent('a-mailgun-signing-key', at, 'story-token-0001'),
          'event-data': {
            event: 'clicked',
            id: 'evt-1',
            timestamp: 1_767_323_045.12,
            recipient: 'ada@example.com',
            'user-variables': { signup_id: signup },
          },
        }),
        headers: {},
      }),
    },
    { type: 'smtp', config: { host: '127.0.0.1', port: Number(new URL(sink.url).port) } },
  ];
  for (const { type, config, secret, event } of providers) {
    const { id, key } = await openAccount(stage, 'launch');
    const settings = ['--type', type, '--from', 'Acme <hello@acme.test>', '--config', JSON.stringify(config)];
    const set = await cli<{ webhook_url: string | null }>(
      ...([build, 'email-provider', 'set', '--account', id, ...settings] as const),
      ...(secret === undefined ? [] : ['--webhook-secret', secret]),
    );
    recordRequests(stage);
    const list = (await recorder.send('POST', '/v1/waitlists', { key, body: { name: 'Mailed' } })).json().id;
    const path = `/v1/waitlists/${list}/signups`;
    const email = `${type}@example.com`;
    const signup = (await recorder.send('POST', path, { key, body: { email } })).json().id;
    const read = async (record = true) =>
      (await recorder.send('GET', path, { key, record, note: `(${type})` })).json().data[0];
    await until(async () => (await read(false)).email_status === 'sent', patienceSeconds);
    recordRequests(stage);
    const mail = (await sink.mailsTo(email)).at(-1);
    if (mail) {
      const { from, to, subject, messageId, html, text, attachments } = mail;
      const body = JSON.stringify({ from, to, subject, messageId, html, text, attachments });
      recorder.add(`mail to ${email}`, body);
    }
    await read();
    if (!event || set.webhook_url === null) continue;
    const { pathname } = new URL(set.webhook_url);
    name(pathname.split('/').at(-1) ?? '', '<token>');
    const { body, headers } = event(signup);
    await recorder.send('POST', pathname, { body: '{}', headers, note: `${type} (empty)` });
    await recorder.send('POST', pathname, { body, headers, note: type });
    await recorder.send('POST', pathname, { body: `${body} `, note: `${type} (unsigned)` });
    await until(async () => (await read(false)).email_status !== 'sent', patienceSeconds);
    await read();
    await recorder.send('GET', `/v1/waitlists/${list}/stats`, { key, note: `(${type})` });
  }
}

interface OwnProvider {
  readonly type: string;
  readonly config: object;
  readonly secret?: string;
  /** An event of the mail of a signup, as the provider posts it. */
  event?(signup: string): { body: string; headers: Readonly<Record<string, string>> };
}

async function deletions({ recorder }: Stage, { key }: Account, list: string, signup: string): Promise<void> {
  const path = `/v1/waitlists/${list}`;
  const remove = (at: string): Promise<Reply> => recorder.send('DELETE', at, { key });
  await remove(`${path}/signups/${signup}`);
  await remove(`${path}/signups/${signup}`);
  await recorder.send('GET', `${path}/signups`, { key, note: '(without the referrer)' });
  await recorder.send('POST', `${path}/signups`, {
    key,
    body: { email: 'ada@example.com', fields: { seats: 1 } },
  });
  await remove(`${path}/fields/company`);
  await recorder.send('GET', `${path}/signups`, { key, note: '(without a definition)' });
  await recorder.send('GET', `${path}/signups/export`, { key, note: '(without a definition)' });
  await remove(path);
  await remove(path);
  for (const under of ['', '/signups', '/signups/export', '/stats', '/fields'])
    await recorder.send('GET', `${path}${under}`, { key, note: '(deleted)' });
  await recorder.send('POST', '/v1/waitlists', { key, body: { name: 'Beta' }, note: '(the name is free)' });
}
