import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CaughtMail } from '../../src/dev/mail/caught-mail.ts';
import { type MailCatcher, startMailCatcher } from '../../src/dev/mail/mail-catcher.ts';

describe('the mail catcher', () => {
  let catcher: MailCatcher;
  beforeAll(async () => {
    catcher = await startMailCatcher({ port: 0, smtpPort: 0 });
  });
  afterAll(() => catcher.close());

  /** Sends a mail and returns it as the catcher stored it. */
  async function send(mail: SendMailOptions): Promise<CaughtMail> {
    const transport = createTransport(catcher.smtpUrl);
    await transport.sendMail({
      from: 'Ada <ada@example.com>',
      to: 'bob@example.com',
      text: 'Hello',
      ...mail,
    });
    transport.close();
    return catcher.mails()[0] ?? expect.fail('nothing was caught');
  }

  async function get(path: string): Promise<{ status: number; headers: Headers; text: string }> {
    const answer = await fetch(`${catcher.pageUrl}${path}`);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  test('returns mails as JSON, newest first', async () => {
    await send({ subject: 'first' });
    const mail = await send({
      subject: 'Grüße 🎉',
      bcc: 'eve@example.com',
      html: '<p>Hi</p>',
      headers: { 'X-Tag': 'a' },
    });
    const list = JSON.parse((await get('/mails.json')).text);
    expect(list.slice(0, 2)).toEqual([
      {
        id: mail.id,
        to: ['bob@example.com', 'eve@example.com'],
        subject: 'Grüße 🎉',
        receivedAt: mail.receivedAt,
      },
      expect.objectContaining({ subject: 'first' }),
    ]);
    const one = JSON.parse((await get(`/mails/${mail.id}.json`)).text);
    expect(one).toMatchObject({
      from: 'Ada <ada@example.com>',
      html: '<p>Hi</p>\n',
      text: 'Hello\n',
      subject: 'Grüße 🎉',
    });
    expect(one.headers).toContainEqual({ name: 'X-Tag', value: 'a' });
    expect(one.source).toContain('X-Tag: a');
  });

  test('lists and shows mails on its pages', async () => {
    const mail = await send({
      subject: 'On the page',
      text: 'See https://example.com/r?a=1&b=2 now, (https://example.com/x). Or [http://[::1]:3000/u/A-_b]',
      html: '<!doctype html><html lang="en"><head><title>x</title></head><b>Hi</b>',
    });
    expect((await get('/')).text).toContain(`<a href="/mails/${mail.id}">`);
    const { text } = await get(`/mails/${mail.id}`);
    expect(text).toContain('<h1>On the page</h1>');
    expect(text).toContain(
      `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}/html"`,
    );
    expect(text).toContain('<a href="https://example.com/r?a=1&#38;b=2" target="_blank" rel="noreferrer">');
    expect([...text.matchAll(/href="(http[^"]*)" target/g)].map(([, url]) => url)).toEqual([
      'https://example.com/r?a=1&#38;b=2',
      'https://example.com/x',
      'http://[::1]:3000/u/A-_b',
    ]);
    expect((await get(`/mails/${mail.id}/html`)).text).toMatch(
      /^<!doctype html><html lang="en"><head><base target="_blank"><title>x<\/title><\/head><b>Hi<\/b>/,
    );
  });

  test('escapes hostile mails on its pages, and lets their HTML run nothing', async () => {
    const attack = '"><script>alert(1)</script>';
    const mail = await send({
      subject: attack,
      from: { name: attack, address: 'a@b.c' },
      text: attack,
      html: attack,
    });
    for (const path of ['/', `/mails/${mail.id}`]) {
      const { text, headers } = await get(path);
      expect(text).not.toContain('<script');
      expect(text).toContain('&#34;&#62;&#60;script&#62;alert(1)');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; /);
    }
    const frame = await get(`/mails/${mail.id}/html`);
    expect(frame.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-popups [-a-z]+; default-src 'none'; /,
    );
  });

  test('returns 404 for an unknown mail', async () => {
    expect((await get('/mails/999999')).status).toBe(404);
    expect((await get('/mails/999999.json')).status).toBe(404);
    expect((await get('/mails/999999/html')).status).toBe(404);
    expect((await get('/mails/..%2f')).status).toBe(404);
  });

  test('keeps only the newest 1,000 mails', async () => {
    const transport = createTransport({
      url: catcher.smtpUrl,
      pool: true,
      maxMessages: Number.POSITIVE_INFINITY,
    });
    const mail = (n: number) => ({
      from: 'a@example.com',
      to: `${n}@example.com`,
      subject: 'many',
      text: 'Hello',
    });
    await Promise.all(Array.from({ length: 1_001 }, (_, n) => transport.sendMail(mail(n))));
    transport.close();
    expect(catcher.mails()).toHaveLength(1_000);
    expect(catcher.mails().every(({ subject }) => subject === 'many')).toBe(true);
  });

  test('uses other ports if its own are in use', async () => {
    const taken = {
      port: Number(new URL(catcher.pageUrl).port),
      smtpPort: Number(new URL(catcher.smtpUrl).port),
    };
    const second = await startMailCatcher(taken);
    expect(second.pageUrl).not.toBe(catcher.pageUrl);
    expect(second.smtpUrl).not.toBe(catcher.smtpUrl);
    expect((await fetch(`${second.pageUrl}/mails.json`)).status).toBe(200);
    await second.close();
  });
});
