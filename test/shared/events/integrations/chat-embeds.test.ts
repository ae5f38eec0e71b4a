import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatEmbeds } from '../../../../src/shared/events/integrations/providers/chat/chat-embeds.ts';
import type { Delivery } from '../../../../src/shared/events/integrations/providers/provider.ts';
import { openAddressGuard } from '../../../../src/shared/platform/outbound/address-guard.ts';
import { openSafeFetch } from '../../../../src/shared/platform/outbound/safe-fetch.ts';
import { chatConfig } from '../../../support/chat-config.ts';
import { makeDeliveries, makeDelivery } from '../../../support/deliveries.ts';
import { describeIntegration, failed, succeeded } from '../../../support/describe-integration.ts';
import { discordPath, startFakeDiscord } from '../../../support/fakes/discord.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { makeHttpClient, refusalOf } from '../../../support/http-client.ts';

const fake = useFake(startFakeDiscord);
const configOf = (webhook_url: string) =>
  chatEmbeds.config.parse({ webhook_url, events: ['signup.created'] });
const good = (query = '') => configOf(`${fake().url}${discordPath}${query}`);
const deliver = (delivery: Delivery = makeDelivery('signup.created'), config = good()) =>
  chatEmbeds.deliver(config, delivery, makeHttpClient());
const posted = succeeded();

interface Embed {
  readonly description: string;
  readonly fields: readonly { name: string; value: string }[];
}

/** The embed of this delivery's message. */
async function embedOf(delivery: Delivery): Promise<Embed> {
  fake().reset();
  expect(await deliver(delivery)).toEqual(posted);
  return JSON.parse(fake().requests[0]?.body ?? '').embeds[0];
}

const tooMany = ': too many messages in a short time, so this one was not posted.';

describeIntegration(fake, {
  type: 'chat_embeds',
  provider: chatEmbeds,
  config: chatConfig,
  addresses: {
    key: 'webhook_url',
    taken: [
      'https://discord.com/api/webhooks/223704706495545344/3d89bb75-_Ab',
      'https://discord.com/api/v10/webhooks/223704706495545344/3d89bb75',
      'https://discord.com/api/webhooks/223704706495545344/3d89bb75?thread_id=1',
      'https://ptb.discord.com/api/webhooks/223704706495545344/3d89bb75',
      'https://canary.discord.com/api/webhooks/223704706495545344/3d89bb75',
      'https://discordapp.com/api/webhooks/223704706495545344/3d89bb75',
      'https://chat.example/hook',
      'https://discord.com.chat.example/invite',
      'https://mydiscord.com/',
    ],
    refused: [
      'http://discord.com/api/webhooks/223704706495545344/3d89bb75',
      'http://chat.example/hook',
      'https://192.168.0.1/hook',
      'https://[::1]/hook',
      'discord.com/api/webhooks/223704706495545344/3d89bb75',
    ],
  },
  deliveries: {
    toFake: () => ({ config: { webhook_url: `${fake().url}${discordPath}` } }),
    receiver: 'The chat service',
    first: [[makeDelivery('signup.created'), '']],
    refusals: [
      [
        { status: 404, body: { message: 'Unknown Channel', code: 10_003 } },
        ': the channel of the webhook is gone (Unknown Channel).',
      ],
      [
        {
          status: 400,
          body: {
            message: 'Webhooks posted to forum channels must have a thread_name or thread_id',
            code: 220_001,
          },
        },
        ': Webhooks posted to forum channels must have a thread_name or thread_id.',
      ],
      [{ status: 400, body: { embeds: ['0'] } }, '.'],
      [{ status: 400, body: { message: 7, code: 'x' } }, '.'],
      [{ status: 400, body: { message: 'No', code: 'x', errors: [] } }, ': No.'],
      [{ status: 400, body: '["No"]' }, '.'],
      [{ status: 500 }, '.'],
      [{ status: 502, body: '<html>Bad gateway</html>' }, '.'],
      [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, '.'],
      [
        {
          status: 429,
          headers: { 'retry-after': '1' },
          body: { message: 'You are being rate limited.', retry_after: 0.35, global: false },
        },
        tooMany,
      ],
      [{ status: 429, body: 'error code: 1015' }, tooMany],
    ],
  },
});

