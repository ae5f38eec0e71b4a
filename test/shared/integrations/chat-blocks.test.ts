import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatBlocks } from '../../../src/shared/integrations/providers/chat/chat-blocks.ts';
import type { Delivery } from '../../../src/shared/integrations/providers/provider.ts';
import { AddressRefused } from '../../../src/shared/outbound/address-guard.ts';
import type { HttpClient } from '../../../src/shared/outbound/http-client.ts';
import { makeDeliveries, makeDelivery } from '../../support/deliveries.ts';
import { type FakeSlack, slackPath, startFakeSlack } from '../../support/fakes/slack.ts';
import { impatientFetch, makeHttpClient, refusalOf, refusingFetch } from '../../support/http-client.ts';

let fake: FakeSlack;
beforeAll(async () => {
  fake = await startFakeSlack();
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const configOf = (webhook_url: string) =>
  chatBlocks.config.parse({ webhook_url, events: ['signup.created'] });
const good = () => configOf(`${fake.url}${slackPath}`);
const deliver = (
  delivery: Delivery = makeDelivery('signup.created'),
  change: Partial<HttpClient> = {},
  config = good(),
) => chatBlocks.deliver(config, delivery, makeHttpClient(change));
const posted = { status: 'success', response_status: 200, error: null };
/** What a message of this delivery holds. */
async function messageOf(delivery: Delivery) {
  fake.reset();
  expect(await deliver(delivery)).toEqual(posted);
  const { text, blocks } = JSON.parse(fake.requests[0]?.body ?? '');
  const fields: string[] = blocks[1].fields.map((field: { text: string }) => field.text);
  return { text, fields, texts: [text, ...fields] as string[] };
}

describe('the config of chat_blocks (§4.7)', () => {
  test('is a webhook URL and some events', () => {
    const config = { webhook_url: 'https://chat.example/hook', events: ['signup.created', 'signup.removed'] };
    expect(chatBlocks.config.parse(config)).toEqual(config);
    expect(
      chatBlocks.config.parse({
        webhook_url: ' https://chat.example/hook\n',
        events: ['signup.created', 'signup.created'],
      }),
    ).toEqual({ webhook_url: 'https://chat.example/hook', events: ['signup.created'] });
  });

  test.each([
    [{ events: ['signup.created'] }, 'webhook_url'],
    [{ webhook_url: null, events: ['signup.created'] }, 'webhook_url'],
    [{ webhook_url: '', events: ['signup.created'] }, 'webhook_url'],
    [{ webhook_url: ' ', events: ['signup.created'] }, 'webhook_url'],
    [{ webhook_url: 7, events: ['signup.created'] }, 'webhook_url'],
    [{ webhook_url: `https://chat.example/${'x'.repeat(2_048)}`, events: ['signup.created'] }, 'webhook_url'],
    [{ webhook_url: 'https://chat.example/' }, 'events'],
    [{ webhook_url: 'https://chat.example/', events: null }, 'events'],
    [{ webhook_url: 'https://chat.example/', events: [] }, 'events'],
    [{ webhook_url: 'https://chat.example/', events: 'signup.created' }, 'events'],
    [{ webhook_url: 'https://chat.example/', events: ['signup.made'] }, 'events.0'],
    [{ webhook_url: 'https://chat.example/', events: [''] }, 'events.0'],
  ])('%j is refused for its %s', (config, field) => {
    const { error } = chatBlocks.config.safeParse(config);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  test('holds nothing else', () => {
    const { error } = chatBlocks.config.safeParse({
      webhook_url: 'https://chat.example/',
      events: ['signup.created'],
      channel: '#general',
    });
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['channel'] }]);
  });

  test('keeps the URL a secret, whose change clears the log (§4.7 rules 3 and 5)', () => {
    expect(chatBlocks.secrets).toEqual(['webhook_url']);
    expect(chatBlocks.addressKey).toBe('webhook_url');
  });
});

describe('the address of chat_blocks (C7.6)', () => {
  const verify = (url: string) => chatBlocks.verify(configOf(url), makeHttpClient());
  const incoming = 'config.webhook_url: expected the address of an incoming webhook';

  test.each([
    'https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
    'https://hooks.slack.com./services/T01ABCDEF/B01ABCDEF/abcDEF123',
    'https://HOOKS.SLACK.COM/services/T01ABCDEF/B01ABCDEF/abcDEF123',
    'https://hooks.slack-gov.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
    'https://chat.example/hooks/xyz',
    'https://slack.com.chat.example/triggers/1',
    'https://notslack.com/',
  ])('%s is taken', async (url) => {
    await verify(url);
  });

  test('is checked without a message to the channel', async () => {
    await chatBlocks.verify(good(), makeHttpClient()); // http, which the operator lets through
    expect(fake.requests).toEqual([]);
  });

  test.each([
    'https://hooks.slack.com/',
    'https://hooks.slack.com/services/',
    'https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF',
    'https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/',
    'https://hooks.slack.com/services/B01ABCDEF/T01ABCDEF/abcDEF123',
    'https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/abcDEF123/more',
    'https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/abc%2F123',
    'https://hooks.slack-gov.com/services/',
    'https://slack.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
    'https://acme.slack.com/archives/C01ABCDEF',
    'https://api.slack.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
    'https://api.slack.com./services/T01ABCDEF/B01ABCDEF/abcDEF123',
  ])('%s is refused with an example', async (url) => {
    const refusal = await refusalOf(() => verify(url));
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toBe(`${incoming}, such as https://hooks.slack.com/services/T…/B…/…`);
  });

  test.each([
    'https://hooks.slack.com/triggers/T01ABCDEF/123/abc',
    'https://hooks.slack.com/workflows/T01ABCDEF/A01/123/abc',
    'https://hooks.slack-gov.com/triggers/T01ABCDEF/123/abc',
  ])('%s is refused as that of a workflow', async (url) => {
    const refusal = await refusalOf(() => verify(url));
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toBe(
      'config.webhook_url: this address starts a workflow, which takes other messages; add an app with an incoming webhook to the channel, and use its address',
    );
  });

  test.each([
    'http://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
    'http://chat.example/hook',
    'https://10.0.0.1/hook',
    'https://localhost/hook',
    'https://user:password@chat.example/hook',
    'ftp://chat.example/hook',
    'hooks.slack.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
  ])('%s is refused by the guard', async (url) => {
    await expect(verify(url)).rejects.toThrow(AddressRefused);
  });
});

describe('a message of chat_blocks', () => {
  test('is one POST of JSON', async () => {
    expect(await deliver()).toEqual(posted);
    expect(fake.requests).toMatchObject([
      { method: 'POST', path: slackPath, headers: { 'content-type': 'application/json' } },
    ]);
    expect(fake.requests[0]?.headers.authorization).toBeUndefined();
    expect(fake.messages).toHaveLength(1);
  });

  test('tells each event (§6.1)', async () => {
    for (const delivery of makeDeliveries()) expect(await deliver(delivery)).toEqual(posted);
    expect(fake.messages[0]).toEqual({
      text: 'New signup\nEmail: ada@example.com\nWaitlist: Beta\nPosition: 42 of 120\nSource: newsletter\nReferred: yes',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'New signup' } },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: '*Email*\nada@example.com', verbatim: true },
            { type: 'mrkdwn', text: '*Waitlist*\nBeta', verbatim: true },
            { type: 'mrkdwn', text: '*Position*\n42 of 120', verbatim: true },
            { type: 'mrkdwn', text: '*Source*\nnewsletter', verbatim: true },
            { type: 'mrkdwn', text: '*Referred*\nyes', verbatim: true },
          ],
        },
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', text: 'signup.created · 2026-01-01 00:00 UTC', verbatim: true }],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
    expect(fake.messages[1]).toEqual({
      text: 'Signup removed\nEmail: ada@example.com\nWaitlist: Beta\nPosition: 42\nSigned up: 2026-01-01 00:00 UTC',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Signup removed' } },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: '*Email*\nada@example.com', verbatim: true },
            { type: 'mrkdwn', text: '*Waitlist*\nBeta', verbatim: true },
            { type: 'mrkdwn', text: '*Position*\n42', verbatim: true },
            { type: 'mrkdwn', text: '*Signed up*\n2026-01-01 00:00 UTC', verbatim: true },
          ],
        },
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', text: 'signup.removed · 2026-01-02 09:30 UTC', verbatim: true }],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
    const emailed = (title: string, type: string) => ({
      text: `${title}\nEmail: ada@example.com\nWaitlist: Beta\nPosition: 42`,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: title } },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: '*Email*\nada@example.com', verbatim: true },
            { type: 'mrkdwn', text: '*Waitlist*\nBeta', verbatim: true },
            { type: 'mrkdwn', text: '*Position*\n42', verbatim: true },
          ],
        },
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', text: `${type} · 2026-01-03 18:45 UTC`, verbatim: true }],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
    expect(fake.messages.slice(2)).toEqual([
      emailed('Signup email delivered', 'signup.email_delivered'),
      emailed('Signup email opened', 'signup.email_opened'),
      emailed('Link in signup email clicked', 'signup.email_clicked'),
    ]);
  });

  test('says so where there is no source and no referrer', async () => {
    const { text, fields } = await messageOf(
      makeDelivery('signup.created', { utm_source: null, referred_by: null }),
    );
    expect(fields.slice(3)).toEqual(['*Source*\nnone', '*Referred*\nno']);
    expect(text).toContain('\nSource: none\nReferred: no');
  });

  test('tells the synthetic event of a test send (§4.7 rule 6)', async () => {
    expect(await deliver(makeDelivery('signup.created', { metadata: { service_test: true } }))).toEqual(
      posted,
    );
  });

  test.each([
    ['<!channel>', '&lt;!channel&gt;'],
    ['<@U1> & <#C1|x>', '&lt;@U1&gt; &amp; &lt;#C1|x&gt;'],
    ['&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
    ['<https://evil.example|Beta>', '&lt;https:\u200b//evil.example|Beta&gt;'],
    ['https://evil.example', 'https:\u200b//evil.example'],
    ['@channel @here @EVERYONE @all @ada', '@\u200bchannel @\u200bhere @\u200bEVERYONE @\u200ball @ada'],
    ['*Beta* _b_ ~b~ `b`', '*\u200bBeta* _\u200bb_ ~\u200bb~ `\u200bb`'],
    ['```Beta```', '`\u200b`\u200b`\u200bBeta```'],
    ['snake_case_name 2*3*4 ~5', 'snake_case_name 2*3*4 ~5'],
    ['> Beta', '\u200b&gt; Beta'],
    ['Beta\n*Referred*\nyes', 'Beta *\u200bReferred* yes'],
    ['Be\u202eta\u2066', 'Beta'],
    ['\u200b\u3164 \ufe0f', 'none'],
    ['👩‍👩‍👧 Équipe', '👩‍👩‍👧 Équipe'],
    ['😀'.repeat(100), '😀'.repeat(100)],
    [`${'<&>'.repeat(33)}x`, `${'&lt;&amp;&gt;'.repeat(33)}x`],
  ])('shows a waitlist named %j as %j', async (waitlist_name, shown) => {
    for (const delivery of makeDeliveries({ waitlist_name })) {
      const { text, fields } = await messageOf(delivery);
      expect(fields[1]).toBe(`*Waitlist*\n${shown}`);
      expect(text).toContain(`\nWaitlist: ${shown}\n`);
    }
  });

  test.each([
    ["o'neil+a&b@example.com", "o'neil+a&amp;b@example.com"],
    ['first_last_2@example.com', 'first_last_2@example.com'],
    ['_ada_@example.com', '_\u200bada_@example.com'],
    ['ada@here.com', 'ada@here.com'],
    ['a|`{b}`@example.com', 'a|`\u200b{b}`@example.com'],
  ])('shows the address %s as %j', async (email, shown) => {
    const { fields } = await messageOf(makeDelivery('signup.email_opened', { email }));
    expect(fields[0]).toBe(`*Email*\n${shown}`);
  });

  test('is within Slack’s limits, never empty and without a live sequence, whatever people wrote', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: fc.constantFrom(...'<>&@!#*_~`:/| \n\u200b\u202eaA😀', '\ud800'), maxLength: 400 }),
      fc.constantFrom('<!channel>', '<@U1>', '&'.repeat(400), '>'.repeat(400), '*'.repeat(400), ''),
    );
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (email, waitlist_name, utm_source) => {
        for (const { event } of makeDeliveries()) {
          const { type, data } = event;
          const change = type === 'signup.created' ? { utm_source } : {};
          const { text, texts } = await messageOf(
            makeDelivery(type, { ...data, email, waitlist_name, ...change }),
          );
          expect(text.length).toBeLessThan(4_000);
          for (const one of texts) {
            expect(one).not.toMatch(/[<>]/);
            expect(one).not.toMatch(/&(?!amp;|lt;|gt;)/);
            expect(one).not.toMatch(/:\/\//);
            expect(one).not.toMatch(/\n\s*(\n|$)/);
            expect(one).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
            expect(one.isWellFormed()).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('loses nothing of an ordinary text but what it is escaped with', async () => {
    const ordinary = fc.string({ unit: fc.constantFrom(...'abc<>&*_@:/'), minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(ordinary, async (waitlist_name) => {
        const { fields } = await messageOf(makeDelivery('signup.email_opened', { waitlist_name }));
        const shown = fields[1]?.replace('*Waitlist*\n', '').replaceAll('\u200b', '') ?? '';
        expect(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(
          waitlist_name,
        );
      }),
      { numRuns: 100 },
    );
  });

  test('cuts what no address and no name can be', async () => {
    const [email, name] = [320, 200].map((length) => '😀'.repeat(length)) as [string, string];
    const whole = await messageOf(makeDelivery('signup.email_opened', { email, waitlist_name: name }));
    expect(whole.fields.slice(0, 2)).toEqual([`*Email*\n${email}`, `*Waitlist*\n${name}`]);
    const cut = await messageOf(
      makeDelivery('signup.email_opened', { email: `${email}x`, waitlist_name: `${name}x` }),
    );
    expect(cut.fields.slice(0, 2)).toEqual([
      `*Email*\n${'😀'.repeat(319)}…`,
      `*Waitlist*\n${'😀'.repeat(199)}…`,
    ]);
  });
});

describe('a refused message of chat_blocks', () => {
  const failed = (response_status: number | null, error: unknown) => ({
    status: 'failed',
    response_status,
    error,
  });

  test('to a webhook that was deleted is told in words', async () => {
    const config = configOf(`${fake.url}/services/T0AAAAAAA/B0BBBBBBB/gone`);
    expect(await deliver(undefined, {}, config)).toEqual(
      failed(
        404,
        'The chat service answered 404: the webhook was deleted or switched off; make a new one and save its address (no_service).',
      ),
    );
  });

  test.each([
    [404, 'no_service_id', 'the webhook was deleted or switched off; make a new one and save its address'],
    [404, 'no_active_hooks', 'the webhook was deleted or switched off; make a new one and save its address'],
    [404, 'no_team', 'the workspace of the webhook is gone or switched off'],
    [404, 'team_disabled', 'the workspace of the webhook is gone or switched off'],
    [403, 'invalid_token', 'the address of the webhook is not valid, or no longer'],
    [404, 'channel_not_found', 'the channel of the webhook is gone'],
    [410, 'channel_is_archived', 'the channel of the webhook is archived'],
    [400, 'user_not_found', 'the person that the webhook posts to is gone'],
    [403, 'action_prohibited', 'an administrator of the workspace does not allow the message'],
    [400, 'posting_to_general_channel_denied', 'the webhook may not post to the general channel'],
    [400, 'invalid_payload', 'the message was not understood'],
    [400, 'invalid_blocks', 'the message was not understood'],
    [400, 'no_text', 'the message was not understood'],
  ])('with %i %s is told in words', async (status, body, words) => {
    fake.next({ status, body: ` ${body}\n` });
    expect(await deliver()).toEqual(
      failed(status, `The chat service answered ${status}: ${words} (${body}).`),
    );
  });

  test.each([
    [{ status: 500, body: 'rollup_error' }, 500, 'The chat service answered 500: rollup_error.'],
    [{ status: 400, body: 'Something new.' }, 400, 'The chat service answered 400: Something new.'],
    [{ status: 500, body: '' }, 500, 'The chat service answered 500.'],
    [{ status: 502, body: '<html><h1>Bad gateway</h1></html>' }, 502, 'The chat service answered 502.'],
    [{ status: 403, body: { message: 'No' } }, 403, 'The chat service answered 403.'],
    [{ status: 400, body: 'x'.repeat(70_000) }, 400, 'The chat service answered 400.'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 302, 'The chat service answered 302.'],
    [
      { status: 429, headers: { 'retry-after': '1' }, body: 'rate_limited' },
      429,
      'The chat service answered 429: too many messages in a short time, so this one was not posted.',
    ],
    [
      { status: 429, body: '<html></html>' },
      429,
      'The chat service answered 429: too many messages in a short time, so this one was not posted.',
    ],
  ])('with %j is one failed record', async (script, status, error) => {
    fake.next(script);
    expect(await deliver()).toEqual(failed(status, error));
    expect(fake.requests).toHaveLength(1);
  });

  test('may be answered 2xx with any body: it was posted (C7.4)', async () => {
    fake.next({ status: 204 }, { status: 200, body: '<html></html>' });
    expect(await deliver()).toMatchObject({ status: 'success', response_status: 204 });
    expect(await deliver()).toMatchObject({ status: 'success', response_status: 200 });
  });

  test('has no answer where the connection breaks, the service hangs or the address is refused', async () => {
    fake.next({ drop: true });
    expect(await deliver()).toEqual(
      failed(null, expect.stringMatching(/^The chat service gave no answer \(\w+\)\.$/)),
    );
    fake.next({ delayMs: Number.POSITIVE_INFINITY });
    expect(await deliver(undefined, { fetch: impatientFetch })).toEqual(
      failed(null, expect.stringMatching(/^The chat service gave no answer \(\w+\)\.$/)),
    );
    expect(await deliver(undefined, { fetch: refusingFetch })).toEqual(failed(null, 'a private address'));
    expect(await deliver(undefined, {}, configOf('not a URL'))).toEqual(
      failed(null, 'The chat service gave no answer (ERR_INVALID_URL).'),
    );
  });

  test('never shows the address or its token', async () => {
    const token = slackPath.split('/').at(-1);
    for (const body of [slackPath.slice(1), `bad token ${token}`, `no ${token}.`]) {
      fake.next({ status: 403, body: body.replaceAll('/', ' ') }, { status: 403, body });
      const errors = [await deliver(), await deliver()].map(({ error }) => error);
      expect(errors.join()).not.toContain(token);
    }
  });
});
