import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../browser.ts';
import type { ProviderMode } from '../echo-provider.ts';
import { untilRow, type World } from '../world.ts';

const from = 'Acme <hello@acme.test>';

const echoModes = ({ thorough }: World): readonly ProviderMode[] =>
  thorough ? ['echoing', 'echoing in URL encoding', 'failing', 'redirecting'] : ['echoing'];

/** Sets and uses each mail provider and each integration, which leak what they receive in their answers. */
export async function useProviders(
  world: World,
  owner: Browser,
  key: string,
  waitlist: string,
): Promise<void> {
  await useMailProviders(world, owner, key, waitlist);
  await useMailServer(world, owner, key, waitlist);
  await useIntegrations(world, owner, key, waitlist);
  await useForm(world, owner, waitlist);
}

/** Posts addresses to a form, whose captcha provider leaks what it receives. */
async function useForm(world: World, owner: Browser, waitlist: string): Promise<void> {
  const { ask, canaries, provider, sql } = world;
  const origin = 'https://site.example';
  const path = `/dashboard/waitlists/${waitlist}`;
  const secret = canaries.secret('the secret of the captcha', { isSentOut: true });
  const values = { enabled: 'on', origins: origin, redirect_url: '', captcha: 'on' };
  await owner.send(`${path}/settings/form`, { ...values, secret }); // refused: referrals are not judged
  await owner.send(`${path}/review/settings`, { mode: 'enforce' });
  await owner.send(`${path}/settings/form`, { ...values, origins: 'nowhere', secret });
  await owner.send(`${path}/settings/form`, { ...values, secret });
  await owner.open(`${path}/settings`);
  const [form] = await sql<{ id: string }[]>`SELECT id FROM forms WHERE waitlist_id = ${waitlist}`;
  const { time } = JSON.parse((await ask('GET', `/f/${form?.id}/time`)).body);
  await sleep(2_100); // what a form asks of people
  for (const mode of ['normal', ...echoModes(world)] as const) {
    provider.mode = mode;
    const email = canaries.address(`a visitor of the form, ${mode}`);
    const body = { email, _time: time, 'cf-turnstile-response': 'token' };
    await ask('POST', `/f/${form?.id}`, { body, headers: { origin, 'x-forwarded-for': '203.0.113.77' } });
  }
  provider.mode = 'normal';
}

async function useMailProviders(world: World, owner: Browser, key: string, waitlist: string): Promise<void> {
  const { canaries, provider } = world;
  const credential = (name: string, prefix: string) => canaries.secret(name, { prefix, isSentOut: true });
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
    for (const mode of echoModes(world)) {
      provider.mode = mode;
      await set();
    }
    provider.mode = 'normal';
    await set({ from: 'nobody' });
    await set();
    const [row] = await world.sql<{ token: string }[]>`SELECT token FROM email_providers`;
    await sendEvents(world, row?.token ?? '', values);
    for (const mode of ['normal', ...echoModes(world)] as const) {
      provider.mode = mode;
      await signUpForMail(world, key, waitlist, `${type}, ${mode}`);
      await owner.send(`/dashboard/waitlists/${waitlist}/email/test`, {
        to: canaries.address(`a test of ${type}, ${mode}`),
        subject: 'Hello',
        html: '<p>Hello</p>',
      });
    }
    provider.mode = 'normal';
    await owner.open('/dashboard/email');
    await owner.open(`/dashboard/email/provider/${type}`);
  }
  await owner.send('/dashboard/email/remove-provider', {});
}

/** Posts events with the secrets where a provider would put them, and with wrong signatures. */
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
    username: canaries.secret('the user of the mail server', { isSentOut: true }),
    password: canaries.secret('the password of the mail server', {
      prefix: 'p&"ss\\ wörd ',
      isSentOut: true,
    }),
  };
  const known = ['the user of the mail server']; // the owner may see it
  const set = (change = {}) => owner.send('/dashboard/email/provider/smtp', { ...values, ...change }, known);
  mail.mode = 'echoing at login';
  await set();
  await set({ host: '10.0.0.1' });
  await set({ port: '1' });
  mail.mode = 'normal';
  await set();
  for (const mode of ['normal', 'echoing at the recipient', 'dropping', 'echoing at login'] as const) {
    mail.mode = mode;
    await signUpForMail(world, key, waitlist, `the mail server, ${mode}`);
  }
  mail.mode = 'normal';
  await owner.open('/dashboard/email');
  await owner.open('/dashboard/email/provider/smtp', known);
  await owner.send('/dashboard/email/remove-provider', {});
}

/** Signs up. Resolves after the first attempt to send the mail. */
async function signUpForMail(
  { ask, canaries, sql }: World,
  key: string,
  waitlist: string,
  how: string,
): Promise<void> {
  const email = canaries.address(`a signup mailed by ${how}`);
  const { body } = await ask('POST', `/v1/waitlists/${waitlist}/signups`, { key, body: { email } });
  const { id } = JSON.parse(body);
  await untilRow(
    () =>
      sql`SELECT 1 FROM mails WHERE id = ${id} AND (state NOT IN ('queued', 'sending') OR error IS NOT NULL)`,
  );
}

async function useIntegrations(world: World, owner: Browser, key: string, waitlist: string): Promise<void> {
  const { ask, canaries, provider, sql } = world;
  const events = ['signup.created', 'signup.removed'];
  const credential = (name: string, prefix = '') => canaries.secret(name, { prefix, isSentOut: true });
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

  for (const mode of echoModes(world)) {
    provider.mode = mode;
    await set('contacts');
    await set('newsletter');
  }
  provider.mode = 'normal';
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

  for (const [before, mode] of ['normal' as const, ...echoModes(world)].entries()) {
    provider.mode = mode;
    const email = canaries.address(`a signup delivered, ${mode}`);
    await ask('POST', `/v1/waitlists/${waitlist}/signups`, { key, body: { email } });
    const deliveries = (before + 1) * Object.keys(configs).length;
    await untilRow(
      () => sql`SELECT 1 FROM deliveries WHERE status <> 'attempting' HAVING count(*) >= ${deliveries}`,
    );
  }
  for (const type of Object.keys(configs)) {
    // The owner sees the URL of the webhook. Keys and URLs of chats are not shown again.
    const shows = type === 'webhook' ? ['the path of the webhook'] : [];
    await ask('GET', `/v1/integrations/${type}/deliveries`, { key });
    await owner.send(
      `/dashboard/integrations/${type}`,
      { events: 'signup.created', url: 'nothing', webhook_url: 'nothing' },
      shows,
    );
    await owner.open(`/dashboard/integrations/${type}`, shows);
  }
  provider.mode = 'echoing';
  for (const type of ['analytics', 'chat_embeds', 'contacts'])
    await owner.send(`/dashboard/integrations/${type}/test`, {});
  for (const type of Object.keys(configs))
    await ask('PATCH', `/v1/integrations/${type}`, { key, body: { enabled: false } });
  await ask('GET', '/v1/integrations', { key });
}
