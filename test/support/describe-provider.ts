import { describe, expect, test } from 'vitest';
import type {
  EmailProvider,
  InboundEvent,
  InboundRequest,
  OutgoingEmail,
} from '../../src/shared/mail/providers/provider.ts';
import { openAddressGuard } from '../../src/shared/platform/outbound/address-guard.ts';
import type { HttpClient } from '../../src/shared/platform/outbound/http-client.ts';
import { openSafeFetch, type SafeFetch } from '../../src/shared/platform/outbound/safe-fetch.ts';
import type { Answer, FakeProvider } from './fakes/fake-provider.ts';
import { makeHttpClient, makeMail, refusalOf, signedAt } from './http-client.ts';
import { closedPort } from './network/raw-http.ts';

/**
 * A signed request. `at` is the time of its verification in Unix seconds, `secret` defaults to the
 * provider's.
 */
interface SignedRequest {
  readonly request: InboundRequest;
  readonly secret?: string;
  readonly at?: number;
}

/** What is particular to one provider. Rows are named by their first text, or by their values. */
interface ProviderCases<Config> {
  /** Its name in error messages. */
  readonly name: string;
  readonly provider: EmailProvider<Config>;
  /** Settings that the fake accepts. */
  readonly good: NoInfer<Config>;
  /** A client whose requests to the provider go to a fake's URL. */
  clientTo(url: string, fetch: SafeFetch): HttpClient;
  readonly settings: {
    readonly accepted: readonly (readonly [given: object, parsed: object])[];
    readonly refused: readonly object[];
    /** Settings or From addresses that the provider refuses, with the message. */
    readonly wrong: readonly (readonly [
      what: string,
      change: Partial<NoInfer<Config>>,
      from: string,
      message: string,
    ])[];
    /** Answers that verify nothing, besides those of every provider. */
    readonly unproven: readonly Answer[];
  };
  readonly mails: {
    /** Where they go, by settings (C7.7). */
    readonly urls: readonly (readonly [change: Partial<NoInfer<Config>>, url: string])[];
    readonly accepted: Answer;
    /** The headers of a mail, by name, in the body of the request that sends it. */
    headersIn(body: string): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
    /** Settings and mails that the account can fix, with the error. */
    readonly configErrors: readonly (readonly [
      what: string,
      change: Partial<NoInfer<Config>>,
      mail: Partial<OutgoingEmail>,
      error: string,
    ])[];
    /** The final error of a mail to `a@b@example.com`. */
    readonly badRecipient: string;
    /** A final refusal with this message. */
    refusal(words: string): Answer;
    readonly credentials: readonly string[];
    /** Answers that limit the rate, besides those of every provider, with the seconds to wait. */
    readonly throttled: readonly (readonly [answer: Answer, seconds: number])[];
    /** Further answers after which a mail is sent again. */
    readonly retried: readonly Answer[];
    /** Further final answers. */
    readonly failed: readonly Answer[];
    /** Answers that accept a mail without a usable id. */
    readonly withoutId: readonly Answer[];
    /** Answers of success that do not show what happened to the mail. */
    readonly unclear: readonly Answer[];
  };
  readonly events: {
    readonly secret: string;
    readonly secrets: readonly string[];
    readonly badSecrets: readonly string[];
    readonly genuine: readonly (readonly [what: string, sign: () => SignedRequest])[];
    readonly forged: readonly (readonly [what: string, sign: () => SignedRequest])[];
    /** A verified request: a string is the body itself, other values are events. */
    toRequest(body: unknown): InboundRequest;
    /** The default of what an event reads as. */
    readonly usual: InboundEvent;
    readonly read: readonly (readonly [event: object, reads: Partial<InboundEvent>])[];
    /** Events that the service does not use. */
    readonly ignored: readonly unknown[];
    /** Signed bodies that are not the provider's. */
    readonly malformed: readonly unknown[];
  };
}

