import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { askDomains, settleReferrals } from '../../src/shared/capabilities/trust/maintenance.ts';
import { integrationTypes } from '../../src/shared/events/integrations/providers/index.ts';
import { insertIntegration, sealedIntegration } from '../../src/shared/events/integrations/queries.ts';
import type { IntegrationType } from '../../src/shared/events/names.ts';
import { confirmUrl } from '../../src/shared/list/links/signup-links.ts';
import type { EmailProviderType } from '../../src/shared/mail/providers/index.ts';
import { sealedProvider } from '../../src/shared/mail/settings/provider-queries.ts';
import { setEmailProvider } from '../../src/shared/mail/settings/set-email-provider.ts';
import { setEmailTemplate } from '../../src/shared/mail/templates/set-email-template.ts';
import { checkAccounts } from '../../src/shared/owner/notices/check-accounts.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { statement } from '../../src/shared/platform/postgres/transaction.ts';
import type { JobName } from '../../src/shared/platform/queue/jobs.ts';
import { discordPath, startFakeDiscord } from '../support/fakes/discord.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { kitKey, startFakeKit } from '../support/fakes/kit.ts';
import { loopsKey, loopsList, startFakeLoops } from '../support/fakes/loops.ts';
import { posthogKey, startFakePosthog } from '../support/fakes/posthog.ts';
import { slackPath, startFakeSlack } from '../support/fakes/slack.ts';
import { makeFormList } from '../support/forms/form-list.ts';
import { startFakeTurnstile, turnstileSecret } from '../support/forms/turnstile.ts';
import { listOf } from '../support/list.ts';
import { type DnsServer, startDnsServer } from '../support/network/dns-server.ts';
import { useMailProviders } from '../support/network/mail-providers.ts';
import { type TestAccount, testModeOf } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';
import { triesAll } from '../support/values/tries-all.ts';

const from = 'Acme <hello@acme.test>';
const env: NodeJS.ProcessEnv = {};
const opened: { close(): Promise<void> }[] = [];
let services: Readonly<Record<IntegrationType, FakeProvider>>;
let turnstile: FakeProvider;
let dns: DnsServer;
/** What the test mode may call: a receiver on this machine. */
let own: FakeProvider;

const service = useService(env, async () => {
  const hook = () => startFakeProvider(() => ({ status: 200, body: 'thanks' }));
  services = {
    webhook: await hook(),
    chat_blocks: await startFakeSlack(),
    chat_embeds: await startFakeDiscord(),
    contacts: await startFakeLoops(),
    analytics: await startFakePosthog(),
    newsletter: await startFakeKit(),
  };
  own = await hook();
  turnstile = await startFakeTurnstile();
  dns = await startDnsServer({ 'a.root-servers.net': { a: '198.41.0.4' } });
  opened.push(...Object.values(services), own, turnstile, dns);
  Object.assign(env, {
    LOOPS_API_URL: services.contacts.url,
    KIT_API_URL: services.newsletter.url,
    TURNSTILE_API_URL: turnstile.url,
    DNS_SERVERS: dns.address,
  });
});
const providers = useMailProviders(service);
afterAll(async () => {
  for (const one of opened) await one.close();
});

const events = ['signup.created', 'signup.removed'];
const configs = (): Readonly<Record<IntegrationType, object>> => ({
  webhook: { url: `${services.webhook.url}/hook`, retries: 'standard' },
  chat_blocks: { webhook_url: `${services.chat_blocks.url}${slackPath}`, events },
  chat_embeds: { webhook_url: `${services.chat_embeds.url}${discordPath}`, events },
  contacts: { api_key: loopsKey, mailing_list_id: loopsList, events },
  analytics: { api_key: posthogKey, host: services.analytics.url, events },
  newsletter: { api_key: kitKey, form_id: '7', events },
});

/** How many requests and mails each fake got. */
function counted(): Record<string, number> {
  const fakes = { ...providers.fakes(), ...services, turnstile };
  return {
    ...Object.fromEntries(Object.entries(fakes).map(([name, { requests }]) => [name, requests.length])),
    smtp: [...providers.sink().received.values()].reduce((sum, mails) => sum + mails, 0),
    dns: dns.asked.length,
  };
}
/** Those that got more since. */
const reachedSince = (before: Record<string, number>) =>
  Object.entries(counted()).flatMap(([name, count]) => (count > (before[name] ?? 0) ? [name] : []));

/** Runs all jobs and timers that send something, until nothing is due. */
async function settle(): Promise<void> {
  const worker = providers.worker();
  for (let round = 0; round < 20; round++) {
    await askDomains(worker.ctx);
    await settleReferrals(worker.ctx);
    const due = await service.sql<{ job: JobName; id: string; accountId: string }[]>`
      SELECT job, id, account_id AS "accountId" FROM outbox WHERE due_at <= clock_timestamp() ORDER BY due_at, id`;
    if (due.length === 0) break;
    for (const { job, ...key } of due) await worker.run(job, key);
  }
  await checkAccounts(worker.ctx, worker.ctx.stopping);
}

/** An account with every integration, and with a provider of this type or none of its own. */
async function makeLive(type: EmailProviderType | 'managed'): Promise<TestAccount> {
  const account = await service.account({ plan: 'launch' });
  if (type !== 'managed') {
    const config = providers.configOf(type);
    await setEmailProvider(service.ctx, account.accountId, { type, from, config, skipVerify: true });
  }
  for (const each of integrationTypes) {
    const payload = { config: configs()[each] };
    const put = await service.call('PUT', `/v1/integrations/${each}`, account.key, { payload });
    expect([each, put.statusCode, put.body]).toEqual([each, 201, expect.anything()]);
  }
  return account;
}

