import { afterAll, beforeAll } from 'vitest';
import type { EmailProviderType } from '../../../src/shared/mail/providers/index.ts';
import type { FakeProvider } from '../fakes/fake-provider.ts';
import { mailgunKey, startFakeMailgun } from '../fakes/mailgun.ts';
import { postmarkToken, startFakePostmark } from '../fakes/postmark.ts';
import { resendKey, startFakeResend } from '../fakes/resend.ts';
import { sendgridKey, startFakeSendgrid } from '../fakes/sendgrid.ts';
import { awsKeys, startFakeAws, toFakeAws } from '../fakes/ses.ts';
import { type MailSink, startMailSink } from '../mail-sink.ts';
import type { Service } from '../service/service.ts';
import { openTestWorker, type TestWorker } from '../service/worker.ts';

/** Fakes of every mail provider, and a worker that reaches them. */
interface MailProviders {
  readonly types: readonly EmailProviderType[];
  /** Of those with an API. */
  fakes(): Readonly<Record<Exclude<EmailProviderType, 'smtp'>, FakeProvider>>;
  /** The mail server of `smtp`, and of the service's own credentials. */
  sink(): MailSink;
  worker(): TestWorker;
  /** Settings that the fake of a type accepts, with senders at `acme.test`. */
  configOf(type: EmailProviderType): Record<string, unknown>;
}

/** Starts them before the first test of the file. `env` are other variables of the worker, read then. */
export function useMailProviders(service: Service, env: NodeJS.ProcessEnv = {}): MailProviders {
  let sink: MailSink;
  let fakes: ReturnType<MailProviders['fakes']>;
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
      MANAGED_EMAIL_URL: sink.url,
      ...env,
    });
    const { httpClient } = worker.ctx;
    const { fetch } = httpClient;
    const toAws = toFakeAws(ses.url, fetch); // no setting leads elsewhere than to Amazon
    Object.assign(httpClient, {
      fetch: ((url, request) =>
        (url.includes('amazonaws') ? toAws : fetch)(url, request)) satisfies typeof fetch,
    });
  });
  afterAll(async () => {
    await worker?.close();
    await sink?.close();
    for (const fake of Object.values(fakes ?? {})) await fake.close();
  });

  const configs: Readonly<Record<EmailProviderType, () => Record<string, unknown>>> = {
    resend: () => ({ api_key: resendKey }),
    postmark: () => ({ server_token: postmarkToken }),
    sendgrid: () => ({ api_key: sendgridKey }),
    mailgun: () => ({ api_key: mailgunKey, domain: 'mg.acme.test' }),
    ses: () => ({ region: 'eu-west-1', ...awsKeys }),
    smtp: () => ({ host: '127.0.0.1', port: Number(new URL(sink.url).port), secure: false }),
  };
  return {
    types: Object.keys(configs) as EmailProviderType[],
    fakes: () => fakes,
    sink: () => sink,
    worker: () => worker,
    configOf: (type) => configs[type](),
  };
}
