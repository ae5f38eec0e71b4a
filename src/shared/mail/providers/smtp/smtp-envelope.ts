import { once } from 'node:events';
import type { Socket } from 'node:net';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { SmtpReply } from './smtp-replies.ts';

/** The login; undefined for none. */
type Login = { readonly user: string; readonly pass: string } | undefined;

/**
 * Logs in to a mail server and asks whether it would accept a mail from an address to itself, without sending
 * one.
 * @returns the reply that refuses it, for now or finally. @throws the error of a connection or a login that
 * fails
 */
export async function tryEnvelope(
  socket: Socket,
  options: SMTPConnectionOptions,
  login: Login,
  address: string,
): Promise<SmtpReply | undefined> {
  let refusal: SmtpReply | undefined;
  const connection = new SMTPConnection({
    ...options,
    connection: socket,
    // The library has no envelope without a mail, but a custom login may send any command.
    customAuth: {
      ENVELOPE: async ({ sendCommand }) => {
        for (const command of ['MAIL FROM', 'RCPT TO']) {
          const { status, response } = await sendCommand(`${command}:<${address}>`);
          if (status < 400) continue;
          refusal = { command, text: response };
          return;
        }
        await sendCommand('RSET');
      },
    },
  });
  const ended = Promise.race([
    once(connection, 'error').then(([error]) => Promise.reject(error)),
    once(connection, 'end').then(() => Promise.reject(new Error('The connection was closed'))),
  ]);
  try {
    await Promise.race([ended, connectTo(connection)]);
    if (login && connection.allowsAuth)
      await Promise.race([ended, logIn(connection, { credentials: login })]);
    await Promise.race([ended, logIn(connection, { method: 'ENVELOPE' })]);
    connection.quit();
    return refusal;
  } finally {
    ended.catch(() => {}); // the server hangs up after QUIT
    connection.close();
  }
}

function connectTo(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
}

function logIn(connection: SMTPConnection, auth: Parameters<SMTPConnection['login']>[0]): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.login(auth, (error) => (error ? reject(error) : resolve()));
  });
}