const hangs = { delayMs: Number.POSITIVE_INFINITY };
const redirect = { status: 302, headers: { location: 'https://example.com/' } };
const retryAt = { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' };

/** Tests the rules of all mail providers with an API (C6.3, C6.5, C6.6, C6.9) with a fake of the provider. */
export function describeProvider<Config extends object>(
  fake: () => FakeProvider,
  { name, provider, good, clientTo, settings, mails, events: cases }: ProviderCases<Config>,
): void {
  const loopback = openSafeFetch(openAddressGuard({ allowHosts: ['127.0.0.1'] }));
  const client = (fetch = loopback) => clientTo(fake().url, fetch);
  const nowhere = async () => clientTo(`http://127.0.0.1:${await closedPort()}`, loopback);
  const send = (mail: Partial<OutgoingEmail> = {}, change: Partial<Config> = {}, httpClient = client()) =>
    provider.open({ ...good, ...change }, httpClient).send(newMail(mail));
  const verify = (change: Partial<Config> = {}, from = 'hello@acme.test', httpClient = client()) =>
    provider.verify({ ...good, ...change }, from, httpClient);

  describe(`the settings of ${name} (C6.3)`, () => {
    test.each(settings.accepted)('%j are parsed as %j', (given, parsed) => {
      expect(provider.config.parse(given)).toEqual(parsed);
    });

    test.each(settings.refused)('%j are refused', (given) => {
      expect(provider.config.safeParse(given).success).toBe(false);
    });

    test.each(settings.wrong)('are refused with %s', async (_, change, from, message) => {
      expect(await refusalOf(() => verify(change, from))).toMatchObject({ code: 'invalid_request', message });
    });

    test.each([redirect, { drop: true }, { status: 429 }, ...settings.unproven])(
      'are refused if the check is answered with %j',
      async (script) => {
        fake().next(script);
        expect((await refusalOf(verify)).code).toBe('invalid_request');
      },
    );

    test('are not called wrong if the provider cannot check them', async () => {
      fake().next({ status: 503, body: 'upstream connect error' });
      expect((await refusalOf(verify)).message).toBe(
        `${name} answered 503, so the settings could not be checked. Please try again later.`,
      );
      const httpClient = await nowhere();
      expect((await refusalOf(() => verify({}, 'hello@acme.test', httpClient))).message).toBe(
        `${name} gave no answer (ECONNREFUSED), so the settings could not be checked. Please try again later.`,
      );
    });
  });

  describe(`a mail by ${name}`, () => {
    test.each(mails.urls)('with %j goes to %s (C7.7)', async (change, url) => {
      const urls: string[] = [];
      const { status, headers = {}, body = '' } = mails.accepted;
      const fetch: SafeFetch = async (to) => {
        urls.push(to);
        return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
      };
      expect(await send({}, change, makeHttpClient({ fetch }))).toMatchObject({ outcome: 'sent' });
      expect(urls).toEqual([url]);
      expect(new URL(url).origin).toBe(provider.serverOf({ ...good, ...change }, { apiUrls: {} }));
    });

    test.each(mails.configErrors)('with %s ends as config_error (C6.6)', async (_, change, mail, error) => {
      expect(await send(mail, change)).toEqual({ outcome: 'refused', status: 'config_error', error });
    });

    test('to an invalid recipient fails, and the error does not contain it (C6.6)', async () => {
      const result = await send({ to: 'a@b@example.com' });
      expect(result).toEqual({ outcome: 'refused', status: 'failed', error: mails.badRecipient });
      expect(mails.badRecipient).not.toContain('example.com');
    });

    test('fails with an error without the recipient and the credentials (C6.6)', async () => {
      const answer = mails.refusal(`No mail to ada@example.com with ${mails.credentials.join(' or ')}`);
      fake().next(answer);
      expect(await send()).toMatchObject({
        error: `${name} answered ${answer.status}: No mail to (address) with ${mails.credentials.map(() => '(secret)').join(' or ')}.`,
      });
    });

    test('offer to unsubscribe with one click, where there is a link for it (RFC 8058, N3)', async () => {
      const unsubscribeUrl = `https://waitlist.test/u/${'a'.repeat(68)}`;
      for (const url of [unsubscribeUrl, null]) {
        fake().next(mails.accepted);
        await send({ unsubscribeUrl: url });
        const headers = await mails.headersIn(fake().requests.at(-1)?.body ?? '');
        expect(headers['Auto-Submitted']).toBe('auto-generated');
        expect([headers['List-Unsubscribe'], headers['List-Unsubscribe-Post']]).toEqual(
          url === null ? [undefined, undefined] : [`<${url}>`, 'List-Unsubscribe=One-Click'],
        );
      }
    });

    test.each<readonly [Answer, number]>([
      [{ status: 429, headers: { 'retry-after': '7' } }, 7],
      [{ status: 429, body: 'local_rate_limited' }, 1],
      ...mails.throttled,
    ])(
      'with the answer %j is sent again in %i s, without a counted attempt (C6.6)',
      async (answer, seconds) => {
        fake().next(answer);
        const error = expect.stringContaining(`${name} answered ${answer.status}`);
        expect(await send()).toEqual({ outcome: 'throttled', error, retryAfterSeconds: seconds });
      },
    );

    test.each([
      { ...mails.refusal('Oh.'), status: 500 },
      { status: 502, body: '<html>Bad gateway</html>' },
      { status: 503 },
      { status: 408 },
      ...mails.retried,
    ])('with the answer %j is sent again, and shows if the provider is down (C6.6)', async (answer) => {
      fake().next(answer);
      const error = expect.stringContaining(`${name} answered ${answer.status}`);
      expect(await send()).toEqual(
        answer.status === 408
          ? { outcome: 'retry', error }
          : { outcome: 'unavailable', error, mayBeOfMail: true },
      );
    });

    test('is sent again at the Retry-After of an unavailable provider (C6.6)', async () => {
      fake().next({ status: 503, headers: retryAt });
      expect(await send()).toMatchObject({ outcome: 'unavailable', retryAfterSeconds: 20 });
    });

    test.each([redirect, { status: 400 }, { status: 413 }, ...mails.failed])(
      'with the answer %j fails (C6.6)',
      async (answer) => {
        fake().next(answer);
        expect(await send()).toMatchObject({ outcome: 'refused', status: 'failed' });
      },
    );

    test.each(mails.withoutId)('with the answer %j, without a usable id, is sent (C6.6)', async (answer) => {
      fake().next(answer);
      expect(await send()).toEqual({ outcome: 'sent', providerMessageId: null });
    });

    test.each([{ drop: true }, hangs, ...mails.unclear])(
      'with the answer %j may have been sent, and is only repeated with idempotency keys (C6.5)',
      async (script) => {
        fake().next(script);
        const impatient: SafeFetch = (url, request) => loopback(url, { ...request, timeoutMs: 3_000 });
        const sending = send({}, {}, client(impatient));
        if (provider.idempotent)
          expect(await sending).toMatchObject({
            outcome: 'status' in script ? 'retry' : 'unavailable',
            error: expect.stringContaining(name),
            mayHaveLeft: true,
          });
        else await expect(sending).rejects.toThrow();
        expect(fake().requests).toHaveLength(1);
        if (script === hangs) expect(await fake().requests[0]?.abandoned).toBe(true);
      },
    );

    test('that was certainly not sent is sent again (C6.5)', async () => {
      const noAnswer = (code: string) => ({
        outcome: 'unavailable',
        error: `${name} gave no answer (${code}).`,
      });
      expect(await send({}, {}, await nowhere())).toEqual(noAnswer('ECONNREFUSED'));
      const guarded = openSafeFetch(openAddressGuard({ allowHosts: [] }));
      expect(await send({}, {}, client(guarded))).toEqual(noAnswer('AddressRefused'));
      const notTls = clientTo(fake().url.replace('http:', 'https:'), loopback);
      expect(await send({}, {}, notTls)).toEqual({ outcome: 'unavailable', error: expect.any(String) });
      expect(fake().requests).toEqual([]);
    });
  });

  describe(`events of ${name}`, () => {
    const { events } = provider;
    if (!events) throw new Error(`${name} sends no events.`);
    const verifyRequest = ({ request, secret = cases.secret, at = signedAt }: SignedRequest) =>
      events.verify(request, secret, { ...client(), now: () => at * 1000 });

    test.each(cases.secrets)('may be signed with %j (C6.3)', (secret) => {
      events.checkSecret(secret);
    });

    test.each(['', ...cases.badSecrets])('cannot be signed with %j (C6.3)', async (secret) => {
      expect((await refusalOf(() => events.checkSecret(secret))).code).toBe('invalid_request');
    });

    test.each(cases.genuine)('%s are accepted (C6.9)', async (_, sign) => {
      await verifyRequest(sign());
    });

    test.each(cases.forged)('%s are refused (C6.9)', async (_, sign) => {
      expect((await refusalOf(() => verifyRequest(sign()))).code).toBe('unauthorized');
    });

    const read = cases.read.map(([event, reads], row) => ({ row, event, reads }));
    test.each(read)('of row $row are parsed as $reads (§6.2, C6.7)', ({ event, reads }) => {
      const [{ bounce, ...rest }, ...others] = events.parse(cases.toRequest(event), leaveOut) as [
        InboundEvent,
      ];
      const { bounce: given, ...expected } = { ...cases.usual, ...reads };
      expect([rest, others]).toEqual([expected, []]);
      expect([rest.status, bounce !== undefined]).toEqual([rest.status, rest.status === 'bounced']);
      if (given) expect(bounce).toEqual(given);
    });

    test.each(cases.ignored.map((event) => [event]))('like %j are ignored (C6.9)', (event) => {
      expect(events.parse(cases.toRequest(event), leaveOut)).toEqual([]);
    });

    test.each(cases.malformed.map((body) => [body]))('with the body %j are refused (C6.9)', async (body) => {
      expect((await refusalOf(() => events.parse(cases.toRequest(body), leaveOut))).code).toBe(
        'invalid_request',
      );
    });
  });
}

/** For requests whose events can all be read. */
export function leaveOut(error: Error): never {
  throw error;
}

let mailsMade = 0;

/** A mail with a new idempotency key. */
export function newMail(change: Partial<OutgoingEmail> = {}): OutgoingEmail {
  mailsMade += 1;
  return makeMail({ idempotencyKey: `signup-email/${mailsMade}`, ...change });
}
