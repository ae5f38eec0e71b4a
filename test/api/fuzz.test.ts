import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorStatus } from '../../src/shared/errors.ts';
import type { TestAccount } from '../support/make.ts';
import { listRoutes, type Route } from '../support/routes.ts';
import { type Method, useService } from '../support/service.ts';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const naughtyStrings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u2066',
  '😀'.repeat(150),
  'e\u0301'.repeat(50),
  '\ufeff',
  '\r\nX-Evil: 1',
  "'; DROP TABLE signups; --",
  '" OR ""="',
  '$1',
  '#{7*7}',
  '{{email}}',
  '%s%n%00%zz%ff',
  '\\u0000',
  '../../etc/passwd',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e309',
  '0x10',
  '9223372036854775808',
  '2024-02-30',
  '0000-00-00',
  '9999-12-31',
  '-000001-01-01',
  '__proto__',
  'constructor',
  'toString',
  'a@b.co',
  'A@B.CO',
  'a@b',
  '"a b"@c.de',
  'ä@ö.de',
  'a@münchen.de',
  'a@xn--a.de',
  `${'a'.repeat(64)}@${'b.'.repeat(120)}de`,
  'x'.repeat(1001),
  'http://[::1',
  'https://www.example.com/?q=%',
  '0123456789abcdefghjkmnpqrstvwxyz',
] as const;

const naughty = fc.constantFrom(...naughtyStrings);
const text = fc.oneof(naughty, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));
const number = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 1e12, 2 ** 53, -(2 ** 63), 1e308, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 12 }),
  ),
})).value;

/** The names that bodies and queries know, each with what would be sound: fuzz has to get past the first check, too. */
const sound = {
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  referral_bonus: fc.integer({ min: 1, max: 9 }),
  email: fc.emailAddress(),
  utm_source: fc.option(fc.string({ unit: 'grapheme' })),
  referrer: fc.option(fc.webUrl({ withQueryParameters: true, withFragments: true })),
  referral_code: fc.option(fc.string({ unit: 'grapheme', maxLength: 12 })),
  metadata: fc.dictionary(fc.constantFrom('a', '_', 'toString', '__proto_'), fc.string({ unit: 'grapheme' })),
  fields: fc.record({ string: text, number, boolean: fc.boolean(), other: json }, { requiredKeys: [] }),
  key: fc.constantFrom(...Array.from({ length: 30 }, (_, n) => `key_${n}`)),
  label: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  type: fc.constantFrom('string', 'number', 'boolean'),
  required: fc.boolean(),
  position: fc.nat(),
  config: fc.oneof(
    fc.record({ url: fc.constant('http://127.0.0.1:9/hook') }),
    fc.object(),
    fc.record(
      {
        url: fc.oneof(fc.constant('http://127.0.0.1:9/hook'), text),
        events: fc.oneof(fc.constant(['signup.created']), fc.array(text, { maxLength: 3 }), json),
        signing_secret: fc.oneof(fc.constant('0123456789abcdef'), text, json),
      },
      { requiredKeys: ['url'] },
    ),
  ),
  enabled: fc.boolean(),
};
const knownNames = [...Object.keys(sound), 'limit', 'offset', 'from', 'to'];
const shaped = fc
  .tuple(
    fc.oneof(fc.record(sound), fc.record(sound, { requiredKeys: [] })),
    fc.dictionary(fc.constantFrom(...knownNames), json, { maxKeys: 1 }),
    fc.boolean(),
  )
  .map(([good, bad, spoil]) => (spoil ? { ...good, ...bad } : good));
const body = fc.oneof(
  fc.oneof(shaped, shaped, json).map((value) => JSON.stringify(value)),
  naughty,
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);
/** Percent signs and all; never half of a surrogate pair, which no client can put into a URL. */
const inUrl = fc.oneof(
  text.map((value) => encodeURIComponent(value.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%ff',
    '%ED%A0%80',
    '%2e%2e',
    '+',
    '[]',
    '*',
    '0',
    '1',
    '200',
    '2026-01-01',
  ),
);
const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...knownNames), inUrl), inUrl), { maxLength: 4 });
const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'application/json; charset=x', 'multipart/form-data'),
  },
);

