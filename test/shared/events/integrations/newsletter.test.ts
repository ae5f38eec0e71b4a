import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newsletter } from '../../../../src/shared/events/integrations/providers/newsletter.ts';
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
import { kitKey, startFakeKit } from '../../../support/fakes/kit.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { impatientFetch, makeHttpClient, refusalOf, refusingFetch } from '../../../support/http-client.ts';
import { triesAll } from '../../../support/values/tries-all.ts';

const fake = useFake(startFakeKit);
const wanted = ['signup.created', 'signup.removed', 'signup.email_opened'];
const given = { api_key: kitKey, events: wanted };
const configOf = (change: object = {}) => newsletter.config.parse({ ...given, ...change });
const httpClient = (change: Partial<HttpClient> = {}) =>
  makeHttpClient({ apiUrls: { kit: fake().url }, ...change });
const verify = (config = configOf(), change: Partial<HttpClient> = {}) =>
  newsletter.verify(config, httpClient(change));
const deliver = (delivery: SignupDelivery, config = configOf(), change: Partial<HttpClient> = {}) =>
  newsletter.deliver(config, delivery, httpClient(change));
const created = makeDelivery('signup.created');
const removed = makeDelivery('signup.removed');
/** Each request on a line, and its body as it is. */
const asked = () => fake().requests.map(({ method, path, body }) => `${method} ${path} ${body}`.trim());
const subscriber = () => fake().subscribers.get('ada@example.com');
/** Kit as it is once the configuration is saved. */
async function saved(config = configOf()) {
  await verify(config);
  fake().forgetRequests();
  return config;
}
const tags = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}`);

describeIntegration(fake, {
  type: 'newsletter',
  provider: newsletter,
  config: {
    given,
    accepted: [
      [
        {
          api_key: ` ${kitKey}\n`,
          form_id: ' 7 ',
          tag_ids: ['3', ' 4', '3'],
          events: [...wanted, ...wanted],
        },
        { form_id: '7', tag_ids: ['3', '4'] },
      ],
      [{ events: ['signup.removed'] }, { events: ['signup.removed'] }],
      [{ tag_ids: [] }, { tag_ids: [] }],
      [{ tag_ids: tags(20) }, { tag_ids: tags(20) }],
    ],
    refused: [
      [{ api_key: undefined }, 'api_key'],
      [{ api_key: null }, 'api_key'],
      [{ api_key: '' }, 'api_key'],
      [{ api_key: 'two words' }, 'api_key'],
      [{ api_key: 'k\r\nx: y' }, 'api_key'],
      [{ form_id: null }, 'form_id'],
      [{ form_id: '' }, 'form_id'],
      [{ form_id: ' ' }, 'form_id'],
      [{ form_id: 7 }, 'form_id'],
      [{ form_id: '0' }, 'form_id'],
      [{ form_id: '007' }, 'form_id'],
      [{ form_id: '-7' }, 'form_id'],
      [{ form_id: '7/../8' }, 'form_id'],
      [{ form_id: '７' }, 'form_id'],
      [{ form_id: 'a1b2c3d4e5' }, 'form_id'],
      [{ form_id: '1'.repeat(16) }, 'form_id'],
      [{ tag_ids: null }, 'tag_ids'],
      [{ tag_ids: '' }, 'tag_ids'],
      [{ tag_ids: '3' }, 'tag_ids'],
      [{ tag_ids: tags(21) }, 'tag_ids'],
      [{ tag_ids: ['3', null] }, 'tag_ids.1'],
      [{ tag_ids: ['3', ''] }, 'tag_ids.1'],
      [{ tag_ids: [3] }, 'tag_ids.0'],
      [{ tag_ids: ['early-bird'] }, 'tag_ids.0'],
      [{ tag_ids: ['3?x'] }, 'tag_ids.0'],
      ...refusedEvents,
    ],
    secrets: ['api_key'],
  },
  deliveries: {
    toFake: () => ({ httpClient: { apiUrls: { kit: fake().url } } }),
    receiver: 'Kit',
    first: [
      [created, 'Saving the subscriber: '],
      [removed, 'Finding the subscriber: '],
      [makeDelivery('signup.email_clicked'), 'Saving the subscriber: '],
    ],
    refusals: [
      [{ status: 400, body: { errors: ['No'] } }, ': No.'],
      [{ status: 404, body: { errors: ['Not Found'] } }, ': Not Found.'],
      [{ status: 413, body: '<html><h1>Too large</h1></html>' }, '.'],
      [{ status: 422, body: { errors: [] } }, '.'],
      [{ status: 422, body: { errors: 'No' } }, '.'],
      [{ status: 429 }, '.'],
      [{ status: 500 }, '.'],
      [{ status: 502, body: '<html></html>' }, '.'],
      [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, '.'],
      [
        { status: 422, body: { errors: [`no ${kitKey}`, 'for ada@example.com'] } },
        ': no (secret), for (address).',
      ],
    ],
  },
});

describe('the check of newsletter (§4.7)', () => {
  const messageOf = async (...args: Parameters<typeof verify>) => {
    const { code, message } = await refusalOf(() => verify(...args));
    expect(code).toBe('invalid_request');
    return message;
  };
  const fieldRequests = [
    'POST /v4/custom_fields {"label":"service_position"}',
    'POST /v4/custom_fields {"label":"service_waitlist_id"}',
    'POST /v4/custom_fields {"label":"service_referral_code"}',
  ];

  test('asks for the account and the form, and creates the custom fields', async () => {
    await verify(configOf({ form_id: '7' }));
    expect(asked()).toEqual(['GET /v4/account', 'GET /v4/forms?per_page=50&status=active', ...fieldRequests]);
    for (const { headers } of fake().requests) expect(headers['x-kit-api-key']).toBe(kitKey);
    expect(fake().requests[2]?.headers['content-type']).toBe('application/json');
    expect([...fake().customFields]).toEqual([
      'service_position',
      'service_waitlist_id',
      'service_referral_code',
    ]);
  });

  test('asks for no form where there is none, and is fine with fields that are there', async () => {
    for (let i = 0; i < 2; i++) await verify(configOf({ tag_ids: ['3'] }));
    expect(asked()).toEqual(['GET /v4/account', ...fieldRequests, 'GET /v4/account', ...fieldRequests]);
    expect(fake().customFields.size).toBe(3);
  });

  test('asks Kit itself by default (C7.7)', async () => {
    const urls: string[] = [];
    const fetch: HttpClient['fetch'] = async (url) => {
      urls.push(url);
      return { status: 200, headers: {}, body: '{"account":{},"custom_field":{}}' };
    };
    await newsletter.verify(configOf(), makeHttpClient({ fetch }));
    expect(urls).toEqual([
      'https://api.kit.com/v4/account',
      ...Array.from({ length: 3 }, () => 'https://api.kit.com/v4/custom_fields'),
    ]);
  });

  test('finds a form on any page, each of which is short enough to be read (C7.4)', async () => {
    for (let id = 100; id < 1_090; id++) fake().forms.add(id);
    await verify(configOf({ form_id: '1089' }));
    expect(fake().requests).toHaveLength(1 + 20 + 3);
    expect(asked()[2]).toBe('GET /v4/forms?per_page=50&status=active&after=147');
  });

  test('looks for a form on 20 pages', async () => {
    for (let id = 100; id < 1_200; id++) fake().forms.add(id);
    expect(await messageOf(configOf({ form_id: '1199' }))).toBe(
      'config.form_id: not found among the first 1000 active forms.',
    );
    expect(fake().requests).toHaveLength(1 + 20);
  });

  test('refuses a form that is not there, and creates nothing', async () => {
    for (const form_id of ['8', '17', '71']) {
      expect(await messageOf(configOf({ form_id }))).toBe(
        'config.form_id: Kit has no active form with this id.',
      );
    }
    expect(fake().customFields.size).toBe(0);
  });

  test('ends with the last page, whatever its cursor is', async () => {
    const page = (pagination: object) => ({ status: 200, body: { forms: [{ id: 1 }], pagination } });
    for (const last of [
      { has_next_page: true, end_cursor: null },
      { has_next_page: true },
      { has_next_page: false, end_cursor: 'x' },
    ]) {
      fake().reset();
      fake().next({}, page({ has_next_page: true, end_cursor: 'a+b=' }), page(last));
      expect(await messageOf(configOf({ form_id: '7' }))).toContain('no active form');
      expect(asked().slice(1)).toEqual([
        'GET /v4/forms?per_page=50&status=active',
        'GET /v4/forms?per_page=50&status=active&after=a%2Bb%3D',
      ]);
    }
  });

  test('refuses a wrong key, and asks no further', async () => {
    expect(await messageOf(configOf({ api_key: 'wrong', form_id: '7' }))).toBe(
      'config.api_key: is not accepted. Kit answered 401: The access token is invalid.',
    );
    expect(asked()).toHaveLength(1);
  });

  test.each([
    [{ status: 401, body: '' }, 'Kit answered 401.'],
    [{ status: 403, body: { errors: ['No API', 'Upgrade'] } }, 'Kit answered 403: No API, Upgrade.'],
    [{ status: 404, body: '<html></html>' }, 'Kit answered 404.'],
    [{ status: 200, body: '<html></html>' }, 'Kit answered 200.'],
    [{ status: 200, body: '' }, 'Kit answered 200.'],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: { account: {} } },
      'Kit answered 302.',
    ],
    [
      { status: 401, body: { errors: [`no ${kitKey} of ada@example.com`] } },
      'Kit answered 401: no (secret) of (address).',
    ],
  ])('refuses the key where the answer is %j', async (script, said) => {
    fake().next(script);
    expect(await messageOf()).toBe(`config.api_key: is not accepted. ${said}`);
  });

  test.each([
    [{ status: 403, body: '' }, 'Kit answered 403.'],
    [{ status: 200, body: '<html></html>' }, 'Kit answered 200.'],
    [
      { status: 200, body: { forms: [{ id: 'seven' }], pagination: { has_next_page: false } } },
      'Kit answered 200.',
    ],
  ])('reports that the forms could not be listed after the answer %j', async (script, said) => {
    fake().next({}, script);
    expect(await messageOf(configOf({ form_id: '7' }))).toBe(
      `config.form_id: the forms could not be listed. ${said}`,
    );
  });

  test.each([
    { status: 422, body: { errors: ['Label has already been taken'] } },
    { status: 422, body: { errors: ['Key has already been taken', 'Label is already taken'] } },
    { status: 409, body: { errors: ['A custom field with this label already exists.'] } },
  ])('is fine with a field that is there, also where Kit answers %j', async (script) => {
    fake().next({}, {}, script);
    await verify();
    expect(asked()).toEqual(['GET /v4/account', ...fieldRequests]);
  });

  test.each([
    [
      { status: 403, body: { errors: ['Label has already been taken'] } },
      'Kit answered 403: Label has already been taken.',
    ],
    [{ status: 422, body: { errors: ['Too many fields'] } }, 'Kit answered 422: Too many fields.'],
    [{ status: 403, body: '' }, 'Kit answered 403.'],
    [{ status: 200, body: '' }, 'Kit answered 200.'],
  ])('reports the field that could not be created after the answer %j', async (script, said) => {
    fake().next({}, {}, script);
    expect(await messageOf()).toBe(`The custom field service_waitlist_id could not be created. ${said}`);
    expect(asked()).toHaveLength(3);
  });

  test.each([
    [{ status: 429, body: '' }, 'Kit answered 429'],
    [{ status: 500, body: { errors: ['Oh'] } }, 'Kit answered 500'],
    [{ status: 503, body: '<html></html>' }, 'Kit answered 503'],
    [{ drop: true }, 'Kit gave no answer'],
    [{ delayMs: Number.POSITIVE_INFINITY }, 'Kit gave no answer'],
  ])('is not possible after the answer %j to any request', async (script, said) => {
    const config = configOf({ form_id: '7' });
    for (let before = 0; before < 5; before++) {
      fake().reset();
      fake().next(...Array.from({ length: before }, () => ({})), script);
      const message = await messageOf(config, { fetch: impatientFetch(fake()) });
      expect(message).toContain(said);
      expect(message).toMatch(/so the settings could not be checked\. Please try again later\.$/);
      expect(fake().requests).toHaveLength(before + 1);
    }
  });

  test('is not possible if the address is refused', async () => {
    expect(await messageOf(configOf(), { fetch: refusingFetch })).toContain('could not be checked');
  });
});

describe('a signup in newsletter', () => {
  const fields = {
    service_position: '42',
    service_waitlist_id: '0190c0de-0000-7000-8000-0000000000aa',
    service_referral_code: 'k3v9x2m7qa',
  };
  const fieldsText =
    '{"service_position":"42","service_waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","service_referral_code":"k3v9x2m7qa"}';
  const save = `POST /v4/subscribers {"email_address":"ada@example.com","fields":${fieldsText}}`;
  const toForm = 'POST /v4/forms/7/subscribers {"email_address":"ada@example.com"}';
  const toTag = (id: number) => `POST /v4/tags/${id}/subscribers {"email_address":"ada@example.com"}`;

  test('creates the subscriber, with fields', async () => {
    expect(await deliver(created, await saved())).toEqual(done(201));
    expect(asked()).toEqual([save]);
    expect(fake().requests[0]?.headers).toMatchObject({
      'x-kit-api-key': kitKey,
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(subscriber()).toMatchObject({ state: 'active', fields });
  });

  test('goes into the form, then gets its tags', async () => {
    expect(await deliver(created, await saved(configOf({ form_id: '7', tag_ids: ['3', '4'] })))).toEqual(
      done(201),
    );
    expect(asked()).toEqual([save, toForm, toTag(3), toTag(4)]);
    expect(subscriber()).toMatchObject({ forms: new Set([7]), tags: new Set([3, 4]) });
  });

  test('takes an id of 64 bits from Kit', async () => {
    const config = await saved();
    fake().next({ status: 200, body: '{"subscriber":{"id":4323372036854775807}}' });
    await deliver(created, config);
    expect(asked().at(-1)).toContain('PUT /v4/subscribers/4323372036854775807 ');
  });

  test('of a subscriber writes the fields, as saving alone may not', async () => {
    const config = await saved(configOf({ form_id: '7', tag_ids: ['3'] }));
    await deliver(makeDelivery('signup.created', { position: 7, referral_code: 'another' }), config);
    fake().forgetRequests();
    expect(await deliver(created, config)).toEqual(done(200));
    expect(asked()).toEqual([
      save,
      `PUT /v4/subscribers/101 {"email_address":"ada@example.com","fields":${fieldsText}}`,
      toForm,
      toTag(3),
    ]);
    expect(subscriber()).toMatchObject({ id: 101, fields });
  });

  test('of somebody who has left leaves it so', async () => {
    const config = await saved();
    await deliver(created, config);
    await deliver(removed, config);
    expect(await deliver(created, config)).toEqual(done(200));
    expect(subscriber()).toMatchObject({ state: 'cancelled', fields });
    for (const { body } of fake().requests) expect(body).not.toContain('state');
  });

  test('goes on after a tag fails, with a warning for the log (§4.7)', async () => {
    const config = await saved(configOf({ form_id: '7', tag_ids: ['9', '3', '8'] }));
    expect(await deliver(created, config)).toEqual({
      ...done(201),
      warnings: [
        'Adding the tag 9: Kit answered 404: Not Found.',
        'Adding the tag 8: Kit answered 404: Not Found.',
      ],
    });
    expect(asked()).toEqual([save, toForm, toTag(9), toTag(3), toTag(8)]);
    expect(subscriber()?.tags).toEqual(new Set([3]));
  });

  test.each([{ status: 429 }, { status: 500, body: '<html></html>' }, { drop: true }, { status: 302 }])(
    'goes on where a tag is answered %j',
    async (script) => {
      const config = await saved(configOf({ tag_ids: ['3', '4'] }));
      fake().next({}, script);
      expect(await deliver(created, config)).toEqual({
        ...done(201),
        warnings: [expect.stringMatching(/^Adding the tag 3: Kit (answered \d+|gave no answer \(\w+\))\.$/)],
      });
      expect(subscriber()?.tags).toContain(4);
    },
  );

  test.each(['signup.email_delivered', 'signup.email_opened', 'signup.email_clicked'] as const)(
    'with the event %s has the known fields, and nothing else',
    async (type) => {
      const config = await saved(configOf({ form_id: '7', tag_ids: ['3'] }));
      const one =
        'POST /v4/subscribers {"email_address":"ada@example.com","fields":{"service_position":"42","service_waitlist_id":"0190c0de-0000-7000-8000-0000000000aa"}}';
      expect(await deliver(makeDelivery(type), config)).toEqual(done(201));
      expect(await deliver(makeDelivery(type), config)).toEqual(done(200));
      expect(asked()).toEqual([one, one]);
    },
  );

  test('that has another address keeps its forms and tags; a repeat changes nothing', async () => {
    const config = await saved(configOf({ form_id: '7', tag_ids: ['3'] }));
    await deliver(created, config);
    const before = subscriber()?.id;
    for (const correction of [makeCorrection('Ada@gmail.com'), makeCorrection('Ada@gmail.com')])
      expect((await deliver(correction, config)).status).toBe('success');
    expect([...fake().subscribers.keys()]).toEqual(['ada@gmail.com']);
    expect(fake().subscribers.get('ada@gmail.com')).toMatchObject({ id: before, state: 'active' });
    expect(fake().subscribers.get('ada@gmail.com')?.tags).toContain(3);
  });

  test('joins with the new address, if that is a subscriber’s or Kit does not list it, and leaves', async () => {
    for (const tag_ids of [['3'], undefined]) {
      const config = await saved(configOf({ tag_ids }));
      await deliver(created, config);
      await deliver(makeDelivery('signup.created', { email: 'ada@gmail.com' }), configOf());
      expect((await deliver(makeCorrection('ada@gmail.com'), config)).status).toBe('success');
      const [old, now] = ['ada@example.com', 'ada@gmail.com'].map((email) => fake().subscribers.get(email));
      expect([...(now?.tags ?? [])]).toEqual([3]);
      expect(tag_ids ? old?.tags.size : old?.state).toBe(tag_ids ? 0 : 'cancelled');
    }
    const config = await saved();
    expect((await deliver(makeCorrection('cleo@example.com'), config)).status).toBe('success');
    fake().lag();
    expect((await deliver(makeCorrection('dora@example.com'), config)).status).toBe('success');
    expect(fake().subscribers.get('dora@example.com')).toMatchObject({ state: 'active' });
  });

  test('that is removed loses its tags, where there are some, and stays subscribed', async () => {
    const config = await saved(configOf({ form_id: '7', tag_ids: ['3', '4'] }));
    await deliver(created, config);
    fake().forgetRequests();
    expect(await deliver(removed, config)).toEqual(done(204));
    expect(asked()).toEqual([
      'DELETE /v4/tags/3/subscribers {"email_address":"ada@example.com"}',
      'DELETE /v4/tags/4/subscribers {"email_address":"ada@example.com"}',
    ]);
    expect(fake().requests[0]?.headers).toMatchObject({
      'x-kit-api-key': kitKey,
      'content-type': 'application/json',
    });
    expect(subscriber()).toMatchObject({ state: 'active', forms: new Set([7]), tags: new Set() });
  });

  test('that is removed may have no subscriber and no such tag', async () => {
    const config = configOf({ tag_ids: ['9', '3'] });
    expect(await deliver(removed, config)).toEqual(done(404));
    await deliver(created, await saved(config));
    expect(await deliver(removed, config)).toEqual(done(404));
    expect(subscriber()?.tags).toEqual(new Set());
  });

  test.each([[{}], [{ tag_ids: [] }], [{ form_id: '7' }]])(
    'that is removed is unsubscribed with %j, and not deleted',
    async (change) => {
      const config = await saved(configOf(change));
      await deliver(created, config);
      fake().forgetRequests();
      expect(await deliver(removed, config)).toEqual(done(204));
      expect(asked()).toEqual([
        'GET /v4/subscribers?email_address=ada%40example.com&status=all',
        'POST /v4/subscribers/101/unsubscribe {}',
      ]);
      expect(subscriber()).toMatchObject({ state: 'cancelled', fields });
      expect(await deliver(removed, config)).toEqual(done(204));
    },
  );

  test('that is removed and no subscriber stays none', async () => {
    expect(await deliver(removed, await saved())).toEqual(done(200));
    expect(asked()).toEqual(['GET /v4/subscribers?email_address=ada%40example.com&status=all']);
    expect(fake().subscribers.size).toBe(0);
  });

  test('that is removed and has no address that can be sent is none', async () => {
    expect(await deliver(makeDelivery('signup.removed', { email: '\ud800@example.com' }))).toEqual(done(200));
  });

  test('that is removed may have been deleted in Kit meanwhile', async () => {
    const config = await saved();
    await deliver(created, config);
    fake().next({}, { status: 404, body: { errors: ['Not Found'] } });
    expect(await deliver(removed, config)).toEqual(done(404));
  });

  test('that is removed unsubscribes nobody else, even if Kit lists others', async () => {
    const body = { subscribers: [{ id: 7, email_address: 'bob@example.com' }] };
    fake().next({ status: 200, body });
    expect(await deliver(removed)).toEqual(done(200));
    expect(fake().requests).toHaveLength(1);
  });

  describe('that is removed before lists show it', () => {
    const soon = makeDelivery('signup.removed', { removed_at: '2026-01-01T00:09:59.999Z' });
    const late = makeDelivery('signup.removed', { removed_at: '2026-01-01T00:10:00.000Z' });

    test('is found by saving it, and unsubscribed', async () => {
      const config = await saved();
      await deliver(created, config);
      fake().lag();
      fake().forgetRequests();
      expect(await deliver(soon, config)).toEqual(done(204));
      expect(asked()).toEqual([
        'GET /v4/subscribers?email_address=ada%40example.com&status=all',
        'POST /v4/subscribers {"email_address":"ada@example.com","state":"cancelled"}',
        'POST /v4/subscribers/101/unsubscribe {}',
      ]);
      expect(subscriber()).toMatchObject({ state: 'cancelled', fields });
    });

    test('stays unsubscribed if its event comes later', async () => {
      const config = await saved();
      expect(await deliver(soon, config)).toEqual(done(204));
      expect(await deliver(created, config)).toEqual(done(200));
      expect(subscriber()).toMatchObject({ state: 'cancelled', fields });
    });

    test('is not looked for if it is old enough, or signups are not sent', async () => {
      fake().lag();
      expect(await deliver(late, await saved())).toEqual(done(200));
      expect(await deliver(soon, configOf({ events: ['signup.removed'] }))).toEqual(done(200));
      expect(fake().subscribers.size).toBe(0);
    });

    test('may be refused then', async () => {
      const config = await saved();
      fake().next({}, { status: 422, body: { errors: ['No'] } });
      expect(await deliver(soon, config)).toEqual(
        failed(422, 'Saving the subscriber: Kit answered 422: No.'),
      );
      fake().next({}, { status: 200, body: '<html></html>' });
      expect(await deliver(soon, config)).toEqual(
        failed(200, 'Saving the subscriber: the answer, 200, was not of the form that was expected.'),
      );
      fake().next({}, {}, { status: 500 });
      expect(await deliver(soon, config)).toEqual(failed(500, 'Unsubscribing: Kit answered 500.'));
    });
  });

  test.each([
    ['o\'n"eil+a&b=c%2f@example.com', 'o%27n%22eil%2Ba%26b%3Dc%252f%40example.com'],
    ['Ada@Example.com', 'Ada%40Example.com'],
    ['ada@exämple.com', 'ada%40ex%C3%A4mple.com'],
  ])('is found by the address %s alone', async (email, encoded) => {
    const config = await saved();
    await deliver(makeDelivery('signup.created', { email }), config);
    expect(await deliver(makeDelivery('signup.removed', { email }), config)).toEqual(done(204));
    expect(asked()[1]).toBe(`GET /v4/subscribers?email_address=${encoded}&status=all`);
    expect([...fake().subscribers.values()]).toMatchObject([{ state: 'cancelled' }]);
  });

  test('has nothing but its own three fields written, whatever else is known of it', async () => {
    const config = await saved();
    for (const change of [
      { waitlist_name: '😀'.repeat(100), utm_source: null, referred_by: null },
      { waitlist_name: '<b>&@everyone', metadata: { state: 'cancelled', service_position: '1', plan: '' } },
      { metadata: { service_test: true } },
    ]) {
      fake().forgetRequests();
      expect((await deliver(makeDelivery('signup.created', change), config)).status).toBe('success');
      expect(asked()[0]).toBe(save);
    }
  });

  test('is found as the very address that was saved, whatever is in it', async () => {
    const local = fc.string({
      unit: fc.constantFrom(...'aZ0+&=%?#/\\"\'<>{}~.'),
      minLength: 1,
      maxLength: 64,
    });
    await fc.assert(
      fc.asyncProperty(local, async (name) => {
        const config = await saved();
        const email = `${name}@example.com`;
        expect((await deliver(makeDelivery('signup.created', { email }), config)).status).toBe('success');
        expect(await deliver(makeDelivery('signup.removed', { email }), config)).toEqual(done(204));
        expect([...fake().subscribers.values()].map(({ state }) => state)).toEqual(['cancelled']);
        fake().reset();
      }),
      { numRuns: triesAll ? 100 : 30 },
    );
  });

  test('asks one thing after the other', async () => {
    const config = await saved(configOf({ form_id: '7', tag_ids: ['3', '4'] }));
    let open = 0;
    const { fetch: ask } = httpClient();
    const fetch: HttpClient['fetch'] = async (url, request) => {
      expect(++open).toBe(1);
      return ask(url, request).finally(() => {
        open--;
      });
    };
    await verify(config, { fetch });
    for (const delivery of [created, created, removed]) {
      expect((await deliver(delivery, config, { fetch })).status).toBe('success');
    }
    expect((await deliver(removed, configOf(), { fetch })).status).toBe('success');
  });
});

describe('a refused delivery to newsletter', () => {
  const silent = (doing: string) =>
    failed(null, expect.stringMatching(new RegExp(`^${doing}: Kit gave no answer \\(\\w+\\)\\.$`)));

  test('names a wrong key', async () => {
    const config = configOf({ api_key: 'wrong', form_id: '7', tag_ids: ['3'] });
    for (const [delivery, of, doing] of [
      [created, config, 'Saving the subscriber'],
      [removed, config, 'Removing the tag 3'],
      [removed, configOf({ api_key: 'wrong' }), 'Finding the subscriber'],
      [makeDelivery('signup.email_opened'), config, 'Saving the subscriber'],
    ] as const) {
      expect(await deliver(delivery, of)).toEqual(
        failed(401, `${doing}: Kit answered 401: The access token is invalid.`),
      );
    }
    expect(fake().requests).toHaveLength(4);
  });

  test('names a form that is gone, and tags all the same', async () => {
    const config = configOf({ form_id: '8', tag_ids: ['3', '9'] });
    expect(await deliver(created, config)).toEqual({
      ...failed(404, 'Adding to the form: Kit answered 404: Not Found.'),
      warnings: ['Adding the tag 9: Kit answered 404: Not Found.'],
    });
    expect(subscriber()?.tags).toEqual(new Set([3]));
  });

  test('names the first request that failed (C7.4)', async () => {
    const config = configOf({ form_id: '8' });
    await deliver(created, await saved());
    fake().next({}, { status: 422, body: { errors: ['No'] } });
    expect(await deliver(created, config)).toEqual(
      failed(422, 'Writing the custom fields: Kit answered 422: No.'),
    );
    expect(asked().at(-1)).toContain('/v4/forms/8/');
    const tagged = configOf({ tag_ids: ['3', '4', '9'] });
    fake().next({ status: 500 }, { drop: true });
    expect(await deliver(removed, tagged)).toEqual(failed(500, 'Removing the tag 3: Kit answered 500.'));
    expect(asked().at(-1)).toContain('DELETE /v4/tags/9/');
    fake().next({}, { status: 403 });
    expect(await deliver(removed, tagged)).toEqual(failed(403, 'Removing the tag 4: Kit answered 403.'));
  });

  test('names an address that Kit does not accept', async () => {
    expect(await deliver(makeDelivery('signup.created', { email: 'a@b@example.com' }))).toEqual(
      failed(422, 'Saving the subscriber: Kit answered 422: Email address is invalid.'),
    );
  });

  test.each([{ drop: true }, { delayMs: Number.POSITIVE_INFINITY }])(
    'names the request with the answer %j',
    async (script) => {
      const impatient = { fetch: impatientFetch(fake()) };
      const config = configOf({ form_id: '7', tag_ids: ['3'] });
      await deliver(created, await saved(config));
      fake().next(script);
      expect(await deliver(created, config, impatient)).toEqual(silent('Saving the subscriber'));
      fake().next({}, script);
      expect(await deliver(created, config, impatient)).toEqual(silent('Writing the custom fields'));
      fake().next({}, {}, script);
      expect(await deliver(created, config, impatient)).toEqual(silent('Adding to the form'));
      fake().next(script);
      expect(await deliver(removed, config, impatient)).toEqual(silent('Removing the tag 3'));
      fake().next(script);
      expect(await deliver(removed, configOf(), impatient)).toEqual(silent('Finding the subscriber'));
      fake().next({}, script);
      expect(await deliver(removed, configOf(), impatient)).toEqual(silent('Unsubscribing'));
      expect(await deliver(created, config, { fetch: refusingFetch })).toEqual(
        failed(null, 'Saving the subscriber: a private address'),
      );
    },
  );

  test('may run out of time between two requests', async () => {
    const guard = openAddressGuard({ allowHosts: ['127.0.0.1'] });
    const config = await saved(configOf({ form_id: '7', tag_ids: ['3', '4'] }));
    fake().next({}, { delayMs: 60_000 });
    const attempt = await deliver(created, config, { fetch: fetchWithTimeout(openSafeFetch(guard), 3_000) });
    expect(attempt).toMatchObject(silent('Adding to the form'));
    expect(attempt.warnings).toEqual([
      'Adding the tag 3: Kit gave no answer (ETIMEDOUT).',
      'Adding the tag 4: Kit gave no answer (ETIMEDOUT).',
    ]);
    expect(fake().requests).toHaveLength(2);
    expect(fake().requests[0]?.headers['user-agent']).toBe('waitlist-service');
  });

  test.each(['<html></html>', '', '{"subscribers":[{"id":"7"}]}', '{}', 'null'])(
    'does not take %j for subscribers',
    async (body) => {
      fake().next({ status: 200, body });
      expect(await deliver(removed)).toEqual(
        failed(200, 'Finding the subscriber: the answer, 200, was not of the form that was expected.'),
      );
      expect(fake().requests).toHaveLength(1);
    },
  );

  test('needs to know who was there before, to write the fields, and goes on without', async () => {
    fake().next({ status: 200, body: '<html></html>' });
    expect(await deliver(created, configOf({ form_id: '7' }))).toEqual(
      failed(200, 'Saving the subscriber: the answer, 200, was not of the form that was expected.'),
    );
    expect(fake().requests).toHaveLength(2);
  });

  test('may be answered 2xx with any body where nothing is asked next (C7.4)', async () => {
    const config = await saved(configOf({ form_id: '7', tag_ids: ['3'] }));
    const page = { status: 201, body: '<html></html>' };
    fake().next(page, page, page);
    expect(await deliver(created, config)).toEqual(done(201));
    fake().next({ status: 202 });
    expect(await deliver(removed, config)).toEqual(done(202));
  });
});

describe('what newsletter includes (N1)', () => {
  const include = ['fields', 'display_position', 'referral_link'];
  const fields = {
    first_name: 'Ada',
    company: 'Acme',
    seats: 5,
    beta: false,
    service_position: 'x',
    note: '',
  };
  const declared = Object.entries(fields).map(([key, value]) => ({
    key,
    type: typeof value as 'string' | 'number' | 'boolean',
  }));
  const link = 'https://acme.example/?ref=k3v9x2m7qa';
  const signup = makeDelivery('signup.created', { fields, display_position: 40, referral_link: link });
  const config = configOf({ include });
  const save = () => newsletter.verify(config, httpClient(), declared);

  test('gets custom fields in Kit when it is saved', async () => {
    await save();
    expect([...fake().customFields]).toEqual([
      'service_position',
      'service_waitlist_id',
      'service_referral_code',
      'service_display_position',
      'service_referral_link',
      'company',
      'seats',
      'beta',
      'field_service_position',
      'note',
    ]);
  });

  test('is written to the subscriber as text, new or not', async () => {
    await save();
    for (let i = 0; i < 2; i++) {
      expect(await deliver(signup, config)).toMatchObject({ status: 'success' });
      expect(subscriber()).toMatchObject({
        first_name: 'Ada',
        fields: {
          service_position: '42',
          service_display_position: '40',
          service_referral_link: link,
          company: 'Acme',
          seats: '5',
          beta: 'false',
          field_service_position: 'x',
        },
      });
      expect(subscriber()?.fields).not.toHaveProperty('note');
    }
  });

  test('leaves out what there is not', async () => {
    const nothing = { fields: {}, display_position: null, referral_link: null };
    await deliver(makeDelivery('signup.created', nothing), config);
    const { fields: sent, ...rest } = JSON.parse(fake().requests[0]?.body ?? '');
    expect(rest).toEqual({ email_address: 'ada@example.com' });
    expect(Object.keys(sent)).toEqual(['service_position', 'service_waitlist_id', 'service_referral_code']);
  });
});
