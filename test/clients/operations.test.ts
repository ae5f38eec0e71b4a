import { beforeAll, describe, expect, test } from 'vitest';
import { startFakeProvider } from '../support/fakes/fake-provider.ts';
import { useService } from '../support/service/service.ts';
import { authorizationOf, readDescribedCalls } from './described-calls.ts';
import { languages } from './languages.ts';

interface Outcome {
  readonly answer?: unknown;
  readonly status?: number;
  readonly message?: string;
}

/** Times without the zeros at the end of their fractions, which Go leaves out. */
function normal(value: unknown): unknown {
  if (value === undefined) return null;
  const text = JSON.stringify(value).replaceAll(/(T\d\d:\d\d:\d\d)(?:\.(\d*?)0*)Z/g, (_, time, fraction) =>
    fraction ? `${time}.${fraction}Z` : `${time}Z`,
  );
  return JSON.parse(text);
}

describe.each(languages)('each operation of the description, in $name', ({ isInstalled, run }) => {
  const service = useService();
  let url: string;
  beforeAll(async () => {
    url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });

  test.skipIf(!isInstalled)('sends the described request, and reads the described answer whole', async () => {
    const calls = await readDescribedCalls((name, example) => (name === 'token' ? 'with/slash ü' : example));
    const fake = await startFakeProvider(() => ({ status: 500 }));
    try {
      for (const { success } of calls)
        fake.next({ status: success.status, body: (success.example ?? '') as object | string });
      const operations = calls.map(({ given }) => given);
      const report = (await run('operations', {
        base_url: fake.url,
        api_key: 'wl_x',
        operations,
      })) as Outcome[];
      expect(fake.requests.length).toBe(calls.length);
      for (const [index, { operation, expected, success, given }] of calls.entries()) {
        const request = fake.requests[index];
        if (!request) throw new Error(`${operation.id} was not called`);
        const { pathname, searchParams } = new URL(request.path, fake.url);
        const isJson = request.headers['content-type'] === 'application/json';
        expect([operation.id, request.method, pathname]).toEqual([
          operation.id,
          expected.method,
          expected.path,
        ]);
        if (searchParams.get('offset') === null && expected.query.offset === '0')
          searchParams.set('offset', '0'); // Go sends no zero
        expect([operation.id, Object.fromEntries(searchParams)]).toEqual([operation.id, expected.query]);
        expect([operation.id, isJson ? JSON.parse(request.body) : request.body || undefined]).toEqual([
          operation.id,
          expected.body,
        ]);
        expect(request.headers.authorization).toBe(authorizationOf(operation, 'wl_x'));
        expect(request.headers['idempotency-key'] ?? '').toBe(given.idempotency_key);
        expect([operation.id, normal(report[index]?.answer)]).toEqual([
          operation.id,
          normal(success.example),
        ]);
      }
    } finally {
      await fake.close();
    }
  });

  test.skipIf(!isInstalled)(
    'reaches its route of the running service, and nothing undescribed comes back',
    async () => {
      const account = await service.account();
      const waitlist = await service.waitlist(account);
      const described = await readDescribedCalls((name, example) =>
        name === 'waitlist_id' ? waitlist : example,
      );
      const isDeletion = ({ operation }: (typeof described)[number]) => operation.httpMethod === 'DELETE';
      const calls = [...described.filter((call) => !isDeletion(call)), ...described.filter(isDeletion)];
      const report = (await run('operations', {
        base_url: url,
        api_key: account.key,
        operations: calls.map(({ given }) => given),
      })) as Outcome[];
      for (const [index, { operation, statuses }] of calls.entries()) {
        const { status, message } = report[index] ?? {};
        if (status !== undefined) expect(statuses, `${operation.id}: ${message}`).toContain(status);
        expect([operation.id, message]).not.toEqual([operation.id, 'No such route.']);
        // The examples are well formed: tokens, segments and custom fields in them are unknown here.
        if (status === 400)
          expect(message).toMatch(/^(token|segment|(?:not_)?field\.company|filter\.fields\.company): /);
      }
      const succeeded = report.filter(({ status }) => status === undefined).length;
      expect(succeeded).toBeGreaterThan(25);
    },
  );
});
