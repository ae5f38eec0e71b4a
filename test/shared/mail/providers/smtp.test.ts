import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { type SmtpConfig, smtp } from '../../../../src/shared/mail/providers/smtp/smtp.ts';
import { makeHttpClient, makeMail, refusalOf } from '../../../support/http-client.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A scripted server's reply to a command, or to '' for its greeting; undefined for success. */
type Reply = (line: string, socket: Socket) => string | undefined;

/** A server that accepts everything except as `reply` has it. @returns the settings to reach it */
async function startServer(reply: Reply): Promise<SmtpConfig> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write(reply('', socket) ?? '220 hello\r\n');
    let inBody = false;
    createInterface({ input: socket }).on('line', (line) => {
      if (inBody && line !== '.') return;
      inBody = line === 'DATA';
      socket.write(reply(line, socket) ?? usualReply(line));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  opened.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { host: '127.0.0.1', port, username: 'ada', password: 'secret' };
}

function usualReply(line: string): string {
  if (line.startsWith('EHLO')) return '250-hello\r\n250 AUTH PLAIN\r\n';
  return line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n';
}

function openTransport(config: SmtpConfig, deadlineMs?: number) {
  const transport = smtp.open(config, makeHttpClient(), deadlineMs);
  opened.push(() => transport.close());
  return transport;
}

/** Answers line after line of a reply that never ends, so that no time-out for silence runs out. */
function drip(socket: Socket): string {
  const dripping = setInterval(() => socket.write('250-still here\r\n'), 20);
  socket.on('close', () => clearInterval(dripping));
  return '250-hello\r\n';
}

test.each([
  { answer: '535 5.7.8 Authentication failed', outcome: { outcome: 'refused', status: 'config_error' } },
  { answer: '454 4.7.0 Temporary authentication failure', outcome: { outcome: 'unavailable' } },
  { answer: '454 4.7.0 Too many login attempts', outcome: { outcome: 'throttled', retryAfterSeconds: 5 } },
  { answer: '421 4.7.0 Too many connections', outcome: { outcome: 'throttled', retryAfterSeconds: 5 } },
])('a login answered with $answer', async ({ answer, outcome }) => {
  const config = await startServer((line) => (line.startsWith('AUTH') ? `${answer}\r\n` : undefined));
  expect(await openTransport(config).send(makeMail())).toMatchObject(outcome);
});

const retry = { outcome: 'retry' };
const unavailable = { outcome: 'unavailable' };
/** The server has seen a part of the mail. */
const fails = { outcome: 'unavailable', mayBeOfMail: true };
const tooMany = { outcome: 'throttled', retryAfterSeconds: 5 };
const quota = { outcome: 'throttled', retryAfterSeconds: 3_600 };
const configError = { outcome: 'refused', status: 'config_error' };
const failed = { outcome: 'refused', status: 'failed' };

test.each([
  // The account can fix the server, the login, the From address and the right to relay.
  ['', '554 5.7.1 No SMTP service here', configError],
  ['', '554 No SMTP service here', configError],
  ['EHLO', '550 5.7.1 Your name is not welcome', configError],
  ['MAIL', '550 5.1.8 Sender unknown', configError],
  ['MAIL', '553 Sorry, your envelope sender is in my badmailfrom list', configError],
  ['RCPT', '554 5.7.1 <ada@example.com>: Relay access denied', configError],
  ['RCPT', '550 relay not permitted', configError],
  ['RCPT', '554 Relay access denied', configError],
  ['RCPT', '550-Verification failed for <hello@acme.test>\r\n550 Sender verify failed', configError],
  ['RCPT', '550 5.1.8 <hello@acme.test>: Sender address rejected: Domain not found', configError],
  ['RCPT', '530 5.7.0 Must issue a STARTTLS command first', configError],
  ['RCPT', '550 5.4.1 Recipient address rejected: Access denied', configError],
  ['DATA', '554 5.5.1 Error: no valid recipients', configError],
  ['.', '554 5.7.1 Message rejected as spam', configError],
  ['.', '554 Transaction failed', configError],
  ['.', '552 5.3.4 Message size exceeds fixed limit', configError],
  // The recipient is not.
  ['RCPT', '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown', failed],
  [
    'RCPT',
    '550-5.1.1 The email account that you tried to reach does not exist.\r\n550 5.1.1 Try again',
    failed,
  ],
  ['RCPT', '550 5.2.1 The account is disabled', failed],
  ['RCPT', '550 No such user here', failed],
  ['RCPT', '553 sorry, that domain is not in my list of allowed rcpthosts', configError],
  // One too many is no try.
  ['', '421 4.3.2 All server ports are busy', tooMany],
  ['', '421 Too many concurrent SMTP connections', tooMany],
  ['MAIL', '450 4.7.1 Error: too much mail from 192.0.2.1', tooMany],
  ['MAIL', '421-4.7.28 Gmail has detected an unusual rate of mail.\r\n421 4.7.28 Try later', tooMany],
  ['MAIL', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', tooMany],
  ['RCPT', '452 4.5.3 Too many recipients', tooMany],
  ['RCPT', '451 4.7.500 Server busy. Please try again later', tooMany],
  ['RCPT', '450 Sender rate overlimit - 51.2 / 1h', tooMany],
  ['.', '454 Throttling failure: Maximum sending rate exceeded.', tooMany],
  ['.', '454 Throttling failure: Daily message quota exceeded.', quota],
  ['.', '550 5.4.5 Daily user sending limit exceeded', quota],
  ['RCPT', '550 5.1.90 Your message can’t be sent because you’ve reached your daily limit', quota],
  // The server takes no mail for now.
  ['', '421 4.4.2 Timeout exceeded', unavailable],
  ['', '421 Not now', unavailable],
  ['MAIL', '421 Going down', fails],
  ['MAIL', '451 4.3.0 Temporary lookup failure', fails],
  ['MAIL', '452 4.3.1 Insufficient system storage', fails],
  ['.', '451 4.3.0 Queue file write error', fails],
  // Anything else may work later.
  ['MAIL', '451 Try later', retry],
  ['RCPT', '552 5.2.2 Mailbox full', retry],
  ['RCPT', '552 Mailbox is full', retry],
  ['RCPT', '452 4.2.2 Over quota', retry],
  ['.', '550 5.2.2 Over quota', retry],
  ['RCPT', '450 4.2.1 The user is receiving mail at a rate that prevents more', retry],
  ['RCPT', '450 4.7.1 Recipient address rejected: Greylisted, see http://postgrey', retry],
  ['RCPT', '451 Temporarily rejected. Try again later', retry],
])('a mail of which %j is answered with %j (C6.6)', async (step, answer, outcome) => {
  const {
    username: _,
    password: __,
    ...config
  } = await startServer((line) => {
    if (step === '' ? line === '' : line.startsWith(step)) return `${answer}\r\n`;
    return step === 'EHLO' && line.startsWith('HELO') ? `${answer}\r\n` : undefined;
  });
  const result = await openTransport(config).send(makeMail());
  expect(result).toMatchObject(outcome);
  const { error = '' } = 'error' in result ? result : {};
  expect(error).toMatch(
    /^The mail server answered \d{3}( \d\.\d+\.\d+)? to (the connection|HELO|MAIL FROM|RCPT TO|DATA)$/,
  );
});

describe('settings', () => {
  const verify = (config: SmtpConfig) => smtp.verify(config, 'Acme <hello@acme.test>', makeHttpClient());

  test('are verified with a mail from the From address to itself, which is not sent (C6.3)', async () => {
    const lines: string[] = [];
    const config = await startServer((line) => void lines.push(line));
    await verify(config);
    await expect.poll(() => lines.at(-1)).toBe('QUIT');
    expect(lines.filter((line) => !/^(|EHLO .*|AUTH .*)$/.test(line))).toEqual([
      'MAIL FROM:<hello@acme.test>',
      'RCPT TO:<hello@acme.test>',
      'RSET',
      'QUIT',
    ]);
    expect(lines.findIndex((line) => line.startsWith('AUTH'))).toBeLessThan(
      lines.findIndex((line) => line.startsWith('MAIL')),
    );
  });

  test.each([
    [
      'MAIL',
      '553 5.7.1 <hello@acme.test>: Sender address rejected: not owned by user ada',
      '553 5.7.1 to MAIL FROM',
    ],
    ['RCPT', '554 5.7.1 <hello@acme.test>: Relay access denied', '554 5.7.1 to RCPT TO'],
    ['RCPT', '550 relay not permitted', '550 to RCPT TO'],
  ])('are refused where %s is answered with %j', async (step, answer, said) => {
    const config = await startServer((line) => (line.startsWith(step) ? `${answer}\r\n` : undefined));
    const { code, message } = await refusalOf(() => verify(config));
    expect(code).toBe('invalid_request');
    expect(message).toBe(`The mail server takes no mails from this sender: it answered ${said}.`);
  });

  test.each([
    ['MAIL', '451 4.3.0 Temporary lookup failure'],
    ['MAIL', '421 4.3.2 Going down'],
    ['RCPT', '550 5.1.1 User unknown'],
    ['RCPT', '550 No such user'],
    ['RCPT', '450 4.7.1 Greylisted'],
  ])('are saved where %s is answered with %j: nobody needs a mailbox to send', async (step, answer) => {
    const config = await startServer((line) => (line.startsWith(step) ? `${answer}\r\n` : undefined));
    await verify(config);
  });

  test.each([
    ['', '554 5.3.2 Not today', 'The mail server was tried: 554 5.3.2 to the connection'],
    ['AUTH', '535 5.7.8 Who are you, ada?', 'The mail server was tried: 535 5.7.8 to AUTH PLAIN'],
  ])('are refused where %j is answered with %j before that', async (step, answer, said) => {
    const config = await startServer((line) =>
      (step === '' ? line === '' : line.startsWith(step)) ? `${answer}\r\n` : undefined,
    );
    expect((await refusalOf(() => verify(config))).message).toBe(said);
  });
});

test('incomplete settings for a login are a config error (C6.6)', async () => {
  const { password: _, ...config } = await startServer(() => undefined);
  expect(await openTransport(config).send(makeMail())).toMatchObject({
    outcome: 'refused',
    status: 'config_error',
  });
});

test('a password is sent to a server without TLS only where the operator allows that host', async () => {
  const lines: string[] = [];
  const config = await startServer((line) => {
    lines.push(line);
    return line === 'STARTTLS' ? '502 5.5.1 Not here\r\n' : undefined;
  });
  const guard = { ...makeHttpClient().guard, resolve: async () => '127.0.0.1', assertHost: async () => {} };
  const strict = makeHttpClient({ guard: { ...guard, allows: () => false } });
  const send = (settings: SmtpConfig) => {
    const transport = smtp.open(settings, strict);
    opened.push(() => transport.close());
    return transport.send(makeMail());
  };
  expect(await send(config)).toMatchObject({ outcome: 'refused', status: 'config_error' });
  expect((await refusalOf(() => smtp.verify(config, 'a@acme.test', strict))).message).toBe(
    'The mail server was tried: 502 5.5.1 to STARTTLS',
  );
  expect(lines.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  const { username: _, password: __, ...open } = config;
  expect(await send(open)).toMatchObject({ outcome: 'sent' });
  expect(await openTransport(config).send(makeMail())).toMatchObject({ outcome: 'sent' });
  expect(lines.some((line) => line.startsWith('AUTH'))).toBe(true);
});

test('a server that never ends its answer is given up: to be tried again before the mail, unknown behind it', async () => {
  const early = await startServer((line, socket) => (line.startsWith('EHLO') ? drip(socket) : undefined));
  expect(await openTransport(early, 200).send(makeMail())).toMatchObject({ outcome: 'unavailable' });
  const late = await startServer((line, socket) => (line === '.' ? drip(socket) : undefined));
  await expect(openTransport(late, 3_000).send(makeMail())).rejects.toThrow();
  expect((await refusalOf(() => smtp.verify(early, 'a@acme.test', makeHttpClient(), 200))).code).toBe(
    'invalid_request',
  );
});
