import { once } from 'node:events';
import { connect, isIPv6, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { AddressRefused } from '../../../platform/outbound/address-guard.ts';
import type { HttpClient } from '../../../platform/outbound/http-client.ts';
import { withTimeout } from '../../../platform/process/with-timeout.ts';
import { boundedText } from '../../../platform/schema/text.ts';
import { formatFromAddress, parseFromAddress } from '../from-address.ts';
import {
  type EmailProvider,
  type EmailTransport,
  headersOf,
  type OutgoingEmail,
  type SendResult,
} from '../provider.ts';
import { tryEnvelope } from './smtp-envelope.ts';
import { classifyReply, describeReply, type SmtpReply } from './smtp-replies.ts';

export const SmtpConfig = z.strictObject({
  host: boundedText(253).min(1),
  port: z.int().min(1).max(65_535),
  /**
   * TLS from the first byte. Otherwise the connection is upgraded if the server offers that; before a
   * password is sent it must be, except to hosts that the operator trusts: those of OUTBOUND_ALLOW_HOSTS and
   * the service's own server.
   */
  secure: z.boolean().optional(),
  username: boundedText(1000).optional(),
  password: boundedText(1000).optional(),
});
export type SmtpConfig = z.infer<typeof SmtpConfig>;

/** A mail server (C6.3). It reports nothing about a mail once it has accepted it. */
export const smtp = {
  config: SmtpConfig,
  secrets: ['password'],
  secretsGoTo: ['host', 'port'],
  idempotent: false,
  serverOf: ({ host, port }) => `${isIPv6(host) ? `[${host}]` : host}:${port}`,
  open: openTransport,
  verify,
  events: null,
} satisfies EmailProvider<SmtpConfig>;

/**
 * Logs in, and asks whether the server would accept a mail from the From address to itself. Objections to
 * that recipient, or temporary ones, are not the fault of the settings.
 */
async function verify(
  config: SmtpConfig,
  from: string,
  httpClient: HttpClient,
  deadlineMs = verifyMs,
): Promise<void> {
  await httpClient.guard.assertHost(config.host).catch(refuse);
  const { auth, ...options } = connectionOptions(config, httpClient);
  const signal = AbortSignal.timeout(deadlineMs);
  const refusal = await dial(httpClient.guard, config.host, config.port, signal)
    .then((socket) => tryEnvelope(socket, options, auth, parseFromAddress(from).email))
    .catch(refuse);
  if (refusal && classifyReply(refusal).kind === 'config_error') {
    const message = `The mail server takes no mails from this sender: it answered ${describeReply(refusal)}.`;
    throw new AppError('invalid_request', message);
  }
}

function refuse(error: unknown): never {
  const message =
    error instanceof AddressRefused ? error.message : `The mail server was tried: ${describe(error)}`;
  throw new AppError('invalid_request', message, { cause: error });
}

const connections = 20;
const connectMs = 5_000;
/**
 * For one mail, including its wait for a connection. Socket time-outs only count silence, and a server may
 * send bytes forever.
 */
const sendMs = 60_000;
const verifyMs = 15_000;

function connectionOptions(
  { host, port, secure = port === 465, username, password }: SmtpConfig,
  { guard }: Pick<HttpClient, 'guard'>,
) {
  return {
    host,
    port,
    secure,
    // Otherwise a man in the middle could hide the server's offer and read the password.
    requireTLS: username !== undefined && !guard.allows(host),
    ...(username !== undefined && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: 20_000,
  };
}

async function dial(
  guard: HttpClient['guard'],
  host: string,
  port: number,
  signal?: AbortSignal,
): Promise<Socket> {
  const socket = connect({ host: await guard.resolve(host), port, ...(signal && { signal }) });
  try {
    await withTimeout(connectMs, 'The mail server', once(socket, 'connect'));
    return socket;
  } catch (error) {
    socket.on('error', () => {}).destroy();
    throw error;
  }
}

/** Keeps up to 20 connections open. */
function openTransport(config: SmtpConfig, httpClient: HttpClient, deadlineMs = sendMs): EmailTransport {
  const transport = createTransport({
    ...connectionOptions(config, httpClient),
    disableFileAccess: true,
    disableUrlAccess: true,
    // The guard looks the name up each time, and the address that it checked is dialled (C7.6).
    getSocket(_: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) {
      dial(httpClient.guard, config.host, config.port).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      );
    },
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  });

  // The error of a broken connection does not show whether the mail was read from us: this does.
  const bodies = new Map<string, Readable>();
  transport.use('stream', ({ message }, done) => {
    message.build((error, bytes) => {
      if (error) return done(error);
      message.createReadStream = () => {
        // In one piece: otherwise a mail takes some twenty writes, each a system call at both ends.
        const body = Readable.from([bytes], { objectMode: false });
        bodies.set(message.messageId(), body);
        return body;
      };
      done();
    });
  });

  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(deadlineMs) });
        return { outcome: 'sent', providerMessageId: null };
      } catch (error) {
        return toResult(error, bodies.get(mail.messageId)?.readableDidRead ?? false);
      } finally {
        bodies.delete(mail.messageId);
      }
    },
    close: () => transport.close(),
  };
}

function toMessage(mail: OutgoingEmail) {
  const { from, to, messageId, subject, html, text } = mail;
  return {
    from: formatFromAddress(from),
    to: { name: '', address: to }, // an object is always one recipient
    messageId,
    subject,
    html,
    text,
    headers: headersOf(mail),
  };
}

/**
 * A reply means that the server did not accept the mail: for now (4xx) or finally (5xx). Without a reply,
 * that is unknown once it has read the first byte of the mail.
 */
function toResult(error: unknown, hasBegun: boolean): SendResult {
  if (error instanceof AddressRefused)
    return { outcome: 'refused', status: 'config_error', error: error.message };
  const { code, command } = error as SmtpError;
  const reply = replyOf(error);
  if (!reply) {
    if (code === 'EAUTH' && command === 'API') {
      const message = 'The settings are not enough to log in to the mail server.';
      return { outcome: 'refused', status: 'config_error', error: message };
    }
    if (hasBegun) throw error;
    return { outcome: 'unavailable', error: `The mail server was not reached: ${describe(error)}` };
  }
  const message = `The mail server answered ${describeReply(reply)}`;
  const refusal = classifyReply(reply);
  if (refusal.kind === 'throttled')
    return { outcome: 'throttled', error: message, retryAfterSeconds: refusal.seconds };
  if (refusal.kind === 'unavailable')
    return {
      outcome: 'unavailable',
      error: message,
      ...(refusal.mayBeOfMail && { mayBeOfMail: true }),
    };
  if (refusal.kind === 'retry') return { outcome: 'retry', error: message };
  return { outcome: 'refused', status: refusal.kind, error: message };
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
}

/** The server's reply, if that is the error. */
function replyOf(error: unknown): SmtpReply | undefined {
  const { command = 'CONN', response = '' } = error as SmtpError;
  return /^[45]\d\d/.test(response) ? { command, text: response } : undefined;
}

/** The error without the server's text, which may repeat an address. */
function describe(error: unknown): string {
  const reply = replyOf(error);
  return reply ? describeReply(reply) : ((error as SmtpError).code ?? 'no answer');
}
