import type { Browser } from '../browser.ts';
import type { Mood } from '../echo-provider.ts';
import { untilRow, type World } from '../world.ts';

const from = 'Acme <hello@acme.test>';

const unkind = ({ thorough }: World): readonly Mood[] =>
  thorough ? ['echoing', 'echoing as in a URL', 'failing', 'redirecting'] : ['echoing'];

/** Sets each mail provider and each integration, has them used, and has the other side give away what it was told. */
export async function useProviders(
  world: World,
  owner: Browser,
  key: string,
  waitlist: string,
): Promise<void> {
  await useMailProviders(world, owner, key, waitlist);
  await useMailServer(world, owner, key, waitlist);
  await useIntegrations(world, owner, key, waitlist);
}

async function useMailProviders(world: World, owner: Browser, key: string, waitlist: string): Promise<void> {
  const { canaries, provider } = world;
  const credential = (name: string, prefix: string) => canaries.secret(name, { prefix, isForOthers: true });
  const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    resend: {
      api_key: credential('the key of Resend', 're_'),
      webhook_secret: `whsec_${Buffer.from(canaries.secret('the signing secret of Resend')).toString('base64')}`,
    },
    postmark: {
      server_token: credential('the token of Postmark', 'pm-'),
      webhook_secret: `hook:${canaries.secret('the webhook password of Postmark')}`,
    },
    sendgrid: { api_key: credential('the key of SendGrid', 'SG.'), webhook_secret: '' },
    mailgun: {
      api_key: credential('the key of Mailgun', 'key-'),
      domain: 'mg.acme.test',
      webhook_secret: canaries.secret('the signing key of Mailgun'),
    },
  };
  for (const [type, values] of Object.entries(settings)) {
    const set = (change = {}) =>
      owner.send(`/dashboard/email/provider/${type}`, { from, ...values, ...change });
    for (const mood of unkind(world)) {
      provider.mood = mood;
      await set();
    }
    provider.mood = 'kind';
    await set({ from: 'nobody' });
    await set();
    const [row] = await world.sql<{ token: string }[]>`SELECT token FROM email_providers`;
    await sendEvents(world, row?.token ?? '', values);
    for (const mood of ['kind', ...unkind(world)] as const) {
      provider.mood = mood;
      await mailSomebody(world, key, waitlist, `${type}, ${mood}`);
      await owner.send(`/dashboard/waitlists/${waitlist}/email/test`, {
        to: canaries.address(`a test of ${type}, ${mood}`),
        subject: 'Hello',
        html: '<p>Hello</p>',
      });
    }
    provider.mood = 'kind';
    await owner.open('/dashboard/email');
    await owner.open(`/dashboard/email/provider/${type}`);
  }
  await owner.send('/dashboard/email/remove-provider', {});
}

