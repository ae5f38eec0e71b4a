import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contacts } from '../../../../src/shared/events/integrations/providers/contacts.ts';
import type { SignupDelivery } from '../../../../src/shared/events/integrations/providers/provider.ts';
import { openAddressGuard } from '../../../../src/shared/platform/outbound/address-guard.ts';
import type { HttpClient } from '../../../../src/shared/platform/outbound/http-client.ts';
import { fetchWithTimeout, openSafeFetch } from '../../../../src/shared/platform/outbound/safe-fetch.ts';
import { makeCorrection, makeDelivery } from '../../../support/deliveries.ts';
import {
  describeIntegration,
  succeeded as done,
  failed,
  refusedEvents,
} from '../../../support/describe-integration.ts';
import { loopsKey, loopsList, startFakeLoops } from '../../../support/fakes/loops.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { impatientFetch, makeHttpClient, refusalOf, refusingFetch } from '../../../support/http-client.ts';
import { triesAll } from '../../../support/values/tries-all.ts';

const fake = useFake(startFakeLoops);
const wanted = ['signup.created', 'signup.removed', 'signup.email_clicked'];
const given = { api_key: loopsKey, mailing_list_id: loopsList, events: wanted };
const configOf = (change: object = {}) => contacts.config.parse({ ...given, ...change });
const withoutList = () => configOf({ mailing_list_id: undefined });
const httpClient = (change: Partial<HttpClient> = {}) =>
  makeHttpClient({ apiUrls: { loops: fake().url }, ...change });
const deliver = (delivery: SignupDelivery, config = configOf(), change: Partial<HttpClient> = {}) =>
  contacts.deliver(config, delivery, httpClient(change));
/** Each request on a line, and its body as it is. */
const asked = () => fake().requests.map(({ method, path, body }) => `${method} ${path} ${body}`.trim());
const first = [
  [makeDelivery('signup.created'), 'Saving the contact: '],
  [makeDelivery('signup.removed'), 'Finding the contact: '],
  [makeDelivery('signup.email_clicked'), 'Sending the event: '],
] as const;

describeIntegration(fake, {
  type: 'contacts',
  provider: contacts,
  config: {
    given,
    accepted: [
      [
        {
          api_key: ` ${loopsKey}\n`,
          mailing_list_id: ` ${loopsList} `,
          events: [...wanted, ...wanted],
        },
        {},
      ],
      [
        { mailing_list_id: undefined, events: ['signup.removed'] },
        { mailing_list_id: undefined, events: ['signup.removed'] },
      ],
    ],
    refused: [
      [{ api_key: undefined }, 'api_key'],
      [{ api_key: null }, 'api_key'],
      [{ api_key: '' }, 'api_key'],
      [{ api_key: 'two words' }, 'api_key'],
      [{ api_key: 'k\r\nx: y' }, 'api_key'],
      [{ api_key: 'k'.repeat(501) }, 'api_key'],
      [{ mailing_list_id: null }, 'mailing_list_id'],
      [{ mailing_list_id: '' }, 'mailing_list_id'],
      [{ mailing_list_id: ' ' }, 'mailing_list_id'],
      [{ mailing_list_id: 7 }, 'mailing_list_id'],
      [{ mailing_list_id: 'a/b' }, 'mailing_list_id'],
      [{ mailing_list_id: 'x'.repeat(101) }, 'mailing_list_id'],
      ...refusedEvents,
      [{ events: ['signup.created', 'signup.email_delivered'] }, 'events.1'],
      [{ events: ['signup.email_opened'] }, 'events.0'],
    ],
    secrets: ['api_key'],
  },
  deliveries: {
    toFake: () => ({ httpClient: { apiUrls: { loops: fake().url } } }),
    receiver: 'Loops',
    first,
    refusals: [
      [{ status: 400, body: { success: false, message: 'No' } }, ': No.'],
      [{ status: 404 }, '.'],
      [{ status: 413, body: '<html><h1>Too large</h1></html>' }, '.'],
      [{ status: 429, body: 'slow down' }, '.'],
      [{ status: 429, body: { message: 'Rate limit' } }, ': Rate limit.'],
      [{ status: 500 }, '.'],
      [{ status: 502, body: '<html></html>' }, '.'],
      [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, '.'],
      [{ status: 400, body: { message: 7 } }, '.'],
      [
        { status: 400, body: { message: `no ${loopsKey} for ada@example.com` } },
        ': no (secret) for (address).',
      ],
    ],
  },
});

