/**
 * Nodemailer alone, in its own process: renders the service's mails first, then sends them over a pool to the
 * given mail server.
 */
import { createTransport } from 'nodemailer';
import '../../src/shared/capabilities.ts';
import { newReferralCode } from '../../src/shared/list/signups/referral-code.ts';
import { renderEmailOf } from '../../src/shared/mail/templates/render-email.ts';
import { newId } from '../../src/shared/platform/ids.ts';

const [url, total, maxConnections, concurrency] = [
  process.argv[2] ?? '',
  ...process.argv.slice(3).map(Number),
];

const mails = Array.from({ length: total ?? 0 }, (_, number) => {
  const to = `person${number}@example.com`;
  const signup = {
    email: to,
    position: number + 1,
    total: total ?? 0,
    waitlist_name: 'Beta',
    referral_code: newReferralCode(),
    referral_bonus: null,
    fields: {},
    links: { referral: null, status: null, unsubscribe: null, confirm: null },
  };
  return {
    ...renderEmailOf('signup', signup, null),
    from: 'Acme <hello@example.com>',
    to: { name: '', address: to },
    messageId: `<signup-${newId()}@example.com>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}).values();

const transport = createTransport({
  url,
  pool: true,
  maxConnections: maxConnections ?? 0,
  maxMessages: Number.POSITIVE_INFINITY,
});
async function sendAll(): Promise<void> {
  for (const mail of mails) await transport.sendMail(mail);
}
await Promise.all(Array.from({ length: concurrency ?? 0 }, sendAll));
process.send?.('done');
process.disconnect();
transport.close();
