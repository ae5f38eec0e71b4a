import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { toAsciiAddress } from '../../../../src/shared/email/address.ts';
import { FromAddress, messageIdOf } from '../../../../src/shared/email/from-address.ts';
import { smtp } from '../../../../src/shared/email/providers/smtp/smtp.ts';
import { renderEmailOf } from '../../../../src/shared/email/templates/render-signup-email.ts';
import { openAddressGuard } from '../../../../src/shared/outbound/address-guard.ts';
import { SignupInput } from '../../../../src/shared/signups/schema.ts';
import { makeHttpClient } from '../../../support/http-client.ts';
import type { Attempt } from './attempt.ts';

const mails = 10_000;
const atOnce = 20;

/** What a mail is made of that wants to be another one. */
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

/** The headers of every signup email, and no others. */
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
 * 10,000 mails whose every value was made up, to a real mail server: each arrives once, at its one recipient, with the headers of every
 * mail. Addresses and senders are those that the API takes. With the planted bug every hundredth mail has a header more.
 */
export async function injectIntoMails(seed: number, plantedBug: boolean): Promise<Attempt> {
  const sink = await startSink();
  const config = { host: '127.0.0.1', port: sink.port };
  const sender = smtp.open(
    config,
    makeHttpClient({ guard: openAddressGuard({ allowHosts: ['127.0.0.1'] }) }),
  );
  const plain = createTransport(config);
  const cases = fc.sample(fc.record({ name: Value, field: Value, from: Value, to: Value }), {
    seed,
    numRuns: mails,
  });
  const wrong: string[] = [];
  let takenAddresses = 0;
  let takenSenders = 0;

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
    if (from !== undefined) takenSenders += 1;
    if (to !== undefined) takenAddresses += 1;
    const email = toAsciiAddress(to ?? `person${n}@example.com`);
    const counts = { position: n, total: n, referral_code: '0000000000', referral_bonus: null };
    const content = renderEmailOf(
      { email, waitlist_name: name, ...counts, fields: { field } },
      { subject: '{{waitlist_name}} {{field}}', html: '<p>{{waitlist_name}} {{field}} {{email}}</p>' },
    );
    const mail = {
      ...content,
      from: from ?? 'Acme <hello@acme.test>',
      to: email,
      signupId: '',
      idempotencyKey: '',
    };
    const messageId = messageIdOf(`mail-${n}`, mail.from);
    const result = await sender.send({ ...mail, messageId });
    if (result.outcome !== 'sent')
      wrong.push(`${JSON.stringify(others)} was not sent: ${JSON.stringify(result)}`);
    const [got, ...more] = sink.mails.get(messageId) ?? [];
    if (!got || more.length > 0) wrong.push(`mail ${n} arrived ${got ? more.length + 1 : 0} times`);
    else if (got.recipients.join() !== email) wrong.push(`mail ${n} to ${email} came to ${got.recipients}`);
  }
  const queue = cases.entries();
  const scheduler = async () => {
    for (const [n, each] of queue) await (plantedBug && n % 100 === 0 ? sendPlanted(n) : send(each, n));
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, scheduler));
  } finally {
    sender.close();
    plain.close();
    await sink.close();
  }

  const arrived = [...sink.mails.values()].flat();
  for (const { names, subject } of arrived) {
    if (names !== headers) wrong.push(`a mail has the headers ${names}`);
    if (/[\r\n\u0085\u2028\u2029]/.test(subject))
      wrong.push(`a subject has lines: ${JSON.stringify(subject)}`);
  }
  return {
    figures: {
      mails,
      arrived: arrived.length,
      'made-up addresses that the API takes': takenAddresses,
      'made-up senders that are taken': takenSenders,
      'sets of headers': new Set(arrived.map(({ names }) => names)).size,
      'things wrong': wrong.length,
    },
    wrong,
  };
}

interface Arrived {
  readonly recipients: readonly string[];
  /** In lower case and in order, with commas between. */
  readonly names: string;
  readonly subject: string;
}

/** A mail server that keeps who each mail is for and its headers, by its Message-ID. */
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
