import { describe, expect, test } from 'vitest';
import type {
  Attempt,
  Delivery,
  IntegrationConfig,
  IntegrationProvider,
} from '../../src/shared/integrations/providers/provider.ts';
import { AddressRefused, openAddressGuard } from '../../src/shared/outbound/address-guard.ts';
import type { HttpClient } from '../../src/shared/outbound/http-client.ts';
import { openSafeFetch, type SafeFetch } from '../../src/shared/outbound/safe-fetch.ts';
import { makeDelivery } from './deliveries.ts';
import type { Answer, FakeProvider } from './fakes/fake-provider.ts';
import { makeHttpClient, refusingFetch } from './http-client.ts';

/** What is particular to one integration. */
interface IntegrationCases<Config extends IntegrationConfig> {
  readonly type: string;
  readonly provider: IntegrationProvider<Config>;
  readonly config: {
    /** A whole configuration as an account gives it. */
    readonly given: Readonly<Record<string, unknown>>;
    /** Changes to it, and what they are read as. */
    readonly accepted: readonly (readonly [change: object, reads: object])[];
    /** Changes to it that are refused, and the field that is named. */
    readonly refused: readonly (readonly [change: object, field: string])[];
    readonly secrets: readonly string[];
    readonly addressKey?: string;
  };
  /** For an integration whose account chooses the address that its requests go to. */
  readonly addresses?: {
    readonly key: string;
    readonly taken: readonly string[];
    readonly refused: readonly string[];
  };
  readonly deliveries: {
    /** What changes in the configuration, or in the client, so that requests go to the fake. */
    toFake(): { config?: object; httpClient?: Partial<HttpClient> };
    /** The name of the receiver in errors. */
    readonly receiver: string;
    /** Deliveries, and the beginning of errors of their first request. */
    readonly first: readonly (readonly [delivery: Delivery, doing: string])[];
    /** Refusals of a first request, and the end of the error behind the status. */
    readonly refusals: readonly (readonly [answer: Answer, said: string])[];
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

/** The rules that every integration keeps (§4.7, C7.4, C7.6), tried with a fake of its receiver. */
export function describeIntegration<Config extends IntegrationConfig>(
  fake: () => FakeProvider,
  { type, provider, config, addresses, deliveries }: IntegrationCases<Config>,
): void {
  const loopback = openSafeFetch(openAddressGuard({ allowHosts: ['127.0.0.1'] }));
  const { receiver, first } = deliveries;
  const created = makeDelivery('signup.created');

  describe(`the configuration of ${type} (§4.7)`, () => {
    test.each([[{}, {}] as const, ...config.accepted])('with %j is read with %j', (change, reads) => {
      const { given } = config;
      expect(provider.config.parse({ ...given, ...change })).toEqual({ ...given, ...reads });
    });

    test.each(config.refused)('with %j is refused for its %s', (change, field) => {
      const { error } = provider.config.safeParse({ ...config.given, ...change });
      expect([...new Set(error?.issues.map(({ path }) => path.join('.')))]).toEqual([field]);
    });

    test('holds no key that is not declared (§4.7 rule 2)', () => {
      const { error } = provider.config.safeParse({ ...config.given, undeclared: 'x' });
      expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['undeclared'] }]);
    });

    test('has its secrets, and the address whose change clears the log (§4.7 rules 3 and 5)', () => {
      expect(provider.secrets).toEqual(config.secrets);
      expect(provider.addressKey).toBe(config.addressKey);
    });
  });

  if (addresses)
    describe(`the address of ${type} (§4.7 rule 7, C7.6)`, () => {
      const verify = (address: string) =>
        provider.verify(
          provider.config.parse({ ...config.given, [addresses.key]: address }),
          makeHttpClient(),
        );

      test.each(addresses.taken)('%s is taken', (address) => verify(address));

      test.each(addresses.refused)('%s is refused', async (address) => {
        await expect(verify(address)).rejects.toThrow(AddressRefused);
      });

      test('is checked without a request to it', async () => {
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

    test('names this service as its client, and may be a test (§4.7 rule 6)', async () => {
      const synthetic = makeDelivery('signup.created', { metadata: { service_test: true } });
      expect(await deliver(synthetic)).toMatchObject({ status: 'success' });
      expect(fake().requests[0]?.headers['user-agent']).toBe('waitlist-service');
    });

    test.each([
      { status: 201, body: '<html></html>' },
      { status: 204 },
      { status: 299, body: '{"error":"no"}' },
    ])('answered %j has succeeded (C7.4)', async (answer) => {
      fake().next(answer);
      expect(await deliver(created)).toEqual(succeeded(answer.status));
    });

    test.each(deliveries.refusals)(
      'answered %j is one request and one failed record',
      async (answer, said) => {
        for (const [delivery, doing] of first) {
          fake().reset();
          fake().next(answer);
          const error = `${doing}${receiver} answered ${answer.status}${said}`;
          expect(await deliver(delivery)).toEqual(failed(answer.status, error));
          expect(fake().requests).toHaveLength(1);
        }
      },
    );

    test.each([{ drop: true }, { delayMs: Number.POSITIVE_INFINITY }])(
      'without an answer (%j) is one request and one failed record',
      async (script) => {
        const impatient: SafeFetch = (url, request) => loopback(url, { ...request, timeoutMs: 1_000 });
        for (const [delivery, doing] of first) {
          fake().reset();
          fake().next(script);
          const attempt = await deliver(delivery, impatient);
          expect(attempt).toEqual(failed(null, expect.stringMatching(/ gave no answer \(\w+\)\.$/)));
          expect(attempt.error?.startsWith(`${doing}${receiver} gave`)).toBe(true);
          expect(fake().requests).toHaveLength(1);
        }
      },
    );

    test('to an address that must not be called is a failed record', async () => {
      for (const [delivery, doing] of first)
        expect(await deliver(delivery, refusingFetch)).toEqual(failed(null, `${doing}a private address`));
    });
  });
}