describe('an address of Discord’s that is no webhook', () => {
  const verify = (url: string) => chatEmbeds.verify(configOf(url), makeHttpClient());

  test.each([
    'https://discord.com/',
    'https://discord.com/channels/1/2',
    'https://discord.com/api/webhooks/223704706495545344',
    'https://discord.com/api/webhooks/223704706495545344/',
    'https://discord.com/api/webhooks/name/3d89bb75',
    'https://discord.com/api/webhooks/223704706495545344/3d89bb75/slack',
    'https://discord.com/api/webhooks/223704706495545344/3d89bb75/messages/1',
    'https://discord.com/api/webhooks/223704706495545344/3d%2F89',
    'https://discord.com/webhooks/223704706495545344/3d89bb75',
    'https://discord.com/api/v/webhooks/223704706495545344/3d89bb75',
    'https://cdn.discordapp.com/api/webhooks/223704706495545344/3d89bb75',
    'https://www.discord.com./api/webhooks/223704706495545344/3d89bb75',
  ])('%s is refused with an example', async (url) => {
    const refusal = await refusalOf(() => verify(url));
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toBe(
      'config.webhook_url: must be the address of an incoming webhook, such as https://discord.com/api/webhooks/…/…',
    );
  });
});

describe('a message of chat_embeds', () => {
  test('is one POST of JSON, answered once it is saved', async () => {
    expect(await deliver()).toEqual(posted);
    expect(fake().requests).toMatchObject([
      { method: 'POST', path: `${discordPath}?wait=true`, headers: { 'content-type': 'application/json' } },
    ]);
    expect(fake().requests[0]?.headers.authorization).toBeUndefined();
    expect(fake().messages).toHaveLength(1);
  });

  test.each([
    ['?thread_id=42', '?thread_id=42&wait=true'],
    ['?wait=false&thread_id=42', '?wait=true&thread_id=42'],
    ['?wait=true', '?wait=true'],
    ['#here', '?wait=true'],
  ])('keeps the query of an address that ends in %s', async (query, sent) => {
    expect(await deliver(undefined, good(query))).toEqual(posted);
    expect(fake().requests[0]?.path).toBe(`${discordPath}${sent}`);
  });

  test('posts over http only to hosts that are let through, whatever was when it was saved (C7.6)', async () => {
    const fetch = openSafeFetch(openAddressGuard({ allowHosts: [] }));
    const config = chatEmbeds.config.parse({
      webhook_url: 'http://chat.example/hook',
      events: ['signup.created'],
    });
    const httpClient = makeHttpClient({ fetch });
    expect(await chatEmbeds.deliver(config, makeDelivery('signup.created'), httpClient)).toEqual({
      status: 'failed',
      response_status: null,
      error: 'The URL must start with https://.',
    });
  });

  test('has the text of each event (§6.1)', async () => {
    for (const delivery of makeDeliveries()) expect(await deliver(delivery)).toEqual(posted);
    expect(fake().messages[0]).toEqual({
      embeds: [
        {
          title: 'New signup',
          description: 'ada@example.com',
          color: 5_763_719,
          fields: [
            { name: 'Waitlist', value: 'Beta', inline: true },
            { name: 'Position', value: '42', inline: true },
            { name: 'Source', value: 'newsletter', inline: true },
            { name: 'Referred', value: 'yes', inline: true },
          ],
          footer: { text: 'signup.created' },
          timestamp: '2026-01-01T00:00:00.000Z',
        },
      ],
      allowed_mentions: { parse: [] },
    });
    expect(fake().messages[1]).toEqual({
      embeds: [
        {
          title: 'Signup removed',
          description: 'ada@example.com',
          color: 15_548_997,
          fields: [
            { name: 'Waitlist', value: 'Beta', inline: true },
            { name: 'Position', value: '42', inline: true },
            { name: 'Signed up', value: '2026-01-01 00:00 UTC', inline: true },
          ],
          footer: { text: 'signup.removed' },
          timestamp: '2026-01-02T09:30:00.000Z',
        },
      ],
      allowed_mentions: { parse: [] },
    });
    const emailed = (title: string, color: number, type: string) => ({
      embeds: [
        {
          title,
          description: 'ada@example.com',
          color,
          fields: [
            { name: 'Waitlist', value: 'Beta', inline: true },
            { name: 'Position', value: '42', inline: true },
          ],
          footer: { text: type },
          timestamp: '2026-01-03T18:45:59.999Z',
        },
      ],
      allowed_mentions: { parse: [] },
    });
    expect(fake().messages.slice(2)).toEqual([
      emailed('Signup email delivered', 5_793_266, 'signup.email_delivered'),
      emailed('Signup email opened', 16_705_372, 'signup.email_opened'),
      emailed('Link in signup email clicked', 15_418_782, 'signup.email_clicked'),
    ]);
  });

  test('shows a missing source and referrer', async () => {
    const { fields } = await embedOf(makeDelivery('signup.created', { utm_source: null, referred_by: null }));
    expect(fields.slice(2).map(({ value }) => value)).toEqual(['none', 'no']);
  });

  test.each([
    ['@everyone', '\\@\u200beveryone'],
    ['all @Here now', 'all \\@\u200bHere now'],
    ['\\@everyone', '\\\\\\@\u200beveryone'],
    ['<@1> <@&2> <#3> <t:4:R> </x:5>', '\\<@1\\> \\<@&2\\> \\<\\#3\\> \\<t:4:R\\> \\</x:5\\>'],
    ['[Beta](https://evil.example)', '\\[Beta\\]\\(https\\://evil.example\\)'],
    ['https://evil.example', 'https\\://evil.example'],
    ['*a* _b_ ~~c~~ ||d|| `e`', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\|\\|d\\|\\| \\`e\\`'],
    ['# Beta', '\\# Beta'],
    ['-# Beta', '-\\# Beta'],
    ['- Beta', '\\- Beta'],
    ['+ Beta', '\\+ Beta'],
    ['-Beta - x', '-Beta - x'],
    ['>>> Beta', '\\>\\>\\> Beta'],
    ['Beta\n# big', 'Beta \\# big'],
    ['Be\u202eta\u2066', 'Beta'],
    ['\u200b\u3164 \ufe0f', 'none'],
    ['👩‍👩‍👧 Équipe', '👩‍👩‍👧 Équipe'],
    ['😀'.repeat(100), '😀'.repeat(100)],
    ['*'.repeat(100), '\\*'.repeat(100)],
  ])('shows a waitlist named %j as %j', async (waitlist_name, shown) => {
    for (const delivery of makeDeliveries({ waitlist_name })) {
      expect((await embedOf(delivery)).fields[0]).toMatchObject({ name: 'Waitlist', value: shown });
    }
  });

  test.each([
    ["o'neil+a&b@example.com", "o'neil+a&b@example.com"],
    ['first_last@example.com', 'first\\_last@example.com'],
    ['ada@here.com', 'ada\\@here.com'],
    ['a|`{b}`@example.com', 'a\\|\\`{b}\\`@example.com'],
  ])('shows the address %s as %j', async (email, shown) => {
    expect((await embedOf(makeDelivery('signup.email_opened', { email }))).description).toBe(shown);
  });

  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({
      unit: fc.constantFrom(...'<>&@!#*_~`:/|\\[]()- \n\u200b\u202eaA😀', '\ud800'),
      maxLength: 400,
    }),
    fc.constantFrom('@everyone', '<@1>', '*'.repeat(400), '@here'.repeat(80), '😀'.repeat(400), ''),
  );

  test('is within Discord’s limits, never empty and without live markup, whatever people wrote', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (email, waitlist_name, utm_source) => {
        for (const { event } of makeDeliveries()) {
          const { type, data } = event;
          const change = type === 'signup.created' ? { utm_source } : {};
          const { description, fields } = await embedOf(
            makeDelivery(type, { ...data, email, waitlist_name, ...change }),
          );
          for (const text of [description, ...fields.map(({ value }) => value)]) {
            const live = text.replace(/\\[^\p{L}\p{N}\s]/gu, ' '); // what a backslash takes the meaning from
            expect(live).not.toMatch(/[\\*_~|>#[\]()`<\n]/);
            expect(live).not.toMatch(/:\/\//);
            expect(live).not.toMatch(/@(everyone|here)/i);
            expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
            expect(text.isWellFormed()).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('loses nothing of an ordinary text but what it is escaped with', async () => {
    const ordinary = fc.string({
      unit: fc.constantFrom(...'abc<>&*_\\@:/#[]()'),
      minLength: 1,
      maxLength: 320,
    });
    await fc.assert(
      fc.asyncProperty(ordinary, async (waitlist_name) => {
        const { fields } = await embedOf(makeDelivery('signup.email_opened', { waitlist_name }));
        expect(fields[0]?.value.replace(/\\(.)/g, '$1')).toBe(waitlist_name);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a refused message of chat_embeds', () => {
  test.each([
    [
      'to a webhook that was deleted',
      '/api/webhooks/1/x',
      404,
      'The chat service answered 404: the webhook was deleted; make a new one and save its address (Unknown Webhook).',
    ],
    [
      'with a bad token',
      '/api/webhooks/223704706495545344/x',
      401,
      'The chat service answered 401: the address of the webhook is not valid, or no longer (Invalid Webhook Token).',
    ],
    ['to no webhook', '/api/x', 404, 'The chat service answered 404: 404: Not Found.'],
    [
      'to a bad thread',
      `${discordPath}?thread_id=main`,
      400,
      'The chat service answered 400: Invalid Form Body (thread_id).',
    ],
  ])('%s is explained', async (_, path, status, error) => {
    expect(await deliver(undefined, configOf(`${fake().url}${path}`))).toEqual(failed(status, error));
  });

  test('has no answer where the address is none', async () => {
    expect(await deliver(undefined, configOf('not a URL'))).toEqual(
      failed(null, 'The chat service gave no answer (ERR_INVALID_URL).'),
    );
  });

  test('never shows the address, its token or an email address', async () => {
    const token = String(discordPath.split('/').at(-1));
    for (const message of [
      `${fake().url}${discordPath}`,
      `No ${fake().url}${discordPath}?wait=true`,
      `No ${discordPath}`,
      `No ${discordPath.slice(1)}`,
      `No "${token}"!`,
      'No ada@example.com',
    ]) {
      fake().next({ status: 400, body: { message, errors: { [token]: 1, 'ada@example.com': 1 } } });
      const { error } = await deliver();
      expect(error).toMatch(/^The chat service answered 400: /);
      for (const secret of [token, 'webhooks/', 'example.com']) expect(error).not.toContain(secret);
    }
  });

  test('keeps ordinary words even if they are in the address', async () => {
    fake().next({ status: 400, body: { message: 'The hooks api is a mess' } });
    expect(await deliver(undefined, configOf(`${fake().url}/hooks/api/a`))).toEqual(
      failed(400, 'The chat service answered 400: The hooks api is a mess.'),
    );
  });
});

describe('what chat_embeds includes (N1)', () => {
  const fields = { company_name: 'Acme <b> & Co', seats: 5, about: '*x*\nReferral link' };
  const included = {
    fields,
    display_position: 40,
    referral_link: 'https://acme.example/?a=1&b=|&ref=k3v9x2m7qa',
  };

  const shown = [
    ['Display position', '40'],
    ['Referral link', included.referral_link],
    ['company\\_name', 'Acme \\<b\\> & Co'],
    ['seats', '5'],
    ['about', '\\*x\\* Referral link'],
  ];

  test('is shown as fields, the link as it is', async () => {
    expect(await deliver(makeDelivery('signup.created', included))).toEqual(posted);
    expect(fake().messages[0]).toMatchObject({
      embeds: [
        {
          fields: [{}, {}, {}, {}, ...shown.map(([name, value]) => ({ name, value }))],
        },
      ],
    });
  });

  test('is within Discord’s limits, however much there is', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`f${'_'.repeat(60)}${i}`, '*_'.repeat(500)]),
    );
    const link = `https://acme.example/${'x'.repeat(460)}?ref=k3v9x2m7qa`;
    const much = {
      email: `${'_'.repeat(308)}@example.com`,
      waitlist_name: '*'.repeat(200),
      fields: many,
      display_position: 40,
      referral_link: link,
    };
    for (const { event } of makeDeliveries(much)) {
      const change = event.type === 'signup.created' ? { utm_source: '*'.repeat(200) } : {};
      expect(await deliver(makeDelivery(event.type, { ...much, ...change }))).toEqual(posted);
    }
    const message = JSON.stringify(fake().messages[0]);
    expect(message).toContain('{"name":"More fields","value":"10","inline":true}');
    expect(message).toContain(link);
  });
});
