import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onFreePort } from '../server/ports.ts';
import type { CaughtMail } from './caught-mail.ts';
import { startMailSite } from './mail-site.ts';

const MAX_MAILS = 1_000;
const MAX_MAIL_BYTES = 10 * 1024 * 1024;

export interface MailCatcherOptions {
  /** Preferred port of the web page. If a port is taken or 0, a free one is chosen. */
  port: number;
  smtpPort: number;
  host?: string;
}

export interface MailCatcher {
  readonly smtpUrl: string;
  readonly pageUrl: string;
  /** The last 1,000 emails, newest first. */
  mails(): readonly CaughtMail[];
  close(): Promise<void>;
}

/** A mail server that delivers nothing. It shows the emails that it receives on a local web page (C9.1). */
export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const { host = '127.0.0.1' } = options;
  const mails: CaughtMail[] = [];
  let count = 0;
  const smtp = await startSmtpSink(host, options.smtpPort, async (to, source) => {
    count++;
    const mail = await readMail(String(count), to, source);
    mails.unshift(mail);
    mails.length = Math.min(mails.length, MAX_MAILS);
  });
  const site = await startMailSite({ host, port: options.port, mails });
  return {
    smtpUrl: smtp.url,
    pageUrl: site.url,
    mails: () => mails,
    close: async () => void (await Promise.all([smtp.close(), site.close()])),
  };
}

/** Accepts an email only after `receive` is done, so the sender can read it on the page at once. */
function startSmtpSink(
  host: string,
  preferredPort: number,
  receive: (to: string[], source: Buffer) => Promise<void>,
) {
  const start = async (port: number) => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      size: MAX_MAIL_BYTES,
      onData(stream, { envelope }, done) {
        const to = envelope.rcptTo.map(({ address }) => address);
        buffer(stream)
          .then((source) => receive(to, source))
          .then(() => done(), done);
      },
    });
    server.on('error', () => {}); // errors of single connections; a failed listen rejects `once` below
    await once(server.listen(port, host), 'listening');
    return {
      url: `smtp://${host}:${port}`,
      close: () => new Promise<void>((resolve) => server.close(resolve)),
    };
  };
  return onFreePort(preferredPort, start, host);
}

async function readMail(id: string, to: readonly string[], source: Buffer): Promise<CaughtMail> {
  const parsed = await PostalMime.parse(source);
  const headers = parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value }));
  return {
    id,
    receivedAt: new Date().toISOString(),
    from: parsed.headers.find(({ key }) => key === 'from')?.value ?? '',
    to,
    subject: parsed.subject ?? '',
    date: parsed.date ?? null,
    headers,
    html: parsed.html ?? null,
    text: parsed.text ?? null,
    source: source.toString(),
  };
}
