import type { OutgoingEmail } from '../../src/shared/mail/providers/provider.ts';
import { AppError } from '../../src/shared/platform/errors.ts';
import { openAddressGuard } from '../../src/shared/platform/outbound/address-guard.ts';
import type { HttpClient } from '../../src/shared/platform/outbound/http-client.ts';
import type { SafeFetch } from '../../src/shared/platform/outbound/safe-fetch.ts';
import type { FakeProvider } from './fakes/fake-provider.ts';
import { plainFetch } from './network/plain-fetch.ts';

/** When the golden vectors were signed, in Unix seconds. */
export const signedAt = 1_767_225_600;

/**
 * A client that reaches fakes on loopback, at the time of the golden vectors. Every host name resolves to a
 * public address.
 */
export function makeHttpClient(change: Partial<HttpClient> = {}): HttpClient {
  return {
    fetch: plainFetch,
    guard: openAddressGuard({ allowHosts: ['127.0.0.1'], lookup: async () => [publicAddress] }),
    apiUrls: {},
    now: () => signedAt * 1000,
    ...change,
  };
}

const publicAddress = { address: '93.184.215.14', family: 4 };

/** Times out as soon as the fake has a request that it never answers. */
export function impatientFetch(fake: FakeProvider): SafeFetch {
  return (url, request) => {
    const timeOut = fake.hangs().then(() => {
      throw Object.assign(new Error('No whole answer'), { code: 'ETIMEDOUT' });
    });
    return Promise.race([plainFetch(url, request), timeOut]);
  };
}

/** Fails as the address guard does, before anything is sent. */
export const refusingFetch: SafeFetch = async () => {
  throw Object.assign(new Error('a private address'), { name: 'AddressRefused' });
};

export const signupId = '0190c0de-0000-7000-8000-000000000001';

export function makeMail(change: Partial<OutgoingEmail> = {}): OutgoingEmail {
  return {
    from: 'Acme <hello@acme.test>',
    to: 'ada@example.com',
    subject: 'You’re #1',
    html: '<p>Number 1 of 2 – <a href="https://acme.test/">look</a></p>',
    text: 'Number 1 of 2 – look [https://acme.test/]',
    emailId: signupId,
    messageId: `<signup-${signupId}@acme.test>`,
    idempotencyKey: `signup-email/${signupId}`,
    unsubscribeUrl: null,
    ...change,
  };
}

/** The AppError that an operation throws. @throws Error if it throws none */
export async function refusalOf(operation: () => unknown): Promise<AppError> {
  try {
    await operation();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('The operation was not refused.');
}