describe('the check of contacts (§4.7)', () => {
  const verify = (config = configOf(), change: Partial<HttpClient> = {}) =>
    contacts.verify(config, httpClient(change));
  const messageOf = async (...args: Parameters<typeof verify>) => {
    const { code, message } = await refusalOf(() => verify(...args));
    expect(code).toBe('invalid_request');
    return message;
  };

  test('asks for the key, then for the list', async () => {
    await verify();
    expect(asked()).toEqual(['GET /api/v1/api-key', 'GET /api/v1/lists']);
    for (const { headers } of fake().requests) expect(headers.authorization).toBe(`Bearer ${loopsKey}`);
  });

  test('asks for no list where there is none', async () => {
    await verify(withoutList());
    expect(asked()).toEqual(['GET /api/v1/api-key']);
  });

  test('asks Loops itself by default (C7.7)', async () => {
    const urls: string[] = [];
    const fetch: HttpClient['fetch'] = async (url) => {
      urls.push(url);
      return { status: 200, headers: {}, body: '{"success":true}' };
    };
    await contacts.verify(withoutList(), makeHttpClient({ fetch }));
    expect(urls).toEqual(['https://app.loops.so/api/v1/api-key']);
  });

  test('refuses a wrong key, and asks no further', async () => {
    expect(await messageOf(configOf({ api_key: 'wrong' }))).toBe(
      'config.api_key: is not accepted. Loops answered 401: Invalid API key.',
    );
    expect(asked()).toHaveLength(1);
  });

  test('refuses a list that is not there', async () => {
    for (const mailing_list_id of ['cm0other', '__proto__']) {
      expect(await messageOf(configOf({ mailing_list_id }))).toBe(
        'config.mailing_list_id: Loops has no mailing list with this id.',
      );
    }
  });

  test.each([
    [
      { status: 401, body: { error: 'Invalid API key' } },
      'config.api_key: is not accepted. Loops answered 401: Invalid API key.',
    ],
    [{ status: 403, body: '<html></html>' }, 'config.api_key: is not accepted. Loops answered 403.'],
    [{ status: 200, body: '<html></html>' }, 'config.api_key: is not accepted. Loops answered 200.'],
    [{ status: 200, body: '' }, 'config.api_key: is not accepted. Loops answered 200.'],
    [
      { status: 200, body: { success: false, message: 'No' } },
      'config.api_key: is not accepted. Loops answered 200: No.',
    ],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: { success: true } },
      'config.api_key: is not accepted. Loops answered 302.',
    ],
    [
      { status: 401, body: { message: `The key ${loopsKey} of ada@example.com is wrong` } },
      'config.api_key: is not accepted. Loops answered 401: The key (secret) of (address) is wrong.',
    ],
  ])('refuses the key where the answer is %j', async (script, message) => {
    fake().next(script);
    expect(await messageOf()).toBe(message);
  });

  test.each([
    [{ status: 401, body: '' }, 'Loops answered 401.'],
    [{ status: 200, body: '<html></html>' }, 'Loops answered 200.'],
    [{ status: 200, body: { lists: [] } }, 'Loops answered 200.'],
  ])('reports that the lists could not be read after the answer %j', async (script, said) => {
    fake().next({ status: 200, body: { success: true } }, script);
    expect(await messageOf()).toBe(`config.mailing_list_id: the mailing lists could not be read. ${said}`);
  });

  test.each([
    [{ status: 429, body: '' }, 'Loops answered 429'],
    [{ status: 500, body: { message: 'Oh' } }, 'Loops answered 500'],
    [{ status: 503, body: '<html></html>' }, 'Loops answered 503'],
    [{ drop: true }, 'Loops gave no answer'],
    [{ delayMs: Number.POSITIVE_INFINITY }, 'Loops gave no answer'],
  ])('is not possible after the answer %j to either request', async (script, said) => {
    const impatient = { fetch: impatientFetch(fake()) };
    for (const before of [[], [{ status: 200, body: { success: true } }]]) {
      fake().next(...before, script);
      const message = await messageOf(configOf(), impatient);
      expect(message).toContain(said);
      expect(message).toMatch(/so the settings could not be checked\. Please try again later\.$/);
    }
  });

  test('is not possible if the address is refused', async () => {
    expect(await messageOf(configOf(), { fetch: refusingFetch })).toContain('could not be checked');
  });
});