describe('fuzz', () => {
  const service = useService();
  let routes: Route[];
  /** The operations of the API description. */
  let documented: Map<string, { operationId: string; responses: object }>;
  let account: TestAccount;
  let own: Record<string, string>;
  let calls = 0;

  beforeAll(async () => {
    console.log(`FUZZ_SEED=${seed}`);
    routes = await listRoutes(service.ctx);
    const { paths } = (await service.call('GET', '/openapi.json')).json();
    const operations = Object.values<Record<string, { operationId: string; responses: object }>>(paths);
    documented = new Map(
      operations.flatMap((methods) => Object.values(methods).map((each) => [each.operationId, each])),
    );
    account = await service.account();
    own = await makeOwn();
  });

  /** A waitlist with a signup and fields of every type. */
  async function makeOwn(): Promise<Record<string, string>> {
    const id = await service.waitlist(account, { referral_bonus: 2 });
    for (const type of ['string', 'number', 'boolean']) {
      const payload = { key: type, label: type, type };
      await service.call('POST', `/v1/waitlists/${id}/fields`, account.key, { payload });
    }
    const signup = await service.signUp(account, id, { email: 'own@example.com' });
    return { id, signupId: signup.json().id, key: 'string', type: 'webhook' };
  }

  async function send(
    { method, url }: Route,
    params: Record<string, string>,
    request: { query?: string; payload?: string | Buffer; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse> {
    calls += 1;
    const path = url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? own[name] ?? 'x');
    return service.call(method, `${path}${request.query ?? ''}`, account.key, {
      ...(request.payload !== undefined && { payload: request.payload }),
      headers: {
        'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
        ...request.headers,
      },
    });
  }

  /** Whether an answer is the envelope of §7, or a success in the shape that its route declares. */
  function expectDocumented({ method, url, schema }: Route, answer: LightMyRequestResponse): void {
    const { statusCode, headers } = answer;
    expect(statusCode).toBeLessThan(500);
    // A DELETE has no body; one that comes all the same is read.
    if (method !== 'DELETE' || (statusCode !== 413 && statusCode !== 415)) {
      const { responses = {} } = documented.get(schema?.operationId ?? '') ?? {};
      if (!(statusCode in responses)) throw new Error(`${method} ${url} does not document ${statusCode}`);
    }
    expect(headers['x-request-id']).toBeTypeOf('string');
    if (statusCode >= 400) {
      const { error, ...rest } = answer.json();
      expect([Object.keys(rest), Object.keys(error).toSorted()]).toEqual([[], ['code', 'message']]);
      expect(errorStatus).toHaveProperty(error.code);
      if (statusCode !== 413 && statusCode !== 415) {
        expect(statusCode).toBe(errorStatus[error.code as keyof typeof errorStatus]);
      }
      return;
    }
    const shape = (schema?.response as Record<number, unknown> | undefined)?.[statusCode];
    if (statusCode === 204) expect(answer.body).toBe('');
    else if (shape instanceof z.ZodType) expect(shape.safeParse(answer.json()).error).toBeUndefined();
    else expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  }

  test('whatever a route is sent, it answers as documented and never fails (§7, C1.4, C1.8)', async () => {
    const answered = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.dictionary(fc.constantFrom('id', 'signupId', 'key', 'type'), inUrl, { maxKeys: 1 }),
        query,
        body,
        contentType,
        text,
        async (index, params, pairs, payload, type, referer) => {
          const route = routes[index % routes.length];
          if (!route) throw new Error('The app has no routes');
          const answer = await send(route, params, {
            query: `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
            ...(route.method !== 'GET' && { payload }),
            headers: { ...(route.method !== 'GET' && { 'content-type': type }), referer },
          });
          expectDocumented(route, answer);
          const name = `${route.method} ${route.url} ${answer.statusCode}`;
          answered.set(name, (answered.get(name) ?? 0) + 1);
          if (name === 'DELETE /v1/waitlists/:id 204') own = await makeOwn();
        },
      ),
      { seed, numRuns: 100_000, interruptAfterTimeLimit: 9000, endOnFailure: true },
    );
    // It is no use if everything is refused at the door.
    const methods = new Set(routes.map(({ method }) => method));
    for (const name of answered.keys())
      if (/ 20[014]$/.test(name)) methods.delete(name.split(' ')[0] as Method);
    expect([...methods]).toEqual([]);
  });

  test('where one field is at fault, the message names it (C1.4)', async () => {
    own = await makeOwn();
    const bases: Record<string, object> = {
      'POST /v1/waitlists': { name: 'Fuzzed' },
      'PATCH /v1/waitlists/:id': { referral_bonus: 2 },
      'POST /v1/waitlists/:id/signups': {
        email: 'fuzzed@example.com',
        fields: { string: 'x', number: 1, boolean: true }, // they may have become required
      },
      'POST /v1/waitlists/:id/fields': { key: 'fuzzed', label: 'Fuzzed', type: 'string' },
      'PATCH /v1/waitlists/:id/fields/:key': { label: 'Fuzzed' },
    };
    const targets = routes.flatMap((route) => {
      const base = bases[`${route.method} ${route.url}`];
      const shape = route.schema?.body;
      if (!base || !(shape instanceof z.ZodObject)) return [];
      return Object.keys(shape.shape).map((field) => ({ route, base, field }));
    });
    expect(targets.length).toBeGreaterThan(10);
    const refused = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...targets),
        fc.oneof(json, number, text),
        async ({ route, base, field }, value) => {
          const payload = JSON.stringify({ ...base, [field]: value });
          fc.pre(!payload.includes('__proto__'));
          const answer = await send(route, {}, { payload, headers: { 'content-type': 'application/json' } });
          expectDocumented(route, answer);
          if (answer.statusCode === 201 && route.url.endsWith('/fields')) {
            const { key } = answer.json(); // no list of this test gets full
            await service.call('DELETE', `/v1/waitlists/${own.id}/fields/${key}`, account.key);
          }
          if (answer.statusCode !== 400) return;
          expect(answer.json().error.message).toMatch(new RegExp(`^(a key of )?${field}\\b`));
          refused.add(`${route.method} ${route.url} ${field}`);
        },
      ),
      { seed, numRuns: 100_000, interruptAfterTimeLimit: 3000, endOnFailure: true },
    );
    expect(refused.size).toBe(targets.length);
  });
});
