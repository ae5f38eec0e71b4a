import { describe, expect, test } from 'vitest';
import type {
  Attempt,
  Delivery,
  IntegrationConfig,
  IntegrationProvider,
} from '../../src/shared/events/integrations/providers/provider.ts';
import { AddressRefused, openAddressGuard } from '../../src/shared/platform/outbound/address-guard.ts';
import type { HttpClient } from '../../src/shared/platform/outbound/http-client.ts';
import { openSafeFetch, type SafeFetch } from '../../src/shared/platform/outbound/safe-fetch.ts';
import { makeDelivery } from './deliveries.ts';
import type { Answer, FakeProvider } from './fakes/fake-provider.ts';
import { makeHttpClient, refusingFetch } from './http-client.ts';
import { triesAll } from './values/tries-all.ts';

/** What every integration that must name its events refuses of them. */
export const refusedEvents = [
  [{ events: undefined }, 'events'],
  [{ events: null }, 'events'],
  [{ events: [] }, 'events'],
  [{ events: 'signup.created' }, 'events'],
  [{ events: ['signup.made'] }, 'events.0'],
  [{ events: [''] }, 'events.0'],
] as const;

/** What is particular to one integration. */
interface IntegrationCases<Config extends IntegrationConfig> {
  readonly type: string;
  readonly provider: IntegrationProvider<Config>;
  readonly config: {
    /** A valid configuration. */
    readonly given: Readonly<Record<string, unknown>>;
    /** Valid changes to it, and the parsed values. */
    readonly accepted: readonly (readonly [change: object, reads: object])[];
    /** Invalid changes to it, and the field that the refusal names. */
    readonly refused: readonly (readonly [change: object, field: string])[];
    readonly secrets: readonly string[];
    readonly addressKey?: string;
  };
  /** For an integration whose URL the account chooses. */
  readonly addresses?: {
    readonly key: string;
    readonly taken: readonly string[];
    readonly refused: readonly string[];
  };
  readonly deliveries: {
    /** Changes in the configuration or the client that direct requests to the fake. */
    toFake(): { config?: object; httpClient?: Partial<HttpClient> };
    /** The name of the receiver in errors. */
    readonly receiver: string;
    /** Deliveries, and the beginning of errors of their first request. */
    readonly first: readonly (readonly [delivery: Delivery, doing: string])[];
    /** Refusals of a first request, and the end of the error behind the status. */
    readonly refusals: readonly (readonly [answer: Answer, ending: string])[];
  };
}

export const succeeded = (response_status = 200): Attempt => ({
  status: 'success',
  response_status,
  error: null,
});
export const failed = (response_status: number | null, error: unknown) => ({
  status: 'failed',
  response_status,
  error,
});

