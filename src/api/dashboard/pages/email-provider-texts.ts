import type { EmailProviderType } from '../../../shared/mail/providers/index.ts';
import type { Control } from '../controls/control.ts';

interface ProviderText {
  readonly name: string;
  readonly about: string;
  /** By key of the setting. */
  readonly settings: Readonly<Record<string, Omit<Control, 'at'>>>;
  /** Null if the provider has no events. */
  readonly events: {
    /** The provider's name for the secret that signs its events. */
    readonly secret: string;
    readonly secretHint: string;
    /** How to set up the webhook at the provider. */
    readonly instructions: string;
  } | null;
}

/** The texts about each email provider. */
export const providerTexts: Readonly<Record<EmailProviderType, ProviderText>> = {
  smtp: {
    name: 'Mail server',
    about: 'Any SMTP server. It does not report deliveries, opens or clicks.',
    settings: {
      host: { label: 'Host', hint: 'For example smtp.example.com.' },
      port: { label: 'Port', hint: 'Usually 587, or 465 with TLS from the start.' },
      secure: {
        label: 'TLS',
        options: [
          ['', 'Depends on the port'],
          ['true', 'From the start'],
          ['false', 'If the server offers it'],
        ],
      },
      username: { label: 'User name', hint: 'Leave empty if the server needs no login.' },
      password: { label: 'Password' },
    },
    events: null,
  },
  resend: {
    name: 'Resend',
    about: 'Needs an API key and a verified domain.',
    settings: { api_key: { label: 'API key', hint: 'Starts with re_. Sending access is enough.' } },
    events: {
      secret: 'Signing secret',
      secretHint: 'Starts with whsec_. Resend shows it after you create the webhook.',
      instructions:
        'In Resend, open Webhooks. Add this URL and select the events email.delivered, email.delivery_delayed, email.opened, email.clicked, email.bounced, email.complained, email.failed and email.suppressed.',
    },
  },
  postmark: {
    name: 'Postmark',
    about: 'Needs a server token and a confirmed sender.',
    settings: {
      server_token: { label: 'Server API token' },
      message_stream: { label: 'Message stream', hint: 'Leave empty for outbound.' },
    },
    events: {
      secret: 'Webhook password',
      secretHint:
        'The user:password of the webhook’s basic auth, or the value of an X-Webhook-Secret header that you add.',
      instructions:
        'In Postmark, open the message stream, then Webhooks. Add this URL and select the events Delivery, Bounce, Spam complaint, Open and Link click.',
    },
  },
  sendgrid: {
    name: 'SendGrid',
    about: 'Needs an API key and a verified sender.',
    settings: {
      api_key: { label: 'API key', hint: 'Starts with SG. and needs the permission Mail Send.' },
    },
    events: {
      secret: 'Verification key',
      secretHint: 'The public key of the signed event webhook.',
      instructions:
        'In SendGrid, open Settings, Mail Settings, Event Webhooks. Add this URL, turn on signature verification, and select all deliverability events, opens and clicks.',
    },
  },
  mailgun: {
    name: 'Mailgun',
    about: 'Needs an API key and a sending domain.',
    settings: {
      api_key: { label: 'API key', hint: 'A sending key of the domain is enough.' },
      domain: { label: 'Sending domain', hint: 'For example mg.example.com.' },
      region: {
        label: 'Region',
        options: [
          ['', 'Default'],
          ['us', 'us'],
          ['eu', 'eu'],
        ],
      },
    },
    events: {
      secret: 'Webhook signing key',
      secretHint: 'In your Mailgun account under API security.',
      instructions:
        'In Mailgun, open Webhooks of the sending domain. Add this URL for delivered, opened, clicked, temporary failure, permanent failure and spam complaints.',
    },
  },
  ses: {
    name: 'Amazon SES',
    about: 'Needs an access key with the permission ses:SendEmail, and a verified identity.',
    settings: {
      region: { label: 'Region', hint: 'For example eu-west-1.' },
      access_key_id: { label: 'Access key ID' },
      secret_access_key: { label: 'Secret access key' },
    },
    events: {
      secret: 'ARN of the SNS topic',
      secretHint: 'The topic that the configuration set publishes to. Starts with arn:aws:sns:.',
      instructions:
        'In Amazon SES, publish deliveries, delivery delays, bounces, complaints, opens, clicks and rejects of your configuration set to an SNS topic. In Amazon SNS, subscribe this URL to the topic over HTTPS. The subscription is confirmed automatically.',
    },
  },
};
