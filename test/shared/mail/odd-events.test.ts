import { expect, test, vi } from 'vitest';
import type { EmailProviderType } from '../../../src/shared/mail/providers/index.ts';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { signMailgunEvent } from '../../support/fakes/mailgun.ts';
import { makeSendgridKeys, signSendgridEvents } from '../../support/fakes/sendgrid.ts';
import { useMailProviders } from '../../support/network/mail-providers.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const { worker, configOf } = useMailProviders(service);

/** Two signups whose mails a provider has taken. @returns their ids, and the path for its events */
async function twoSent(type: EmailProviderType, webhookSecret: string) {
  const account = await service.account({ plan: 'launch' });
  const { webhook_url } = await setEmailProvider(service.ctx, account.accountId, {
    type,
    from: 'Acme <hello@acme.test>',
    config: configOf(type),
    webhookSecret,
    skipVerify: true,
  });
  const list = await service.waitlist(account);
  const ids: string[] = [];
  for (const name of ['ada', 'bob'])
    ids.push((await service.signUp(account, list, { email: `${name}@example.com` })).json().id);
  await worker().sendAll();
  const statuses = async () => {
    await worker().applyEvents();
    const answer = await service.call('GET', `/v1/waitlists/${list}/signups`, account.key);
    return answer
      .json()
      .data.map(({ email_status }: { email_status: string }) => email_status)
      .reverse();
  };
  return { ids, path: new URL(webhook_url ?? '').pathname, statuses };
}

const countOf = async (provider: string, outcome: string) =>
  (await service.ctx.metrics.emailEvents.get()).values.find(
    ({ labels }) => labels.provider === provider && labels.outcome === outcome,
  )?.value;

test('a batch of SendGrid is kept but for what cannot be read, which is logged and counted (C6.9)', async () => {
  const { privateKey, secret } = makeSendgridKeys();
  const { ids, path, statuses } = await twoSent('sendgrid', secret);
  const timestamp = Math.floor(Date.now() / 1000);
  const of = (signup_id: string | undefined, event: string, extra: object = {}) => ({
    ...{ email: 'ada@example.com', timestamp, event, signup_id },
    ...{ sg_event_id: `${event}-${signup_id}`, sg_message_id: 'abc.recvd-1', ...extra },
  });
  const body = `${JSON.stringify([
    of(ids[0], 'delivered'),
    of(undefined, 'bounce', { sg_event_id: 'late', sg_message_id: '', type: 'bounce' }), // as documented
    of(ids[0], 'open', { timestamp: 'this morning', email: 'secret@example.com' }),
    'hello',
    of(undefined, 'open', { sg_event_id: null }),
    of(ids[1], 'delivered', { sg_message_id: null }),
  ])}\r\n`;
  const warn = vi.spyOn(service.ctx.log, 'warn');
  const headers = signSendgridEvents(privateKey, timestamp, body);
  const answer = await service.call('POST', path, undefined, { payload: body, headers });
  expect([answer.statusCode, await statuses()]).toEqual([200, ['delivered', 'delivered']]);
  expect(await countOf('sendgrid', 'malformed')).toBe(3);
  expect(await countOf('sendgrid', 'stored')).toBe(3);
  const logged = warn.mock.calls
    .map(([fields]) => fields)
    .find((fields) => JSON.stringify(fields).includes('reasons'));
  expect(logged).toMatchObject({ provider: 'sendgrid', events: 3 });
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/secret@|this morning|hello/);
});

test('a signed body that cannot be read is answered so that Mailgun does not repeat it (C6.9)', async () => {
  const { ids, path, statuses } = await twoSent('mailgun', 'a-signing-key');
  const post = (token: string, data: object) => {
    const signature = signMailgunEvent('a-signing-key', Math.floor(Date.now() / 1000), token);
    const payload = JSON.stringify({ signature, 'event-data': data });
    return service.call('POST', path, undefined, { payload, headers: { 'content-type': 'foo' } });
  };
  const odd = await post('token-1', { event: 'delivered', id: 'e1', timestamp: 'now' });
  expect([odd.statusCode, odd.json().error.code]).toEqual([406, 'invalid_request']);
  expect(await countOf('mailgun', 'malformed')).toBe(1);
  const variables = { 'user-variables': { signup_id: ids[0] } };
  const good = await post('token-2', {
    event: 'delivered',
    id: 'e2',
    timestamp: Date.now() / 1000,
    ...variables,
  });
  expect([good.statusCode, await statuses()]).toEqual([200, ['delivered', 'sent']]);
});