describe('a signup in contacts', () => {
  test('whose address was corrected is a contact of the list; that of the first address leaves it', async () => {
    await deliver(makeDelivery('signup.created'));
    expect(await deliver(makeCorrection('ada@gmail.com'))).toEqual(done());
    const lists = ['ada@example.com', 'ada@gmail.com'].map(
      (email) => fake().contacts.get(email)?.mailingLists[loopsList],
    );
    expect(lists).toEqual([false, true]);
  });

  test('creates the contact, on the list', async () => {
    expect(await deliver(makeDelivery('signup.created'))).toEqual(done());
    expect(asked()).toEqual([
      `PUT /api/v1/contacts/update {"email":"ada@example.com","source":"waitlist","mailingLists":{"${loopsList}":true}}`,
    ]);
    expect(fake().requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${loopsKey}`,
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(fake().contacts.get('ada@example.com')).toEqual({
      id: 'cl1',
      email: 'ada@example.com',
      source: 'waitlist',
      subscribed: true,
      mailingLists: { [loopsList]: true },
    });
  });

  test('creates the contact without a list', async () => {
    expect(await deliver(makeDelivery('signup.created'), withoutList())).toEqual(done());
    expect(asked()).toEqual(['PUT /api/v1/contacts/update {"email":"ada@example.com","source":"waitlist"}']);
  });

  test('that is delivered twice leaves one contact', async () => {
    for (let i = 0; i < 2; i++) expect(await deliver(makeDelivery('signup.created'))).toEqual(done());
    expect(fake().contacts.size).toBe(1);
  });

  test('that is removed leaves the list, once it is found', async () => {
    await deliver(makeDelivery('signup.created'));
    expect(await deliver(makeDelivery('signup.removed'))).toEqual(done());
    expect(asked().slice(1)).toEqual([
      'GET /api/v1/contacts/find?email=ada%40example.com',
      `PUT /api/v1/contacts/update {"email":"ada@example.com","mailingLists":{"${loopsList}":false}}`,
    ]);
    expect(fake().contacts.get('ada@example.com')).toMatchObject({
      subscribed: true,
      mailingLists: { [loopsList]: false },
    });
  });

  test('that is removed and no contact stays none', async () => {
    expect(await deliver(makeDelivery('signup.removed'))).toEqual(done());
    expect(asked()).toEqual(['GET /api/v1/contacts/find?email=ada%40example.com']);
    expect(fake().contacts.size).toBe(0);
  });

  test('that is removed and has no address that can be sent is none', async () => {
    expect(await deliver(makeDelivery('signup.removed', { email: '\ud800@example.com' }))).toEqual(done());
    expect(fake().requests).toHaveLength(1);
  });

  test('that is removed without a list changes nothing', async () => {
    await deliver(makeDelivery('signup.created'), withoutList());
    const before = new Map(fake().contacts);
    expect(await deliver(makeDelivery('signup.removed'), withoutList())).toEqual(done());
    expect(asked().slice(1)).toEqual(['GET /api/v1/contacts/find?email=ada%40example.com']);
    expect(fake().contacts).toEqual(before);
  });

  test('whose mail is clicked sends an event', async () => {
    expect(await deliver(makeDelivery('signup.email_clicked'))).toEqual(done());
    expect(asked()).toEqual([
      'POST /api/v1/events/send {"email":"ada@example.com","eventName":"signup.email_clicked","eventProperties":{"waitlistId":"0190c0de-0000-7000-8000-0000000000aa","waitlistName":"Beta","position":42}}',
    ]);
    expect(fake().requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${loopsKey}`,
      'idempotency-key': '0190c0de-0000-7000-8000-0000000000bb',
    });
    expect(fake().events.size).toBe(1);
  });

  test('whose event exists already counts as delivered', async () => {
    await deliver(makeDelivery('signup.email_clicked'));
    expect(await deliver(makeDelivery('signup.email_clicked'))).toEqual(done(409));
    expect(fake().events.size).toBe(1);
  });

  test('never has its subscription touched', async () => {
    for (const type of ['signup.created', 'signup.removed', 'signup.email_clicked'] as const) {
      await deliver(makeDelivery(type));
      await deliver(makeDelivery(type), withoutList());
    }
    for (const { body } of fake().requests) expect(body).not.toContain('subscribed');
  });

  test.each([
    ['o\'n"eil+a&b=c%2f@example.com', 'o%27n%22eil%2Ba%26b%3Dc%252f%40example.com'],
    ['ada@exämple.com', 'ada%40ex%C3%A4mple.com'],
    ['<script>@example.com', '%3Cscript%3E%40example.com'],
  ])('is found by the address %s alone', async (email, encoded) => {
    await deliver(makeDelivery('signup.created', { email }));
    expect(await deliver(makeDelivery('signup.removed', { email }))).toEqual(done());
    expect(asked()[1]).toBe(`GET /api/v1/contacts/find?email=${encoded}`);
    expect([...fake().contacts.values()]).toMatchObject([{ email, mailingLists: { [loopsList]: false } }]);
  });

  test.each([
    ['of 100 emoji', '😀'.repeat(100)],
    ['with markup', '<b>"Beta"</b> {{x}} @everyone'],
    ['on two lines', 'Be\nta\u202e'],
  ])('on a waitlist whose name is %s sends it as it is', async (_, waitlist_name) => {
    expect(await deliver(makeDelivery('signup.email_clicked', { waitlist_name }))).toEqual(done());
    expect([...fake().events.values()]).toMatchObject([{ eventProperties: { waitlistName: waitlist_name } }]);
  });

  test('has nothing but its address written, whatever else is known of it', async () => {
    const change = { utm_source: null, metadata: { subscribed: 'false', email: 'x', plan: '' } };
    expect(await deliver(makeDelivery('signup.created', change))).toEqual(done());
    expect(asked()[0]).toContain('{"email":"ada@example.com","source":"waitlist","mailingLists"');
    expect(await deliver(makeDelivery('signup.created', { metadata: { service_test: true } }))).toEqual(
      done(),
    );
  });

  test('is found as the very address that was saved, whatever is in it', async () => {
    const local = fc.string({
      unit: fc.constantFrom(...'aZ0+&=%?#/\\"\'<>{}~.'),
      minLength: 1,
      maxLength: 64,
    });
    await fc.assert(
      fc.asyncProperty(local, async (name) => {
        fake().reset();
        const email = `${name}@example.com`;
        expect(await deliver(makeDelivery('signup.created', { email }))).toEqual(done());
        expect(await deliver(makeDelivery('signup.removed', { email }))).toEqual(done());
        expect([...fake().contacts.values()]).toMatchObject([
          { email, mailingLists: { [loopsList]: false } },
        ]);
      }),
      { numRuns: triesAll ? 200 : 30 },
    );
  });
});

