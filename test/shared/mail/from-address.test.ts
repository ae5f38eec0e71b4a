import { describe, expect, test } from 'vitest';
import { formatFromAddress, parseFromAddress } from '../../../src/shared/mail/providers/from-address.ts';
import { mailgun } from '../../../src/shared/mail/providers/mailgun.ts';
import { postmark } from '../../../src/shared/mail/providers/postmark.ts';
import { resend } from '../../../src/shared/mail/providers/resend.ts';
import { sendgrid } from '../../../src/shared/mail/providers/sendgrid.ts';
import { ses } from '../../../src/shared/mail/providers/ses/ses.ts';
import { smtp } from '../../../src/shared/mail/providers/smtp/smtp.ts';
import type { SafeFetch } from '../../../src/shared/platform/outbound/safe-fetch.ts';
import { makeHttpClient, makeMail } from '../../support/http-client.ts';
import { startMailSink } from '../../support/mail-sink.ts';

test.each([
  ['hello@acme.test', { email: 'hello@acme.test' }, 'hello@acme.test'],
  ['Zoë of Acme <z@acme.test>', { email: 'z@acme.test', name: 'Zoë of Acme' }, 'Zoë of Acme <z@acme.test>'],
  ['Acme, Inc. <z@acme.test>', { email: 'z@acme.test', name: 'Acme, Inc.' }, '"Acme, Inc." <z@acme.test>'],
  ['"Acme, Inc." <z@acme.test>', { email: 'z@acme.test', name: 'Acme, Inc.' }, '"Acme, Inc." <z@acme.test>'],
  [
    String.raw`"The \"Co\"" <z@acme.test>`,
    { email: 'z@acme.test', name: 'The "Co"' },
    String.raw`"The \"Co\"" <z@acme.test>`,
  ],
  [
    'Bücher <hallo@bücher.example>',
    { email: 'hallo@xn--bcher-kva.example', name: 'Bücher' },
    'Bücher <hallo@xn--bcher-kva.example>',
  ],
  [
    'a@evil.test, b <z@acme.test>',
    { email: 'z@acme.test', name: 'a@evil.test, b' },
    '"a@evil.test, b" <z@acme.test>',
  ],
])('the From address %s is %j and written %s', (from, parts, written) => {
  expect(parseFromAddress(from)).toEqual(parts);
  expect(formatFromAddress(from)).toBe(written);
});

describe('a name that looks like more than a name is one to', () => {
  const mail = makeMail({ from: 'Acme: Rockets (EU), Inc. <hello@acme.test>' });
  const quoted = '"Acme: Rockets (EU), Inc." <hello@acme.test>';

  /** What was posted, however the answer was taken. */
  async function posted(send: (fetch: SafeFetch) => Promise<unknown>): Promise<string> {
    let body = '';
    await send(async (_, request) => {
      body = String(request.body);
      return { status: 500, headers: {}, body: '' };
    });
    return body;
  }

  test('the providers with an API', async () => {
    const post = {
      resend: await posted((fetch) => resend.open({ api_key: 'k' }, makeHttpClient({ fetch })).send(mail)),
      postmark: await posted((fetch) =>
        postmark.open({ server_token: 'k' }, makeHttpClient({ fetch })).send(mail),
      ),
      sendgrid: await posted((fetch) =>
        sendgrid.open({ api_key: 'k' }, makeHttpClient({ fetch })).send(mail),
      ),
      mailgun: await posted((fetch) =>
        mailgun.open({ api_key: 'k', domain: 'acme.test' }, makeHttpClient({ fetch })).send(mail),
      ),
      ses: await posted((fetch) =>
        ses
          .open(
            { region: 'eu-west-1', access_key_id: 'k', secret_access_key: 's' },
            makeHttpClient({ fetch }),
          )
          .send(mail),
      ),
    };
    expect(JSON.parse(post.resend).from).toBe(quoted);
    expect(JSON.parse(post.postmark).From).toBe(quoted);
    expect(JSON.parse(post.sendgrid).from).toEqual({
      email: 'hello@acme.test',
      name: 'Acme: Rockets (EU), Inc.',
    });
    expect(new URLSearchParams(post.mailgun).get('from')).toBe(quoted);
    expect(JSON.parse(post.ses).FromEmailAddress).toBe(quoted);
  });

  test('a mail server', async () => {
    const sink = await startMailSink();
    const transport = smtp.open(
      { host: '127.0.0.1', port: Number(new URL(sink.url).port) },
      makeHttpClient(),
    );
    await transport.send(mail);
    const [received] = await sink.mailsTo(mail.to);
    expect(received?.from).toEqual({ name: 'Acme: Rockets (EU), Inc.', address: 'hello@acme.test' });
    transport.close();
    await sink.close();
  });
});
