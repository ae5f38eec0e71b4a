import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that keeps the mails it receives. */
export interface MailSink {
  readonly url: string;
  /** How many mails each recipient got. Addresses are in lower case. */
  readonly received: ReadonlyMap<string, number>;
  /** How often each mail came, by its Message-ID. */
  readonly messages: ReadonlyMap<string, number>;
  /** The passwords of all logins. Any password is accepted. */
  readonly passwords: readonly string[];
  /** The parsed mails to an address. */
  mailsTo(address: string): Promise<Email[]>;
  close(): Promise<void>;
}

export interface MailSinkOptions {
  /** @returns an SMTP reply such as `550 No such user` to refuse the recipient, undefined to accept it */
  readonly refuse?: (recipient: string) => string | undefined;
  /** Runs after a whole mail, before the reply. A rejection breaks the connection. */
  readonly beforeAnswer?: (recipient: string) => Promise<void>;
}

export async function startMailSink({ refuse, beforeAnswer }: MailSinkOptions = {}): Promise<MailSink> {
  const received = new Map<string, number>();
  const messages = new Map<string, number>();
  const passwords: string[] = [];
  const raw = new Map<string, Buffer[]>();
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      passwords.push(password ?? '');
      done(null, { user: username });
    },
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, done) {
      const answer = refuse?.(address);
      if (answer === undefined) return done();
      done(Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const recipient = session.envelope.rcptTo.map(({ address }) => address.toLowerCase()).join(',');
        try {
          await beforeAnswer?.(recipient);
        } catch {
          stream.destroy();
          for (const connection of server.connections) connection.close();
          return;
        }
        const mail = Buffer.concat(chunks);
        received.set(recipient, (received.get(recipient) ?? 0) + 1);
        raw.set(recipient, [...(raw.get(recipient) ?? []), mail]);
        const [, id = ''] = /^Message-ID: (.+)\r$/im.exec(mail.toString('latin1')) ?? [];
        messages.set(id, (messages.get(id) ?? 0) + 1);
        done();
      });
    },
  });
  server.on('error', () => {}); // clients that are killed during a mail
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    messages,
    passwords,
    mailsTo: (address) => Promise.all((raw.get(address) ?? []).map((mail) => PostalMime.parse(mail))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
