import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatBlocks } from '../../../../src/shared/events/integrations/providers/chat/chat-blocks.ts';
import type { Delivery } from '../../../../src/shared/events/integrations/providers/provider.ts';
import { chatConfig } from '../../../support/chat-config.ts';
import { makeDeliveries, makeDelivery } from '../../../support/deliveries.ts';
import { describeIntegration, failed, succeeded } from '../../../support/describe-integration.ts';
import { slackPath, startFakeSlack } from '../../../support/fakes/slack.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { makeHttpClient, refusalOf } from '../../../support/http-client.ts';

const fake = useFake(startFakeSlack);
const toFake = () => ({ webhook_url: `${fake().url}${slackPath}` });
const configOf = (webhook_url: string) =>
  chatBlocks.config.parse({ webhook_url, events: ['signup.created'] });
const deliver = (
  delivery: Delivery = makeDelivery('signup.created'),
  config = configOf(toFake().webhook_url),
) => chatBlocks.deliver(config, delivery, makeHttpClient());
const posted = succeeded();
/** What a message of this delivery holds. */
async function messageOf(delivery: Delivery) {
  fake().reset();
  expect(await deliver(delivery)).toEqual(posted);
  const { text, blocks } = JSON.parse(fake().requests[0]?.body ?? '');
  const fields: string[] = blocks[1].fields.map((field: { text: string }) => field.text);
  return { text, fields, texts: [text, ...fields] as string[] };
}

const tooMany = ': too many messages in a short time, so this one was not posted.';

describeIntegration(fake, {
  type: 'chat_blocks',
  provider: chatBlocks,
  config: chatConfig,
  addresses: {
    key: 'webhook_url',
    taken: [
      'https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
      'https://hooks.slack.com./services/T01ABCDEF/B01ABCDEF/abcDEF123',
      'https://HOOKS.SLACK.COM/services/T01ABCDEF/B01ABCDEF/abcDEF123',
      'https://hooks.slack-gov.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
      'https://chat.example/hooks/xyz',
      'https://slack.com.chat.example/triggers/1',
      'https://notslack.com/',
    ],
    refused: [
      'http://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
      'http://chat.example/hook',
      'https://10.0.0.1/hook',
      'https://localhost/hook',
      'https://user:password@chat.example/hook',
      'ftp://chat.example/hook',
      'hooks.slack.com/services/T01ABCDEF/B01ABCDEF/abcDEF123',
    ],
  },
  deliveries: {
    toFake: () => ({ config: toFake() }),
    receiver: 'The chat service',
    first: [[makeDelivery('signup.created'), '']],
    refusals: [
      [{ status: 500, body: 'rollup_error' }, ': rollup_error.'],
      [{ status: 400, body: 'Something new.' }, ': Something new.'],
      [{ status: 500 }, '.'],
      [{ status: 502, body: '<html><h1>Bad gateway</h1></html>' }, '.'],
      [{ status: 403, body: { message: 'No' } }, '.'],
      [{ status: 400, body: 'x'.repeat(70_000) }, '.'],
      [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, '.'],
      [{ status: 429, headers: { 'retry-after': '1' }, body: 'rate_limited' }, tooMany],
      [{ status: 429, body: '<html></html>' }, tooMany],
      [
        { status: 404, body: ' team_disabled\n' },
        ': the workspace of the webhook is gone or switched off (team_disabled).',
      ],
      [
        { status: 410, body: 'channel_is_archived' },
        ': the channel of the webhook is archived (channel_is_archived).',
      ],
      [{ status: 400, body: 'invalid_blocks' }, ': the message was not understood (invalid_blocks).'],
    ],
  },
});

describe('an address of Slack’s that is no incoming webhook', () => {
  const verify = (url: string) => chatBlocks.verify(configOf(url), makeHttpClient());
  const incoming = 'config.webhook_url: must be the address of an incoming webhook';

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
});