/** Events with the secrets where a provider would put them, and signatures that are wrong. */
async function sendEvents(
  { ask }: World,
  token: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { webhook_secret: secret = '' } = values;
  const body = { RecordType: 'Nothing', type: 'nothing', secret };
  const headers = {
    'x-webhook-secret': secret,
    'svix-id': 'msg_1',
    'svix-timestamp': '1',
    'svix-signature': `v1,${secret}`,
  };
  for (const path of [
    `/v1/webhooks/email/${token}`,
    `/v1/webhooks/email/${token}x`,
    '/v1/webhooks/email_provider',
  ]) {
    await ask('POST', path, { headers, body });
    await ask('POST', path, {
      headers: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` },
      body,
    });
    await ask('POST', path, { headers: { authorization: `Basic ${secret}` }, body: secret });
  }
}

async function useMailServer(world: World, owner: Browser, key: string, waitlist: string): Promise<void> {
  const { canaries, mail } = world;
  const values = {
    from,
    host: '127.0.0.1',
    port: String(mail.port),
    username: canaries.secret('the user of the mail server', { isForOthers: true }),
    password: canaries.secret('the password of the mail server', {
      prefix: 'p&"ss\\ wörd ',
      isForOthers: true,
    }),
  };
  const known = ['the user of the mail server']; // it is no secret to the owner
  const set = (change = {}) => owner.send('/dashboard/email/provider/smtp', { ...values, ...change }, known);
  mail.mood = 'echoing at login';
  await set();
  await set({ host: '10.0.0.1' });
  await set({ port: '1' });
  mail.mood = 'kind';
  await set();
  for (const mood of ['kind', 'echoing at the recipient', 'breaking off', 'echoing at login'] as const) {
    mail.mood = mood;
    await mailSomebody(world, key, waitlist, `the mail server, ${mood}`);
  }
  mail.mood = 'kind';
  await owner.open('/dashboard/email');
  await owner.open('/dashboard/email/provider/smtp', known);
  await owner.send('/dashboard/email/remove-provider', {});
}

/** Resolves when the mail was tried once. */
async function mailSomebody(
  { ask, canaries, sql }: World,
  key: string,
  waitlist: string,
  how: string,
): Promise<void> {
  const email = canaries.address(`somebody mailed by ${how}`);
  const { body } = await ask('POST', `/v1/waitlists/${waitlist}/signups`, { key, body: { email } });
  const { id } = JSON.parse(body);
  await untilRow(
    () =>
      sql`SELECT 1 FROM signup_emails WHERE signup_id = ${id} AND (state NOT IN ('queued', 'sending') OR error IS NOT NULL)`,
  );
}

async function useIntegrations(world: World, owner: Browser, key: string, waitlist: string): Promise<void> {
  const { ask, canaries, provider, sql } = world;
  const events = ['signup.created', 'signup.removed'];
  const credential = (name: string, prefix = '') => canaries.secret(name, { prefix, isForOthers: true });
  const chat = (name: string) => `${provider.url}/chat/T000/B000/${credential(name)}`;
  const configs: Readonly<Record<string, object>> = {
    webhook: { url: `${provider.url}/hook/${credential('the path of the webhook')}` },
    chat_blocks: { webhook_url: chat('the address of the block chat'), events },
    chat_embeds: { webhook_url: chat('the address of the embed chat'), events },
    contacts: { api_key: credential('the key of the contacts'), events },
    analytics: {
      api_key: credential('the key of the analytics', 'phc_'),
      host: provider.url,
      events,
    },
    newsletter: {
      api_key: credential('the key of the newsletter', 'kit_'),
      events,
      tag_ids: ['1'],
    },
  };
  const made = 'a signing secret made by the service';
  const set = (type: string, shows: readonly string[] = []) =>
    ask('PUT', `/v1/integrations/${type}`, { key, body: { config: configs[type] }, shows });

  for (const mood of unkind(world)) {
    provider.mood = mood;
    await set('contacts');
    await set('newsletter');
  }
  provider.mood = 'kind';
  for (const type of Object.keys(configs)) {
    const { body } = await set(type, [made]);
    const { signing_secret: shown } = JSON.parse(body);
    if (shown) canaries.secret(made, { value: shown });
    await set(type);
    await ask('PUT', `/v1/integrations/${type}`, {
      key,
      body: { config: { ...configs[type], extra: made } },
    });
  }
  const given = canaries.secret('a signing secret of the account');
  await ask('PUT', '/v1/integrations/webhook', {
    key,
    body: { config: { ...configs.webhook, signing_secret: given } },
  });

  for (const [before, mood] of ['kind' as const, ...unkind(world)].entries()) {
    provider.mood = mood;
    const email = canaries.address(`somebody told of, ${mood}`);
    await ask('POST', `/v1/waitlists/${waitlist}/signups`, { key, body: { email } });
    const told = (before + 1) * Object.keys(configs).length;
    await untilRow(
      () => sql`SELECT 1 FROM deliveries WHERE status <> 'attempting' HAVING count(*) >= ${told}`,
    );
  }
  for (const type of Object.keys(configs)) {
    // The owner sees where the webhook leads; keys and the addresses of chats are not filled in again.
    const shows = type === 'webhook' ? ['the path of the webhook'] : [];
    await ask('GET', `/v1/integrations/${type}/deliveries`, { key });
    await owner.send(
      `/dashboard/integrations/${type}`,
      { events: 'signup.created', url: 'nothing', webhook_url: 'nothing' },
      shows,
    );
    await owner.open(`/dashboard/integrations/${type}`, shows);
  }
  provider.mood = 'echoing';
  for (const type of ['analytics', 'chat_embeds', 'contacts'])
    await owner.send(`/dashboard/integrations/${type}/test`, {});
  for (const type of Object.keys(configs))
    await ask('PATCH', `/v1/integrations/${type}`, { key, body: { enabled: false } });
  await ask('GET', '/v1/integrations', { key });
}