describe('a refused delivery to contacts', () => {
  test('names a wrong key', async () => {
    for (const [delivery, doing] of first)
      expect(await deliver(delivery, configOf({ api_key: 'wrong' }))).toEqual(
        failed(401, `${doing}Loops answered 401: Invalid API key.`),
      );
    expect(fake().requests).toHaveLength(3);
  });

  test('names a list that is gone', async () => {
    const config = configOf({ mailing_list_id: 'gone' });
    expect(await deliver(makeDelivery('signup.created'), config)).toEqual(
      failed(400, 'Saving the contact: Loops answered 400: Invalid mailing list.'),
    );
    await deliver(makeDelivery('signup.created'));
    expect(await deliver(makeDelivery('signup.removed'), config)).toEqual(
      failed(400, 'Leaving the mailing list: Loops answered 400: Invalid mailing list.'),
    );
  });

  test('names an address that Loops does not accept', async () => {
    expect(await deliver(makeDelivery('signup.created', { email: 'a@b@example.com' }))).toEqual(
      failed(400, 'Saving the contact: Loops answered 400: Invalid email address.'),
    );
  });

  test('may break where the list is left', async () => {
    for (const [script, error] of [
      [{ status: 500, body: '' }, 'Leaving the mailing list: Loops answered 500.'],
      [{ drop: true }, expect.stringMatching(/^Leaving the mailing list: Loops gave no answer \(\w+\)\.$/)],
    ] as const) {
      await deliver(makeDelivery('signup.created'));
      fake().next({}, script);
      expect(await deliver(makeDelivery('signup.removed'))).toMatchObject({ status: 'failed', error });
    }
  });

  test('may run out of time between two requests', async () => {
    const guard = openAddressGuard({ allowHosts: ['127.0.0.1'] });
    await deliver(makeDelivery('signup.created'));
    fake().next({ delayMs: 500 }, { delayMs: 60_000 });
    const attempt = await deliver(makeDelivery('signup.removed'), configOf(), {
      fetch: fetchWithTimeout(openSafeFetch(guard), 3_000),
    });
    expect(attempt).toEqual(
      failed(null, expect.stringMatching(/^Leaving the mailing list: Loops gave no answer \(\w+\)\.$/)),
    );
  });

  test.each(['<html></html>', '', '{"email":"ada@example.com"}', 'null'])(
    'does not take %j for contacts',
    async (body) => {
      fake().next({ status: 200, body });
      expect(await deliver(makeDelivery('signup.removed'))).toEqual(
        failed(200, 'Finding the contact: the answer, 200, was not of the form that was expected.'),
      );
      expect(fake().requests).toHaveLength(1);
    },
  );

  test('fails with 409 unless it is about the key of an event', async () => {
    fake().next({ status: 409, body: { message: 'Busy' } });
    expect(await deliver(makeDelivery('signup.created'))).toEqual(
      failed(409, 'Saving the contact: Loops answered 409: Busy.'),
    );
  });

  test('may be answered 2xx with any body where nothing is asked next (C7.4)', async () => {
    fake().next({ status: 200, body: '<html></html>' });
    expect(await deliver(makeDelivery('signup.email_clicked'))).toEqual(done());
  });
});

