import { z } from 'zod';
import { urlOf } from '../platform/environment/environment.ts';
import { integer } from '../platform/environment/values.ts';
import { couldSignEvents, readManagedAddress } from './providers/managed-address.ts';

const ManagedEmailUrl = urlOf('smtp', 'smtps', 'resend', 'postmark', 'sendgrid', 'mailgun', 'ses').transform(
  (text, issues) => {
    const address = readManagedAddress(text);
    if (address) return address;
    issues.addIssue({ code: 'custom', message: 'has missing or invalid settings for its provider' });
    return z.NEVER;
  },
);

declare module '../platform/outbound/http-client.ts' {
  interface ApiUrls {
    resend: string | undefined;
    postmark: string | undefined;
    sendgrid: string | undefined;
    mailgun: string | undefined;
  }
}

/** The variables of sending mail. */
export const MailEnv = z
  .object({
    EMAIL_CONCURRENCY: integer(1, 1_000).default(100),
    RESEND_API_URL: urlOf('http', 'https').optional(),
    POSTMARK_API_URL: urlOf('http', 'https').optional(),
    SENDGRID_API_URL: urlOf('http', 'https').optional(),
    MAILGUN_API_URL: urlOf('http', 'https').optional(),
    MANAGED_EMAIL_URL: ManagedEmailUrl.optional(),
    MANAGED_EMAIL_WEBHOOK_SECRET: z.string().optional(),
    MANAGED_EMAIL_FROM: z
      .string()
      .regex(
        /^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
        'must be an address such as "Acme <hello@acme.com>"',
      )
      .optional(),
  })
  .refine((env) => (env.MANAGED_EMAIL_URL === undefined) === (env.MANAGED_EMAIL_FROM === undefined), {
    path: ['MANAGED_EMAIL_FROM'],
    error: 'and MANAGED_EMAIL_URL must be set together',
  })
  .refine(
    ({ MANAGED_EMAIL_URL: address, MANAGED_EMAIL_WEBHOOK_SECRET: secret }) =>
      !address || secret === undefined || couldSignEvents(address.type, secret),
    {
      path: ['MANAGED_EMAIL_WEBHOOK_SECRET'],
      error: 'is not a valid signing secret of the provider in MANAGED_EMAIL_URL',
    },
  );

/** How mail is sent. */
export type MailConfig = Omit<ReturnType<typeof toMailConfig>, 'apiUrls'>;

export function toMailConfig(data: z.infer<typeof MailEnv>) {
  return {
    apiUrls: {
      resend: data.RESEND_API_URL,
      postmark: data.POSTMARK_API_URL,
      sendgrid: data.SENDGRID_API_URL,
      mailgun: data.MAILGUN_API_URL,
    },
    email: {
      concurrency: data.EMAIL_CONCURRENCY,
      /** The service's own credentials (C9.4); null if the operator has not set them. */
      managed:
        data.MANAGED_EMAIL_URL && data.MANAGED_EMAIL_FROM
          ? {
              ...data.MANAGED_EMAIL_URL,
              from: data.MANAGED_EMAIL_FROM,
              webhookSecret: data.MANAGED_EMAIL_WEBHOOK_SECRET,
            }
          : null,
    },
  };
}
