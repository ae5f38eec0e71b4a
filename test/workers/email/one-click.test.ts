import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEmailProvider } from '../../../src/shared/email/settings/set-email-provider.ts';
import type { FakeProvider } from '../../support/fakes/fake-provider.ts';
import { headersInMailgun, mailgunKey, startFakeMailgun } from '../../support/fakes/mailgun.ts';
import { headersInPostmark, postmarkToken, startFakePostmark } from '../../support/fakes/postmark.ts';
import { resendKey, startFakeResend } from '../../support/fakes/resend.ts';
import { sendgridKey, startFakeSendgrid } from '../../support/fakes/sendgrid.ts';
import { awsKeys, headersInAws, startFakeAws, toFakeAws } from '../../support/fakes/ses.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

type Headers = Readonly<Record<string, string>>;

const service = useService({ BASE_URL: 'https://waitlist.test' });
const opened: { close(): Promise<void> }[] = [];
let sink: MailSink;
let fakes: Readonly<Record<'resend' | 'postmark' | 'sendgrid' | 'mailgun' | 'ses', FakeProvider>>;
let worker: TestWorker;

beforeAll(async () => {
  sink = await startMailSink();
  fakes = {
    resend: await startFakeResend(),
    postmark: await startFakePostmark(),
    sendgrid: await startFakeSendgrid(),
    mailgun: await startFakeMailgun(),
    ses: await startFakeAws(),
  };
  const { resend, postmark, sendgrid, mailgun, ses } = fakes;
  worker = openTestWorker(service, {
    RESEND_API_URL: resend.url,
    POSTMARK_API_URL: postmark.url,
    SENDGRID_API_URL: sendgrid.url,
    MAILGUN_API_URL: mailgun.url,
  });
  const { httpClient } = worker.ctx;
  const { fetch } = httpClient;
  const toAws = toFakeAws(ses.url, fetch); // no setting leads elsewhere than to Amazon
  Object.assign(httpClient, {
    fetch: ((url, request) =>
      (url.includes('amazonaws') ? toAws : fetch)(url, request)) satisfies typeof fetch,
  });
  opened.push(...Object.values(fakes), sink, worker);
});
afterAll(async () => {
  for (const one of opened.reverse()) await one.close();
});

const bodyTo = (name: keyof typeof fakes) => fakes[name].requests.at(-1)?.body ?? '';
const jsonTo = (name: keyof typeof fakes): { headers: Headers } => JSON.parse(bodyTo(name));

/** The settings of each provider, and the headers of the newest mail that reached it. */
const providers = {
  resend: { config: () => ({ api_key: resendKey }), headers: () => jsonTo('resend').headers },
  postmark: {
    config: () => ({ server_token: postmarkToken }),
    headers: () => headersInPostmark(bodyTo('postmark')),
  },
  sendgrid: { config: () => ({ api_key: sendgridKey }), headers: () => jsonTo('sendgrid').headers },
  mailgun: {
    config: () => ({ api_key: mailgunKey, domain: 'mg.acme.test' }),
    headers: () => headersInMailgun(bodyTo('mailgun')),
  },
  ses: {
    config: () => ({ region: 'eu-west-1', ...awsKeys }),
    headers: () => headersInAws(bodyTo('ses')),
  },
  smtp: {
    config: () => ({ host: '127.0.0.1', port: Number(new URL(sink.url).port), secure: false }),
    async headers() {
      const [mail] = await sink.mailsTo('smtp@example.com');
      return Object.fromEntries((mail?.headers ?? []).map(({ originalKey, value }) => [originalKey, value]));
    },
  },
} satisfies Record<string, { config(): object; headers(): Headers | Promise<Headers> }>;

test.each(Object.keys(providers) as (keyof typeof providers)[])(
  'one click in a mail program unsubscribes, by the headers of the mail that reached %s (RFC 8058, N3)',
  async (type) => {
    const { config, headers } = providers[type];
    const account = await service.account({ plan: 'launch' });
    const from = 'Acme <hello@acme.test>';
    await setEmailProvider(service.ctx, account.accountId, {
      type,
      from,
      config: { ...config() },
      skipVerify: true,
    });
    const list = await service.waitlist(account);
    const email = `${type}@example.com`;
    const signup = (await service.signUp(account, list, { email })).json();
    await worker.sendAll();
    const sent = await headers();
    const suppressed = async () =>
      (await service.call('GET', `/v1/suppressions?email=${email}`, account.key)).json().data;
    expect(await suppressed()).toEqual([]);

    // What the mail program does: a form with the one header, posted to the address in the other.
    const answer = await service.app.inject({
      method: 'POST',
      url: new URL(sent['List-Unsubscribe']?.slice(1, -1) ?? '').pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: sent['List-Unsubscribe-Post'] ?? '',
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
    expect(await suppressed()).toMatchObject([{ waitlist_id: list, reason: 'unsubscribed' }]);
    const kept = await service.call('GET', `/v1/waitlists/${list}/signups/${signup.id}`, account.key);
    expect(kept.json()).toMatchObject({ email, position: 1, email_status: 'sent' });
  },
);
