import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { SignupInput } from '../../../../src/shared/list/signups/schema.ts';
import { FromAddress, messageIdOf } from '../../../../src/shared/mail/providers/from-address.ts';
import { smtp } from '../../../../src/shared/mail/providers/smtp/smtp.ts';
import { renderEmailOf } from '../../../../src/shared/mail/templates/render-email.ts';
import { openAddressGuard } from '../../../../src/shared/platform/outbound/address-guard.ts';
import { toAsciiAddress } from '../../../../src/shared/platform/schema/email-address.ts';
import { makeHttpClient } from '../../../support/http-client.ts';
import type { AttackResult } from './attack-result.ts';

const mails = 10_000;
const concurrency = 20;

/** Parts of values that try to add headers, recipients or mails. */
const pieces = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u007f',
    '\v',
    ' ',
    ',',
    ';',
    ':',
    '<',
    '>',
    '"',
    '\\',
    '@',
    '(',
    ')',
  ],
  ...[
    'Bcc: evil@evil.test',
    'To: evil@evil.test',
    'Subject: evil',
    'Content-Type: text/html',
    'X-Evil: yes',
    '--boundary',
  ],
  ...[
    '\r\n.\r\nMAIL FROM:<evil@evil.test>\r\nRCPT TO:<evil@evil.test>\r\nDATA\r\n',
    '\r\n.\r\n',
    '.',
    '\n.\n',
    '\r.\r',
  ],
  ...[
    '=?utf-8?Q?=0D=0ABcc:_evil@evil.test?=',
    '=?utf-8?B?DQpCY2M6IGV2aWxAZXZpbC50ZXN0?=',
    '{{email}}',
    '<script>',
    'é',
    '😀',
  ],
  ...[
    'ada',
    'Lovelace',
    'x'.repeat(998),
    'ada@example.com',
    '%0d%0a',
    '&#13;&#10;',
    'SIZE=1',
    'NOTIFY=SUCCESS',
  ],
];
const Value = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
  .map((words) => words.join(''));

/** The headers that every signup email has, and no others. */
const headers = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
].join();

/**
 * Sends 10,000 mails with malicious values to a real mail server: each arrives once, at its only recipient,
 * with the usual headers. Recipients and From addresses are those that the API accepts. The planted bug adds
 * a header to every hundredth mail.
 */
export async function injectIntoMails(seed: number, plantedBug: boolean): Promise<AttackResult> {
  const sink = await startSink();
  const config = { host: '127.0.0.1', port: sink.port };
  const transport = smtp.open(
    config,
    makeHttpClient({ guard: openAddressGuard({ allowHosts: ['127.0.0.1'] }) }),
  );
  const plain = createTransport(config);
  const cases = fc.sample(fc.record({ name: Value, field: Value, from: Value, to: Value }), {
    seed,
    numRuns: mails,
  });
  const problems: string[] = [];
  let acceptedAddresses = 0;
  let acceptedFromAddresses = 0;

  async function sendPlanted(n: number): Promise<void> {
    const from = 'Acme <hello@acme.test>';
    const messageId = messageIdOf(`mail-${n}`, from);
    await plain.sendMail({
      from,
      to: `person${n}@example.com`,
      messageId,
      subject: 'Hello',
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Evil': 'yes' },
    });
  }
  async function send({ name, field, ...others }: (typeof cases)[number], n: number): Promise<void> {
    const from = FromAddress.safeParse(`${others.from} <hello@acme.test>`).data;
    const to = SignupInput.shape.email.safeParse(`${others.to}@example.com`).data;
    if (from !== undefined) acceptedFromAddresses += 1;
    if (to !== undefined) acceptedAddresses += 1;
    const email = toAsciiAddress(to ?? `person${n}@example.com`);
    const counts = { position: n, total: n, referral_code: '0000000000', referral_bonus: null };
    const links = { referral: null, status: null, unsubscribe: null, confirm: null };
    const content = renderEmailOf(
      'signup',
      { email, waitlist_name: name, ...counts, fields: { field }, links },
      { subject: '{{waitlist_name}} {{field}}', html: '<p>{{waitlist_name}} {{field}} {{email}}</p>' },
    );
    const mail = {
      ...content,
      from: from ?? 'Acme <hello@acme.test>',
      to: email,
      emailId: '',
      idempotencyKey: '',
      unsubscribeUrl: null,
    };
    const messageId = messageIdOf(`mail-${n}`, mail.from);
    const result = await transport.send({ ...mail, messageId });
    if (result.outcome !== 'sent')
      problems.push(`${JSON.stringify(others)} was not sent: ${JSON.stringify(result)}`);
    const [got, ...more] = sink.mails.get(messageId) ?? [];
    if (!got || more.length > 0) problems.push(`mail ${n} arrived ${got ? more.length + 1 : 0} times`);
    else if (got.recipients.join() !== email)
      problems.push(`mail ${n} to ${email} arrived at ${got.recipients}`);
  }
  const queue = cases.entries();
  const sendAll = async () => {
    for (const [n, each] of queue) await (plantedBug && n % 100 === 0 ? sendPlanted(n) : send(each, n));
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, sendAll));
  } finally {
    transport.close();
    plain.close();
    await sink.close();
  }

  const arrived = [...sink.mails.values()].flat();
  for (const { names, subject } of arrived) {
    if (names !== headers) problems.push(`a mail has the headers ${names}`);
    if (/[\r\n\u0085\u2028\u2029]/.test(subject))
      problems.push(`a subject has several lines: ${JSON.stringify(subject)}`);
  }
  return {
    figures: {
      mails,
      arrived: arrived.length,
      'malicious recipients that the API accepts': acceptedAddresses,
      'malicious From addresses that the API accepts': acceptedFromAddresses,
      'different sets of headers': new Set(arrived.map(({ names }) => names)).size,
      problems: problems.length,
    },
    problems,
  };
}

interface Arrived {
  readonly recipients: readonly string[];
  /** Header names in lower case, sorted and joined by commas. */
  readonly names: string;
  readonly subject: string;
}

/** A mail server that keeps the recipients and header names of each mail by Message-ID. */
async function startSink() {
  const mails = new Map<string, Arrived[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const {
          headers: found,
          subject = '',
          messageId = '',
        } = await PostalMime.parse(Buffer.concat(chunks));
        const names = found
          .map(({ key }) => key)
          .toSorted()
          .join();
        const recipients = envelope.rcptTo.map(({ address }) => address);
        mails.set(messageId, [...(mails.get(messageId) ?? []), { recipients, names, subject }]);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails: mails as ReadonlyMap<string, readonly Arrived[]>,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
