import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { type SmtpConfig, smtp } from '../../../src/shared/email/providers/smtp.ts';
import { makeMail, makeTools, refusalOf } from '../../support/provider-tools.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** What a scripted server does with a command instead of saying yes; undefined says yes. */
type Reply = (line: string, socket: Socket) => string | undefined;

/** A server that says yes to everything but what `reply` knows better. @returns the settings to reach it with */
async function startServer(reply: Reply): Promise<SmtpConfig> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 hello\r\n');
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

function openSender(config: SmtpConfig, deadlineMs?: number) {
  const sender = smtp.open(config, makeTools({}), deadlineMs);
  opened.push(() => sender.close());
  return sender;
}

/** Answers line after line of a reply that never ends, so that no time-out for silence runs out. */
function drip(socket: Socket): string {
  const dripping = setInterval(() => socket.write('250-still here\r\n'), 20);
  socket.on('close', () => clearInterval(dripping));
  return '250-hello\r\n';
}

test.each([
  { answer: '535 5.7.8 Authentication failed', outcome: { outcome: 'refused', status: 'config_error' } },
  { answer: '454 4.7.0 Temporary authentication failure', outcome: { outcome: 'retry' } },
  { answer: '421 4.7.0 Too many connections', outcome: { outcome: 'retry' } },
])('a login answered with $answer (providers.md 3.5)', async ({ answer, outcome }) => {
  const config = await startServer((line) => (line.startsWith('AUTH') ? `${answer}\r\n` : undefined));
  expect(await openSender(config).send(makeMail())).toMatchObject(outcome);
});

test('a login that the settings are not enough for is theirs to mend (C6.6)', async () => {
  const { password: _, ...config } = await startServer(() => undefined);
  expect(await openSender(config).send(makeMail())).toMatchObject({
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
  const guard = { ...makeTools({}).guard, resolve: async () => '127.0.0.1', assertHost: async () => {} };
  const strict = makeTools({}, { guard: { ...guard, allows: () => false } });
  const send = (settings: SmtpConfig) => {
    const sender = smtp.open(settings, strict);
    opened.push(() => sender.close());
    return sender.send(makeMail());
  };
  expect(await send(config)).toMatchObject({ outcome: 'refused', status: 'config_error' });
  expect((await refusalOf(() => smtp.verify(config, 'a@acme.test', strict))).message).toBe(
    'The mail server was tried: 502 to STARTTLS',
  );
  expect(lines.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  const { username: _, password: __, ...open } = config;
  expect(await send(open)).toMatchObject({ outcome: 'sent' });
  expect(await openSender(config).send(makeMail())).toMatchObject({ outcome: 'sent' });
  expect(lines.some((line) => line.startsWith('AUTH'))).toBe(true);
});

test('a server that never ends its answer is given up: to be tried again before the mail, unknown behind it', async () => {
  const early = await startServer((line, socket) => (line.startsWith('EHLO') ? drip(socket) : undefined));
  expect(await openSender(early, 200).send(makeMail())).toMatchObject({ outcome: 'retry' });
  const late = await startServer((line, socket) => (line === '.' ? drip(socket) : undefined));
  await expect(openSender(late, 200).send(makeMail())).rejects.toThrow();
  expect((await refusalOf(() => smtp.verify(early, 'a@acme.test', makeTools({}), 200))).code).toBe(
    'invalid_request',
  );
});
