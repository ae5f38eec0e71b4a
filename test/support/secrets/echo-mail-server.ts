import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Where it refuses, with the password and the address that it was told; or whether it breaks off behind the mail. */
type MailMood = 'kind' | 'echoing at login' | 'echoing at the recipient' | 'breaking off';

/** A mail server that gives away what it is told. */
export interface EchoMailServer {
  mood: MailMood;
  readonly port: number;
  /** Every login that it was shown. */
  told(): string;
  close(): Promise<void>;
}

export async function startEchoMailServer(): Promise<EchoMailServer> {
  let told = '';
  const logins: string[] = [];
  const refusal = (responseCode: number) =>
    Object.assign(new Error(`${told} is not welcome`), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username = '', password = '' }, _, done) {
      told = `${password} ${username}`;
      logins.push(told);
      if (echo.mood === 'echoing at login') return done(refusal(535));
      done(null, { user: username });
    },
    onRcptTo({ address }, _, done) {
      told += ` ${address}`;
      done(echo.mood === 'echoing at the recipient' ? refusal(550) : null);
    },
    onData(stream, _, done) {
      stream.resume().on('end', () => {
        if (echo.mood !== 'breaking off') return done();
        for (const connection of server.connections) connection.close();
      });
    },
  });
  server.on('error', () => {}); // clients that hang up
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const echo: EchoMailServer = {
    mood: 'kind',
    port: (server.server.address() as AddressInfo).port,
    told: () => logins.join('\n'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return echo;
}
