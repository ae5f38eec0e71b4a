import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { EmailProvider, OutgoingEmail, SendResult } from './provider.ts';

/** A mail server by its `smtp://` or `smtps://` address, over a pool of kept connections. */
export function openSmtpProvider(url: string, connections: number): EmailProvider {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  // The error of a broken connection does not say whether the mail was on its way; whether its bytes were read does.
  const bodies = new Map<string, Readable>();
  transport.use('stream', ({ message }, done) => {
    const create = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const body = create(options);
      bodies.set(message.messageId(), body);
      return body;
    };
    done();
  });

  return {
    async send(mail) {
      try {
        await transport.sendMail(toMessage(mail));
        return { outcome: 'sent' };
      } catch (error) {
        return toResult(error, bodies.get(mail.messageId)?.readableDidRead ?? false);
      } finally {
        bodies.delete(mail.messageId);
      }
    },
    close: () => transport.close(),
  };
}

function toMessage({ from, to, messageId, subject, html, text }: OutgoingEmail) {
  return {
    from,
    to: { name: '', address: to }, // an object is one recipient, whatever characters it holds
    messageId,
    subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** An answer of the server says that it did not take the mail: for now (4xx) or for good (5xx). Silence after its first byte says nothing. */
function toResult(error: unknown, begun: boolean): SendResult {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  if (responseCode !== undefined) {
    const final = responseCode >= 500 && code !== 'EAUTH';
    return {
      outcome: final ? 'rejected' : 'unsent',
      error: `The mail server answered ${responseCode} to ${command}`,
    };
  }
  if (!begun) return { outcome: 'unsent', error: `The mail server was not reached (${code})` };
  throw error;
}