/** The same, stored in the test mode all the same: nothing of it is to be used. */
async function plantIn({ accountId }: TestAccount, type: EmailProviderType | 'managed'): Promise<void> {
  const seal = (config: object, column: typeof sealedIntegration.config, of: string) =>
    service.ctx.vault.seal(JSON.stringify(config), column.boundTo({ account_id: accountId, type: of }));
  if (type !== 'managed')
    await service.sql`
      INSERT INTO email_providers (account_id, type, sealed_config, from_address, token, version)
      VALUES (${accountId}, ${type}, ${seal(providers.configOf(type), sealedProvider.config, type)},
              ${from}, ${randomUUID()}, ${newId()})`;
  // The others have addresses of this machine here, which the test mode may call.
  for (const each of ['contacts', 'newsletter'] as const) {
    const sealed_config = seal({ include: [], ...configs()[each] }, sealedIntegration.config, each);
    const row = { id: newId(), account_id: accountId, type: each, events, include: [], sealed_config };
    await statement(service.sql, (tx) => insertIntegration(tx, { ...row, retries: 'none' }));
  }
}

/** People sign up, also by a form, confirm, refer, are invited and leave. */
async function launch(account: TestAccount): Promise<void> {
  const list = listOf(service, account, await service.waitlist(account));
  const call = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
    const answer = await service.call(method, `/v1${path}`, account.key, { payload });
    expect([path, answer.statusCode < 300, answer.body]).toEqual([path, true, expect.anything()]);
  };
  await call('PATCH', `/waitlists/${list.id}/settings`, {
    links: { site_url: 'https://acme.test', status_page: true },
    confirmation: { enabled: true, credit: 'on_confirm' },
    invitations: { url: 'https://acme.test/in' },
    rewards: [{ at: 1, key: 'sticker' }],
  });
  const template = { subject: 'Your reward', html: '<p>A sticker</p>' };
  await setEmailTemplate(service.ctx, account, list.id, 'reward', template);
  const ada = await list.add({ email: 'ada@real.example' });
  const bea = await list.add({ email: 'bea@real.example', referral_code: ada.referral_code });
  await settle();
  const signer = await service.ctx.linkSigner();
  for (const { id } of [ada, bea]) {
    const token = confirmUrl(signer, { accountId: account.accountId, id }).split('/c/')[1];
    await call('POST', '/confirmations', { token });
  }
  await settle();
  await call('POST', `/waitlists/${list.id}/signups/${ada.id}/invite`, { deliver: 'email' });
  await settle();
  await list.remove(bea.id);

  const form = await makeFormList(service, account, { captcha: { secret: turnstileSecret } });
  await form.post({ email: 'cy@real.example', 'cf-turnstile-response': `good-${randomUUID()}` });
  const { referral_code: ref } = await form.find('cy@real.example');
  const email = `dee@${randomUUID()}.example`; // a domain that nobody has looked up
  await form.post({ email, ref, 'cf-turnstile-response': `good-${randomUUID()}` });
  await settle();
}

const kindsOf = ({ accountId }: TestAccount) => service.sql<{ kind: string; provider: string }[]>`
  SELECT DISTINCT kind, provider, state FROM mails WHERE account_id = ${accountId} AND kind <> 'notice' ORDER BY kind`;
const kinds = ['confirm', 'invite', 'reward', 'signup'];

test.each(triesAll ? ([...providers.types, 'managed'] as const) : (['ses', 'managed'] as const))(
  'nothing of a test key leaves the machine where the account mails over %s and has every integration (N8)',
  async (type) => {
    const account = await makeLive(type);
    const mode = await testModeOf(service, account);
    await plantIn(mode, type);
    const config = { url: `${own.url}/test` };
    const put = await service.call('PUT', '/v1/integrations/webhook', mode.key, { payload: { config } });
    expect(put.statusCode).toBe(201);

    const before = counted();
    own.reset();
    await launch(mode);
    expect(reachedSince(before)).toEqual([]);
    expect(await kindsOf(mode)).toEqual(kinds.map((kind) => ({ kind, provider: 'test', state: 'sent' })));
    const received = own.requests.map(({ body }) => JSON.parse(body).type);
    expect(received).toEqual(
      expect.arrayContaining(['signup.created', 'signup.confirmed', 'reward.reached']),
    );
    const planted = await service.sql`
      SELECT DISTINCT i.type, d.status, d.error LIKE '%The test mode calls this machine only%' AS is_refused
      FROM deliveries d JOIN integrations i ON i.id = d.integration_id
      WHERE i.account_id = ${mode.accountId} AND i.type <> 'webhook' ORDER BY 1`;
    expect(planted).toEqual(
      ['contacts', 'newsletter'].map((each) => ({ type: each, status: 'failed', is_refused: true })),
    );

    // The same with a live key reaches all of them.
    own.reset();
    await launch(account);
    const mailed = type === 'managed' ? 'smtp' : type;
    expect(reachedSince(before).toSorted()).toEqual(
      [mailed, ...integrationTypes, 'turnstile', 'dns'].toSorted(),
    );
    expect(own.requests).toEqual([]);
    expect(await kindsOf(account)).toEqual(kinds.map((kind) => ({ kind, provider: mailed, state: 'sent' })));
  },
);
