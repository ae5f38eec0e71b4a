import { randomUUID } from 'node:crypto';
import { resendKey, signResendEvent, startFakeResend } from '../../test/support/fakes/resend.ts';
import { startMailSink } from '../../test/support/mail-sink.ts';
import type { Person } from './people.ts';

const concurrency = 16;
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** Who takes the mails of the run, and what becomes of them. */
export interface FarmMail {
  /** The service's own credentials. */
  readonly env: Readonly<Record<string, string>>;
  /** The settings of the waitlist that fit. */
  readonly settings: object;
  /** Does what happens to the mails that were taken since the last call. `post` calls the service. */
  pass(post: (path: string, body: string, headers?: Record<string, string>) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  const each = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, each));
}

/** A provider that reports deliveries and bounces, signed as it signs. */
export async function startReporting(people: readonly Person[]): Promise<FarmMail> {
  const provider = await startFakeResend();
  const mailOf = new Map(people.map(({ email, mail }) => [email, mail]));
  const reported = new Set<string>();
  return {
    env: {
      MANAGED_EMAIL_URL: `resend://${resendKey}`,
      MANAGED_EMAIL_WEBHOOK_SECRET: secret,
      RESEND_API_URL: provider.url,
    },
    settings: {},
    async pass(post) {
      const fresh = [...provider.mails].filter(([id]) => !reported.has(id));
      await forEach(fresh, async ([id, { to, tags }]) => {
        reported.add(id);
        const type = mailOf.get(String([to].flat()[0]));
        if (!type) return;
        const values = Object.fromEntries(
          (tags as { name: string; value: string }[]).map((tag) => [tag.name, tag.value]),
        );
        const data = { email_id: id, tags: values };
        const body = JSON.stringify({ type: `email.${type}`, created_at: new Date().toISOString(), data });
        const now = Math.floor(Date.now() / 1_000);
        await post('/v1/webhooks/email_provider', body, signResendEvent(secret, randomUUID(), now, body));
      });
    },
    close: () => provider.close(),
  };
}

/**
 * A mail server that reports nothing and refuses unknown mailboxes, on a waitlist that asks people to
 * confirm. People who get a mail do.
 */
export async function startRefusing(people: readonly Person[]): Promise<FarmMail> {
  const unknown = new Set(people.flatMap(({ email, mail }) => (mail === 'delivered' ? [] : [email])));
  const sink = await startMailSink({
    refuse: (recipient) => (unknown.has(recipient) ? '550 5.1.1 No such mailbox' : undefined),
  });
  const read = new Set<string>();
  return {
    env: { MANAGED_EMAIL_URL: sink.url },
    settings: { confirmation: { enabled: true, expires_hours: 720, credit: 'on_confirm' } },
    async pass(post) {
      const fresh = [...sink.received.keys()].filter((recipient) => !read.has(recipient));
      await forEach(fresh, async (recipient) => {
        read.add(recipient);
        const [mail] = await sink.mailsTo(recipient);
        const token = /\/c\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
        if (token) await post('/v1/confirmations', JSON.stringify({ token }));
      });
    },
    close: () => sink.close(),
  };
}