describe('a message of chat_blocks', () => {
  test('is one POST of JSON', async () => {
    expect(await deliver()).toEqual(posted);
    expect(fake().requests).toMatchObject([
      { method: 'POST', path: slackPath, headers: { 'content-type': 'application/json' } },
    ]);
    expect(fake().requests[0]?.headers.authorization).toBeUndefined();
    expect(fake().messages).toHaveLength(1);
  });

  test('has the text of each event (§6.1)', async () => {
    for (const delivery of makeDeliveries()) expect(await deliver(delivery)).toEqual(posted);
    expect(fake().messages[0]).toEqual({
      text: 'New signup\nEmail: ada@example.com\nWaitlist: Beta\nPosition: 42\nSource: newsletter\nReferred: yes',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'New signup' } },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: '*Email*\nada@example.com', verbatim: true },
            { type: 'mrkdwn', text: '*Waitlist*\nBeta', verbatim: true },
            { type: 'mrkdwn', text: '*Position*\n42', verbatim: true },
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
    expect(fake().messages[1]).toEqual({
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
    expect(fake().messages.slice(2)).toEqual([
      emailed('Signup email delivered', 'signup.email_delivered'),
      emailed('Signup email opened', 'signup.email_opened'),
      emailed('Link in signup email clicked', 'signup.email_clicked'),
    ]);
  });

  test('shows a missing source and referrer', async () => {
    const { text, fields } = await messageOf(
      makeDelivery('signup.created', { utm_source: null, referred_by: null }),
    );
    expect(fields.slice(3)).toEqual(['*Source*\nnone', '*Referred*\nno']);
    expect(text).toContain('\nSource: none\nReferred: no');
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
  test('to a deleted webhook is explained', async () => {
    const config = configOf(`${fake().url}/services/T0AAAAAAA/B0BBBBBBB/gone`);
    expect(await deliver(undefined, config)).toEqual(
      failed(
        404,
        'The chat service answered 404: the webhook was deleted or switched off; make a new one and save its address (no_service).',
      ),
    );
  });

  test('has no answer where the address is none', async () => {
    expect(await deliver(undefined, configOf('not a URL'))).toEqual(
      failed(null, 'The chat service gave no answer (ERR_INVALID_URL).'),
    );
  });

  test('never shows the address or its token', async () => {
    const token = slackPath.split('/').at(-1);
    for (const body of [slackPath.slice(1), `bad token ${token}`, `no ${token}.`]) {
      fake().next({ status: 403, body: body.replaceAll('/', ' ') }, { status: 403, body });
      const errors = [await deliver(), await deliver()].map(({ error }) => error);
      expect(errors.join()).not.toContain(token);
    }
  });
});

describe('what chat_blocks includes (N1)', () => {
  const fields = { company_name: 'Acme <b> & Co', seats: 5, about: '*x*\nReferral link' };
  const included = {
    fields,
    display_position: 40,
    referral_link: 'https://acme.example/?a=1&b=|&ref=k3v9x2m7qa',
  };

  test('is shown on lines of its own, the link as a link', async () => {
    expect(await deliver(makeDelivery('signup.created', included))).toEqual(posted);
    const sections = blocksOf(fake().messages[0]).filter(({ type }) => type === 'section');
    expect(sections.flatMap(({ fields = [] }) => fields.map(({ text }) => text)).slice(5)).toEqual([
      '*Display position*\n40',
      '*Referral link*\n<https://acme.example/?a=1&amp;b=%7C&amp;ref=k3v9x2m7qa>',
      '*company_name*\nAcme &lt;b&gt; &amp; Co',
      '*seats*\n5',
      '*about*\n*\u200bx* Referral link',
    ]);
  });

  test('is within Slack’s limits, however much there is', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`${'f'.repeat(60)}_${i}`, '<&'.repeat(500)]),
    );
    const link = `https://acme.example/${'x'.repeat(2_000)}?ref=k3v9x2m7qa`;
    const much = { fields: many, display_position: 40, referral_link: link };
    for (const delivery of makeDeliveries(much)) expect(await deliver(delivery)).toEqual(posted);
    const shown = JSON.stringify(fake().messages[0]);
    expect(shown).toContain('*More fields*\\n10');
    expect(shown).not.toContain('Referral link');
  });
});

interface Block {
  readonly type: string;
  readonly fields?: readonly { readonly text: string }[];
}

function blocksOf(message: Record<string, unknown> | undefined): Block[] {
  return message?.blocks as Block[];
}
