import { mailgun } from './mailgun.ts';
import { postmark } from './postmark.ts';
import type { EmailProvider } from './provider.ts';
import { resend } from './resend.ts';
import { sendgrid } from './sendgrid.ts';
import { ses } from './ses/ses.ts';
import { smtp } from './smtp/smtp.ts';

/** Every mail provider by its type (C6.3). The rest of the service uses them through `EmailProvider`. */
const emailProviders = { smtp, resend, postmark, sendgrid, mailgun, ses } satisfies Record<
  string,
  EmailProvider<unknown>
>;

export type EmailProviderType = keyof typeof emailProviders;
export const emailProviderTypes = Object.keys(emailProviders) as [EmailProviderType, ...EmailProviderType[]];

/** The provider of a stored type. Its settings were checked against its own shape when they were saved. */
export function emailProviderOf(type: EmailProviderType): EmailProvider<unknown> {
  return emailProviders[type];
}
