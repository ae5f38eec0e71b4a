import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * Whether it accepts everything, refuses with the password and address it received, or drops the connection
 * after the mail.
 */
type MailServerMode = 'normal' | 'echoing at login' | 'echoing at the recipient' | 'dropping';

/** A mail server that can leak passwords and addresses in its replies. */
export interface EchoMailServer {
  mode: MailServerMode;
  readonly port: number;
  /** The passwords and users of all logins. */
  logins(): string;
  close(): Promise<void>;
}

export async function startEchoMailServer(): Promise<EchoMailServer> {
  let received = '';
  const logins: string[] = [];
  const refusal = (responseCode: number) =>
    Object.assign(new Error(`${received} is not welcome`), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username = '', password = '' }, _, done) {
      received = `${password} ${username}`;
      logins.push(received);
      if (echo.mode === 'echoing at login') return done(refusal(535));
      done(null, { user: username });
    },
    onRcptTo({ address }, _, done) {
      received += ` ${address}`;
      done(echo.mode === 'echoing at the recipient' ? refusal(550) : null);
    },
    onData(stream, _, done) {
      stream.resume().on('end', () => {
        if (echo.mode !== 'dropping') return done();
        for (const connection of server.connections) connection.close();
      });
    },
  });
  server.on('error', () => {}); // clients that close the connection
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const echo: EchoMailServer = {
    mode: 'normal',
    port: (server.server.address() as AddressInfo).port,
    logins: () => logins.join('\n'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return echo;
}
