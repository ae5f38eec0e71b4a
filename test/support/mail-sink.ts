import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real mail server that keeps what it is given. */
export interface MailSink {
  readonly url: string;
  /** How often each address, in lower case, was written to. */
  readonly received: ReadonlyMap<string, number>;
  /** The passwords that it was shown; it takes any. */
  readonly passwords: readonly string[];
  /** The mails to an address, parsed. */
  mailsTo(address: string): Promise<Email[]>;
  close(): Promise<void>;
}

export interface MailSinkOptions {
  /** A text such as `550 No such user` refuses a recipient; undefined takes it. */
  readonly refuse?: (recipient: string) => string | undefined;
  /** Runs when a whole mail has come in, before it is answered: a rejection breaks the connection. */
  readonly beforeAnswer?: (recipient: string) => Promise<void>;
}

export async function startMailSink({ refuse, beforeAnswer }: MailSinkOptions = {}): Promise<MailSink> {
  const received = new Map<string, number>();
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
        received.set(recipient, (received.get(recipient) ?? 0) + 1);
        raw.set(recipient, [...(raw.get(recipient) ?? []), Buffer.concat(chunks)]);
        done();
      });
    },
  });
  server.on('error', () => {}); // clients that are killed in the middle
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    passwords,
    mailsTo: (address) => Promise.all((raw.get(address) ?? []).map((mail) => PostalMime.parse(mail))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
