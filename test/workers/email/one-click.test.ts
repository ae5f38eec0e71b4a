import { expect, test } from 'vitest';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { makeAnnouncingList } from '../../support/announcements/announcing.ts';
import { headersInMailgun } from '../../support/fakes/mailgun.ts';
import { headersInPostmark } from '../../support/fakes/postmark.ts';
import { headersInAws, mailInAws } from '../../support/fakes/ses.ts';
import { useMailProviders } from '../../support/network/mail-providers.ts';
import { useService } from '../../support/service/service.ts';

type Headers = Readonly<Record<string, string>>;

const service = useService({ BASE_URL: 'https://waitlist.test' });
const { types, fakes, sink, worker, configOf } = useMailProviders(service);

const bodyTo = (name: keyof ReturnType<typeof fakes>) => fakes()[name].requests.at(-1)?.body ?? '';
const jsonTo = (name: keyof ReturnType<typeof fakes>): { headers: Headers } => JSON.parse(bodyTo(name));

/** What the newest mail that reached a provider says, decoded as far as it takes to search it. */
async function mailIn(name: (typeof types)[number], email: string): Promise<string> {
  if (name === 'smtp') return (await sink().mailsTo(email)).at(-1)?.text ?? '';
  const body = bodyTo(name);
  if (name === 'ses') return (await mailInAws(body)).text ?? '';
  return body.startsWith('{') ? body : decodeURIComponent(body.replaceAll('+', ' '));
}

/** The headers of the newest mail that reached each provider. */
const headersTo: Readonly<Record<(typeof types)[number], (email: string) => Headers | Promise<Headers>>> = {
  resend: () => jsonTo('resend').headers,
  postmark: () => headersInPostmark(bodyTo('postmark')),
  sendgrid: () => jsonTo('sendgrid').headers,
  mailgun: () => headersInMailgun(bodyTo('mailgun')),
  ses: () => headersInAws(bodyTo('ses')),
  async smtp(email) {
    const mail = (await sink().mailsTo(email)).at(-1);
    return Object.fromEntries((mail?.headers ?? []).map(({ originalKey, value }) => [originalKey, value]));
  },
};

const kinds = ['signup', 'announcement'] as const;
test.each(types.flatMap((type) => kinds.map((kind) => ({ type, kind }))))(
  'one click in a mail program unsubscribes, by the headers of the $kind mail that reached $type (RFC 8058, N3)',
  async ({ type, kind }) => {
    const account = await service.account({ plan: 'launch' });
    const from = 'Acme <hello@acme.test>';
    await setEmailProvider(service.ctx, account.accountId, {
      type,
      from,
      config: configOf(type),
      skipVerify: true,
    });
    const announcing = await makeAnnouncingList(service, account, worker());
    const { id: list } = announcing;
    const email = `${type}.${kind}@example.com`;
    const signup = await announcing.add({ email });
    await worker().sendAll();
    if (kind === 'announcement') {
      expect(await announcing.work(await announcing.launch())).toMatchObject({ state: 'sent', sent: 1 });
      const mail = await mailIn(type, email);
      expect(mail).toContain(`you are number 1.`);
      expect(mail).toContain('1 Long Street'); // the postal address of the sender
    }
    const sent = await headersTo[type](email);
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