describe('what contacts includes (N1)', () => {
  const include = ['fields', 'display_position', 'referral_link'];
  const declared = [
    { key: 'company_size', type: 'number' },
    { key: 'first_name', type: 'string' },
    { key: 'source', type: 'string' },
  ] as const;
  const properties = {
    company_size: 50,
    first_name: 'Ada',
    source: 'a friend',
  };
  const link = 'https://acme.example/?ref=k3v9x2m7qa';
  const delivery = (
    change: object = {},
    type: 'signup.created' | 'signup.email_clicked' = 'signup.created',
  ) => makeDelivery(type, { fields: properties, display_position: 40, referral_link: link, ...change });
  const save = () => contacts.verify(configOf({ include }), httpClient(), declared);

  test('gets properties in Loops when it is saved, those that are missing', async () => {
    fake().properties.set('referralLink', 'string');
    await save();
    expect(asked().slice(2)).toEqual([
      'GET /api/v1/contacts/properties?list=custom',
      'POST /api/v1/contacts/properties {"name":"companySize","type":"number"}',
      'POST /api/v1/contacts/properties {"name":"fieldSource","type":"string"}',
      'POST /api/v1/contacts/properties {"name":"displayPosition","type":"number"}',
    ]);
  });

  test('is refused with the reason if Loops takes no more properties', async () => {
    const ok = { status: 200, body: { success: true } };
    fake().next(
      ok,
      { status: 200, body: [{ id: loopsList }] },
      { status: 200, body: [] },
      {
        status: 400,
        body: { success: false, message: 'Too many.' },
      },
    );
    expect((await refusalOf(save)).message).toBe(
      'config.include: the contact property companySize could not be created. Loops answered 400: Too many.',
    );
  });

  test('is written to the contact, but nothing of it to the keys that Loops uses', async () => {
    await save();
    expect(await deliver(delivery())).toEqual(done());
    expect(fake().contacts.get('ada@example.com')).toMatchObject({
      companySize: 50,
      firstName: 'Ada',
      fieldSource: 'a friend',
      source: 'waitlist',
      displayPosition: 40,
      referralLink: link,
    });
  });

  test('leaves out what is empty, and fits into Loops', async () => {
    await save();
    const long = `${'x'.repeat(499)}😀`;
    const change = {
      fields: { first_name: '', source: long },
      display_position: null,
      referral_link: `https://acme.example/${'x'.repeat(500)}?ref=k3v9x2m7qa`,
    };
    expect(await deliver(delivery(change))).toEqual(done());
    expect(JSON.parse(fake().requests.at(-1)?.body ?? '')).toEqual({
      fieldSource: 'x'.repeat(499),
      email: 'ada@example.com',
      source: 'waitlist',
      mailingLists: { [loopsList]: true },
    });
  });

  test('never reaches the keys by which Loops knows and mails a contact', async () => {
    const keys = ['subscribed', 'user_id', 'mailing_lists', 'user_group', 'id', 'email'];
    const fields = Object.fromEntries(keys.map((key) => [key, true]));
    await contacts.verify(
      configOf({ include }),
      httpClient(),
      keys.map((key) => ({ key, type: 'boolean' })),
    );
    expect(await deliver(delivery({ fields }))).toEqual(done());
    expect(fake().contacts.get('ada@example.com')).toMatchObject({
      id: 'cl1',
      subscribed: true,
      fieldSubscribed: true,
      fieldUserId: true,
      fieldMailingLists: true,
      fieldUserGroup: true,
      fieldId: true,
      fieldEmail: true,
    });
  });

  test('is among the properties of an event', async () => {
    expect(await deliver(delivery({}, 'signup.email_clicked'))).toEqual(done());
    expect([...fake().events.values()]).toMatchObject([
      { eventProperties: { position: 42, companySize: 50, displayPosition: 40, referralLink: link } },
    ]);
  });
});
