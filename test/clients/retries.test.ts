import { describe, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { languages } from './languages.ts';

type Script = Parameters<FakeProvider['next']>[0];

const refusal = (status: number, retryAfter?: string): Script => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: { error: { code: codes[status] ?? 'internal_error', message: 'Wait.' } },
});
const codes: Readonly<Record<number, string>> = { 409: 'conflict', 429: 'rate_limited' };
const fine: Script = { status: 200, body: { id: 'x' } };
const broken: Script = { drop: true };

interface Case {
  readonly about: string;
  readonly call: string;
  /** What the calls of the program meet, one after the other: exactly so many requests. */
  readonly meets: readonly Script[];
  /** The status that it ends with, `connection`, or undefined for success. */
  readonly ends?: number | 'connection';
}

const cases: readonly Case[] = [
  { about: '429 delays a read', call: 'read', meets: [refusal(429, '0'), refusal(429, '0'), fine] },
  { about: '429 delays a write, which was not done', call: 'write', meets: [refusal(429, '0'), fine] },
  {
    about: 'retries end',
    call: 'read',
    meets: [refusal(429, '0'), refusal(429, '0'), refusal(429, '0')],
    ends: 429,
  },
  { about: 'an unknown wait is none', call: 'read', meets: [refusal(429)], ends: 429 },
  { about: 'a wait that is no number', call: 'read', meets: [refusal(429, 'soon')], ends: 429 },
  { about: 'a wait over a minute', call: 'read', meets: [refusal(429, '61')], ends: 429 },
  {
    about: 'a date, as proxies send it',
    call: 'read',
    meets: [refusal(429, 'Wed, 21 Oct 2015 07:28:00 GMT'), fine],
  },
  { about: '503 delays a read', call: 'read', meets: [refusal(503, '0'), fine] },
  { about: '503 ends a write', call: 'write', meets: [refusal(503, '0')], ends: 503 },
  {
    about: 'a key makes it safe',
    call: 'write with key',
    meets: [refusal(503, '0'), refusal(409, '0'), fine],
  },
  { about: 'a conflict', call: 'write', meets: [refusal(409, '0')], ends: 409 },
  { about: 'a conflict over a key', call: 'write with key', meets: [refusal(409)], ends: 409 },
  { about: '500 without a wait', call: 'read', meets: [refusal(500)], ends: 500 },
  { about: 'a proxy without JSON', call: 'read', meets: [{ status: 502, body: '<h1>Bad</h1>' }], ends: 502 },
  { about: 'a broken read', call: 'read', meets: [broken, fine] },
  { about: 'a broken write', call: 'write', meets: [broken], ends: 'connection' },
  { about: 'a broken write with a key', call: 'write with key', meets: [broken, fine] },
  {
    about: 'no answer in time',
    call: 'read within 5 s',
    meets: [{ delayMs: Number.POSITIVE_INFINITY }, fine],
  },
  { about: 'a visitor waits', call: 'signup', meets: [refusal(429, '7')], ends: 429 },
  { about: 'a visitor need not wait', call: 'signup, waiting', meets: [refusal(429, '0'), fine] },
  { about: 'a file is sent once', call: 'upload', meets: [refusal(429, '0')], ends: 429 },
  {
    about: 'the key follows no redirect',
    call: 'read',
    meets: [{ status: 302, headers: { location: '/elsewhere' } }],
    ends: 302,
  },
];

describe.each(languages)('the client in $name', ({ isInstalled, run }) => {
  test.skipIf(!isInstalled)('retries what may be retried, and nothing else', async () => {
    const fake = await startFakeProvider(() => ({ status: 418 }));
    try {
      fake.next(...cases.flatMap(({ meets }) => meets));
      const calls = cases.map(({ call }) => call);
      const report = (await run('retries', { base_url: fake.url, calls })) as Record<string, unknown>[];
      const ends = report.map(({ answer, status, kind }) => (answer ? undefined : (status ?? kind)));
      expect(cases.map(({ about }, index) => [about, ends[index]])).toEqual(
        cases.map(({ about, ends: end }) => [about, end]),
      );
      const paths: Readonly<Record<string, string>> = {
        read: 'GET /v1/account',
        write: 'POST /v1/waitlists',
        signup: 'POST /v1/waitlists/w/signups',
        upload: 'POST /v1/waitlists/w/imports',
      };
      expect(fake.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
        cases.flatMap(({ call, meets }) => meets.map(() => paths[/^\w+/.exec(call)?.[0] ?? ''])),
      );
      const keys = fake.requests.map(({ headers }) => headers['idempotency-key']);
      expect(keys).toEqual(
        cases.flatMap(({ call, meets }) => meets.map(() => (call === 'write with key' ? 'one' : undefined))),
      );
      const bodies = fake.requests
        .filter(({ path }) => path === '/v1/waitlists')
        .map(({ body }) => JSON.parse(body));
      expect(bodies).toEqual(bodies.map(() => ({ name: 'Acme' })));
      const refusedVisitor = report[calls.indexOf('signup')];
      expect(refusedVisitor).toMatchObject({ kind: 'rate_limited', code: 'rate_limited', retry_after: 7 });
    } finally {
      await fake.close();
    }
  });
});