/** Tests the rules of all integrations (§4.7, C7.4, C7.6) with a fake of the receiver. */
export function describeIntegration<Config extends IntegrationConfig>(
  fake: () => FakeProvider,
  { type, provider, config, addresses, deliveries }: IntegrationCases<Config>,
): void {
  const loopback = openSafeFetch(openAddressGuard({ allowHosts: ['127.0.0.1'] }));
  const { receiver, first } = deliveries;
  const created = makeDelivery('signup.created');

  describe(`the configuration of ${type} (§4.7)`, () => {
    test.each([[{}, {}] as const, ...config.accepted])('with %j is parsed with %j', (change, reads) => {
      const { given } = config;
      expect(provider.config.parse({ ...given, ...change })).toEqual({ ...given, ...reads });
    });

    test.each(config.refused)('with %j is refused for its %s', (change, field) => {
      const { error } = provider.config.safeParse({ ...config.given, ...change });
      expect([...new Set(error?.issues.map(({ path }) => path.join('.')))]).toEqual([field]);
    });

    test('may include more data, each once (N1)', () => {
      const include = ['referral_link', 'fields', 'fields'];
      expect(provider.config.parse({ ...config.given, include }).include).toEqual([
        'referral_link',
        'fields',
      ]);
      expect(provider.config.parse({ ...config.given, include: [] }).include).toEqual([]);
    });

    test.each([
      [null, 'include'],
      ['fields', 'include'],
      [['fields', 'status_token'], 'include.1'],
    ])('with the included data %j is refused for its %s (N1)', (include, field) => {
      const { error } = provider.config.safeParse({ ...config.given, include });
      expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
    });

    test('refuses unknown keys (§4.7 rule 2)', () => {
      const { error } = provider.config.safeParse({ ...config.given, undeclared: 'x' });
      expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['undeclared'] }]);
    });

    test('declares its secrets, and the URL whose change clears the log (§4.7 rules 3 and 5)', () => {
      expect(provider.secrets).toEqual(config.secrets);
      expect(provider.addressKey).toBe(config.addressKey);
    });
  });

  if (addresses)
    describe(`the URL of ${type} (§4.7 rule 7, C7.6)`, () => {
      const verify = (address: string) =>
        provider.verify(
          provider.config.parse({ ...config.given, [addresses.key]: address }),
          makeHttpClient(),
        );

      test.each(addresses.taken)('may be %s', (address) => verify(address));

      test.each(addresses.refused)('may not be %s', async (address) => {
        await expect(verify(address)).rejects.toThrow(AddressRefused);
      });

      test('is checked without a request', async () => {
        const { config: change } = deliveries.toFake();
        await provider.verify(provider.config.parse({ ...config.given, ...change }), makeHttpClient());
        expect(fake().requests).toEqual([]);
      });
    });

  describe(`a delivery of ${type}`, () => {
    const deliver = (delivery: Delivery, fetch: SafeFetch = loopback) => {
      const { config: change, httpClient } = deliveries.toFake();
      const whole = provider.config.parse({ ...config.given, ...change });
      return provider.deliver(whole, delivery, makeHttpClient({ ...httpClient, fetch }));
    };

    test('has the user agent of the service, and may be a test (§4.7 rule 6)', async () => {
      const synthetic = makeDelivery('signup.created', { metadata: { service_test: true } });
      expect(await deliver(synthetic)).toMatchObject({ status: 'success' });
      expect(fake().requests[0]?.headers['user-agent']).toBe('waitlist-service');
    });

    test.each([
      { status: 201, body: '<html></html>' },
      { status: 204 },
      { status: 299, body: '{"error":"no"}' },
    ])('with the answer %j succeeds (C7.4)', async (answer) => {
      fake().next(answer);
      expect(await deliver(created)).toEqual(succeeded(answer.status));
    });

    test.each(deliveries.refusals)(
      'with the answer %j causes one request and one failed record',
      async (answer, ending) => {
        for (const [delivery, doing] of first) {
          fake().reset();
          fake().next(answer);
          const error = `${doing}${receiver} answered ${answer.status}${ending}`;
          expect(await deliver(delivery)).toEqual(failed(answer.status, error));
          expect(fake().requests).toHaveLength(1);
        }
      },
    );

    test.each([{ drop: true }, { delayMs: Number.POSITIVE_INFINITY }])(
      'without an answer (%j) causes one request and one failed record',
      async (script) => {
        const impatient: SafeFetch = (url, request) => loopback(url, { ...request, timeoutMs: 3_000 });
        // Each wait for a time-out is as long.
        for (const [delivery, doing] of triesAll || 'drop' in script ? first : first.slice(0, 1)) {
          fake().reset();
          fake().next(script);
          const attempt = await deliver(delivery, impatient);
          expect(attempt).toEqual(failed(null, expect.stringMatching(/ gave no answer \(\w+\)\.$/)));
          expect(attempt.error?.startsWith(`${doing}${receiver} gave`)).toBe(true);
          expect(fake().requests).toHaveLength(1);
        }
      },
    );

    test('to a forbidden address causes a failed record', async () => {
      for (const [delivery, doing] of first)
        expect(await deliver(delivery, refusingFetch)).toEqual(failed(null, `${doing}a private address`));
    });
  });
}
