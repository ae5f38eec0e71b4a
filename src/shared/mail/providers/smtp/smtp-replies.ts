import { bounceName } from '../../../list/mail-state/bounce.ts';

/** A mail server's reply to a command; `CONN` stands for its greeting and for what it sends unasked. */
export interface SmtpReply {
  readonly command: string;
  /** All of its lines, beginning with the status code. */
  readonly text: string;
}

/**
 * What a refusing reply means for a mail (C6.6).
 * - `throttled`: too many for now, with the seconds to wait; `retry`: this mail is not accepted for now, also
 *   by a mailbox that is full.
 * - `unavailable`: the server takes no mail for now; `mayBeOfMail` where it has seen a part of this one.
 * - `config_error`: what the account can fix: the server, the login, the From address, the right to relay,
 *   the mail's text.
 * - `failed`: this recipient cannot be reached.
 */
export type SmtpRefusal =
  | { readonly kind: 'throttled'; readonly seconds: number }
  | { readonly kind: 'unavailable'; readonly mayBeOfMail: boolean }
  | { readonly kind: 'retry' | 'config_error' | 'failed' };

/** For a server that limits the rate and does not say for how long. */
const throttleSeconds = 5;
/** For a limit per hour, day or month. */
const quotaSeconds = 3_600;

/**
 * Classifies a reply of class 4 or 5 by the command that it answers and its enhanced status code (RFC 3463);
 * without such a code by its words.
 */
export function classifyReply(reply: SmtpReply): SmtpRefusal {
  const { status, detail } = codesOf(reply);
  if (isThrottled(reply)) return { kind: 'throttled', seconds: secondsToWait(reply) };
  if (status < 500) {
    const mayBeOfMail = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(reply.command);
    // 421 closes the connection, and X.3.X is about the mail system: its disk, its configuration.
    const isOfServer = !mayBeOfMail || status === 421 || detail?.startsWith('3.');
    return isOfServer ? { kind: 'unavailable', mayBeOfMail } : { kind: 'retry' };
  }
  if (reply.command !== 'RCPT TO' && reply.command !== 'DATA') return { kind: 'config_error' };
  if (isFull(reply)) return { kind: 'retry' };
  if (detail === undefined) {
    // RFC 5321 has these four for a mailbox, but servers use them for everything else too.
    const isOfMailbox = reply.command === 'RCPT TO' && [550, 551, 552, 553].includes(status);
    return { kind: isOfMailbox && !aboutUs.test(reply.text) ? 'failed' : 'config_error' };
  }
  // X.1.7 and X.1.8 are about the From address, which many servers check only now.
  const isOfRecipient = /^[12]\./.test(detail) && detail !== '1.7' && detail !== '1.8';
  return { kind: isOfRecipient ? 'failed' : 'config_error' };
}

/** `554 5.7.1 to RCPT TO`: without the server's text, which may repeat an address. */
export function describeReply(reply: SmtpReply): string {
  const { status, enhanced } = codesOf(reply);
  const step = reply.command === 'CONN' ? 'the connection' : reply.command;
  return `${[status, enhanced].filter((code) => code !== undefined).join(' ')} to ${step}`;
}

/** `detail` is the enhanced code without its class: 7.1 of 5.7.1. */
function codesOf({ text }: SmtpReply): {
  status: number;
  enhanced: string | undefined;
  detail: string | undefined;
} {
  const [, status, enhanced, detail] = /^(\d{3})(?:[ -]([245]\.(\d{1,3}\.\d{1,3}))\b)?/.exec(text) ?? [];
  return { status: Number(status), enhanced, detail };
}

/** Words that show that a reply without an enhanced code is about us, not about the recipient. */
const aboutUs = /relay|auth|denied|permi(t|ss)|allow|policy|block|spam|sender|dkim|spf|dmarc/i;

const throttlingWords =
  /\btoo (many|much|fast|quick|frequent)|\brate\b|\brate-?limit|throttl|\blimit|\bquota\b|slow(er)? down/i;
const longLimit = /\b(hour|hourly|day|daily|24[ -]?h\w*|month|monthly)\b/i;

/**
 * Whether a reply means too many mails for now. Gmail and Exchange use X.7.x and X.3.2, Postfix X.7.0 and
 * X.7.1, all of them X.5.3 for a limit of recipients. A used-up day is 5.4.5 at Gmail and 5.1.90 at Exchange.
 * Amazon SES and Exim have words only. A login that fails for now (454 4.7.0) and a greylist, which asks for
 * another attempt, are not meant.
 */
function isThrottled(reply: SmtpReply): boolean {
  const { status, enhanced, detail } = codesOf(reply);
  if (enhanced === '5.4.5' || enhanced === '5.1.90') return true;
  if (status >= 500 || /gr[ae]y-?list/i.test(reply.text)) return false;
  const byCode = [421, 450, 451, 452].includes(status) && /^(7\.\d+|3\.2|5\.3)$/.test(detail ?? '');
  const byWords = /^([357]\..*)?$/.test(detail ?? '') && throttlingWords.test(reply.text);
  return byCode || byWords;
}

/** Whether the recipient's mailbox is full, which passes, whatever the class of the reply. */
function isFull({ command, text }: SmtpReply): boolean {
  const { detail } = codesOf({ command, text });
  return detail === undefined
    ? command === 'RCPT TO' && bounceName(text) === 'mailbox full'
    : detail === '2.2';
}

function secondsToWait(reply: SmtpReply): number {
  const isLong = codesOf(reply).status >= 500 || longLimit.test(reply.text);
  return isLong ? quotaSeconds : throttleSeconds;
}
