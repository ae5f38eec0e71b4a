import type { OperatorConfig } from '../../shared/config.ts';
import { verifyManaged } from '../../shared/mail/allowance/managed.ts';
import type { EmailProviderType } from '../../shared/mail/providers/index.ts';
import { type Check, ok, problem, reasonOf } from './check.ts';

/** They can only be tried with a mail. */
const triedByMail: readonly EmailProviderType[] = ['ses', 'mailgun'];

/**
 * Logs in to the service's own mail provider, and asks a mail server if it takes mails from
 * MANAGED_EMAIL_FROM. Sends no mail.
 */
export async function checkMailServer(config: OperatorConfig): Promise<Check[]> {
  const { managed } = config.email;
  if (!managed || triedByMail.includes(managed.type)) return [];
  try {
    await verifyManaged(config, managed);
    return [ok('mail_server', `${capitalized(managed.type)} accepts the login.`)];
  } catch (error) {
    const { code, response = '' } = (error instanceof Error ? error.cause : {}) as SmtpError;
    const isRefusedLogin = code === 'EAUTH' && /^5/.test(response);
    const [what, advice] =
      (isRefusedLogin ? refusedLogin : plainWords[code ?? '']) ?? ([undefined, otherAdvice] as const);
    return [problem('mail_server', [what, reasonOf(error)].filter(Boolean).join(' '), advice)];
  }
}

interface SmtpError {
  readonly code?: string;
  readonly response?: string;
}

const capitalized = (type: EmailProviderType) =>
  type === 'smtp' ? 'The mail server' : type.charAt(0).toUpperCase() + type.slice(1);

const otherAdvice =
  'Check MANAGED_EMAIL_URL and MANAGED_EMAIL_FROM. Until it works, mails wait for up to a day.';
const refusedLogin = [
  'The mail server refuses the user name or the password.',
  'Correct them in MANAGED_EMAIL_URL; percent-encode special characters.',
] as const;
const noTls = [
  'The mail server offers no valid TLS.',
  'Use smtps:// for port 465, and a host name that its certificate names.',
] as const;
const noName = [
  'The name of the mail server has no address.',
  'Correct the host in MANAGED_EMAIL_URL.',
] as const;
const silent = [
  'The mail server does not answer.',
  'Check host and port, and whether a firewall blocks outgoing mail. Many clouds block port 25: use 587 or 465.',
] as const;

/** What is wrong and what to do, by the code of the error. */
const plainWords: Readonly<Record<string, readonly [string, string]>> = {
  ECONNREFUSED: [
    'Nothing listens on that port of the mail server.',
    'Start it, or correct MANAGED_EMAIL_URL.',
  ],
  ENOTFOUND: noName,
  EDNS: noName,
  EAI_AGAIN: ['The DNS did not answer for the name of the mail server.', 'Check the DNS of this machine.'],
  ETIMEDOUT: silent,
  ABORT_ERR: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ETLS: noTls,
  ESOCKET: noTls,
};
