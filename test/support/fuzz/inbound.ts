import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { EmailProviderInput } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { signMailgunEvent } from '../fakes/mailgun.ts';
import { signResendEvent } from '../fakes/resend.ts';
import { makeSendgridKeys, signSendgridEvents } from '../fakes/sendgrid.ts';
import { corrupted } from './naughty.ts';
import type { FuzzTarget } from './requests.ts';

/** A mail provider with signed events: an account's settings, an event, and how to sign it. */
interface Inbound {
  readonly settings: Pick<EmailProviderInput, 'type' | 'config'> & { readonly webhookSecret: string };
  readonly event: unknown;
  sign(body: string): { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

const mail = { signup_id: '018f0000-0000-7000-8000-00000000dead' };
const time = '2026-01-01T00:00:00Z';
const now = () => Math.floor(Date.now() / 1_000);
const resendSecret = 'whsec_d2FpdGxpc3QtZGVtby1zaWduaW5nLWtleS0wMDAwMDE=';
const mailgunSecret = 'fuzz-mailgun-signing-key';
const postmarkSecret = 'fuzz:postmark-password';
const sendgridKeys = makeSendgridKeys();

const inbound: readonly Inbound[] = [
  {
    settings: { type: 'resend', config: { api_key: 'fuzz_key_0123456789' }, webhookSecret: resendSecret },
    event: {
      type: 'email.delivered',
      created_at: time,
      data: { email_id: 'm1', tags: mail, bounce: { subType: 'x' } },
    },
    sign: (body) => ({ headers: signResendEvent(resendSecret, randomUUID(), now(), body), body }),
  },
  {
    settings: {
      type: 'postmark',
      config: { server_token: 'fuzz_key_0123456789' },
      webhookSecret: postmarkSecret,
    },
    event: { RecordType: 'Delivery', MessageID: 'm1', DeliveredAt: time, ID: 1, Metadata: mail },
    sign: (body) => ({ headers: { 'x-webhook-secret': postmarkSecret }, body }),
  },
  {
    settings: {
      type: 'sendgrid',
      config: { api_key: 'fuzz_key_0123456789' },
      webhookSecret: sendgridKeys.secret,
    },
    event: [
      {
        event: 'delivered',
        sg_event_id: 'e1',
        sg_message_id: 'm1',
        timestamp: 1_767_225_600,
        reason: 'x',
        ...mail,
      },
    ],
    sign: (body) => ({ headers: signSendgridEvents(sendgridKeys.privateKey, now(), body), body }),
  },
  {
    settings: {
      type: 'mailgun',
      config: { api_key: 'fuzz_key_0123456789', domain: 'mg.example.invalid' },
      webhookSecret: mailgunSecret,
    },
    event: {
      id: 'e1',
      event: 'delivered',
      timestamp: 1_767_225_600.12,
      severity: null,
      reason: null,
      message: { headers: { 'message-id': 'm1' } },
      'user-variables': mail,
    },
    sign: (body) => ({
      headers: {},
      body: `{"signature":${JSON.stringify(signMailgunEvent(mailgunSecret, now(), randomUUID()))},"event-data":${body}}`,
    }),
  },
];

/**
 * Events with valid signatures and corrupted contents, for each provider. `setUp` creates an account with
 * these settings and returns its path for events.
 */
export async function inboundTargets(
  setUp: (settings: Inbound['settings']) => Promise<string>,
): Promise<FuzzTarget[]> {
  return Promise.all(
    inbound.map(async ({ settings, event, sign }) => {
      const path = await setUp(settings);
      const bodies = corrupted(fc.constant(event)).map((value) => JSON.stringify(value) ?? '');
      return {
        name: `events of ${settings.type}`,
        method: 'POST',
        requests: bodies.map((text) => {
          const { headers, body } = sign(text);
          return { path, headers: { 'content-type': 'application/json', ...headers }, body };
        }),
      };
    }),
  );
}
