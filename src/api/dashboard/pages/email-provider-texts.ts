import type { EmailProviderType } from '../../../shared/email/providers/index.ts';

interface ProviderText {
  readonly name: string;
  readonly about: string;
  /** Of its settings, by their keys: the label and a hint. */
  readonly settings: Readonly<Record<string, { readonly label: string; readonly hint?: string }>>;
  /** Where its events come from; null where it has none. */
  readonly events: {
    /** What its events are signed with, as it is called there. */
    readonly secret: string;
    readonly secretHint: string;
    /** Where the address is to be pasted, and which events to choose. */
    readonly where: string;
  } | null;
}

/** What people read about each provider. */
export const providerTexts: Readonly<Record<EmailProviderType, ProviderText>> = {
  smtp: {
    name: 'Mail server',
    about: 'Any server that speaks SMTP. It reports neither delivery nor opens nor clicks.',
    settings: {
      host: { label: 'Host', hint: 'Such as smtp.example.com.' },
      port: { label: 'Port', hint: 'Usually 587, or 465 with TLS from the start.' },
      secure: { label: 'TLS' },
      username: { label: 'User name', hint: 'Empty where the server asks for none.' },
      password: { label: 'Password' },
    },
    events: null,
  },
  resend: {
    name: 'Resend',
    about: 'Needs an API key and a verified domain.',
    settings: { api_key: { label: 'API key', hint: 'It begins with re_. One that may only send will do.' } },
    events: {
      secret: 'Signing secret',
      secretHint: 'Of the webhook, whsec_…: Resend shows it once the webhook is made.',
      where:
        'In Resend under Webhooks, add this address and choose the events email.delivered, email.delivery_delayed, email.opened, email.clicked, email.bounced, email.complained, email.failed and email.suppressed.',
    },
  },
  postmark: {
    name: 'Postmark',
    about: 'Needs a server token and a confirmed sender.',
    settings: {
      server_token: { label: 'Server API token' },
      message_stream: { label: 'Message stream', hint: 'Empty: outbound.' },
    },
    events: {
      secret: 'Webhook password',
      secretHint:
        'The user:password of its basic auth, or the value of a header X-Webhook-Secret that you add to it.',
      where:
        'In Postmark on the message stream under Webhooks, add this address and choose the events Delivery, Bounce, Spam complaint, Open and Link click.',
    },
  },
  sendgrid: {
    name: 'SendGrid',
    about: 'Needs an API key that may send, and a verified sender.',
    settings: {
      api_key: { label: 'API key', hint: 'It begins with SG. and needs the permission Mail Send.' },
    },
    events: {
      secret: 'Verification key',
      secretHint: 'The public key of the signed event webhook.',
      where:
        'In SendGrid under Settings, Mail Settings, Event Webhooks, add this address, turn on the signature verification, and choose all deliverability events with opens and clicks.',
    },
  },
  mailgun: {
    name: 'Mailgun',
    about: 'Needs an API key and a sending domain.',
    settings: {
      api_key: { label: 'API key', hint: 'A sending key of the domain will do.' },
      domain: { label: 'Sending domain', hint: 'Such as mg.example.com.' },
      region: { label: 'Region' },
    },
    events: {
      secret: 'Webhook signing key',
      secretHint: 'Of your Mailgun account, under API security.',
      where:
        'In Mailgun under Webhooks of the sending domain, add this address for delivered, opened, clicked, temporary failure, permanent failure and spam complaints.',
    },
  },
  ses: {
    name: 'Amazon SES',
    about: 'Needs an access key that may call ses:SendEmail, and a verified identity.',
    settings: {
      region: { label: 'Region', hint: 'Such as eu-west-1.' },
      access_key_id: { label: 'Access key id' },
      secret_access_key: { label: 'Secret access key' },
    },
    events: {
      secret: 'ARN of the SNS topic',
      secretHint: 'Of the topic that the configuration set publishes to: arn:aws:sns:…',
      where:
        'In Amazon SNS, subscribe this address over HTTPS to the topic that your SES configuration set publishes deliveries, delivery delays, bounces, complaints, opens, clicks and rejects to; the subscription confirms itself.',
    },
  },
};
