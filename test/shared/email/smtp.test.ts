import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { smtp } from '../../../src/shared/email/providers/smtp.ts';
import { makeMail, makeTools } from '../../support/provider-tools.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** What a scripted server does with a command instead of saying yes; undefined says yes. */
type Reply = (line: string, socket: Socket) => string | undefined;

/** A sender over a server that says yes to everything but what `reply` knows better. */
async function senderTo(reply: Reply) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 hello\r\n');
    socket.on('data', (chunk) => {
      for (const line of String(chunk).split('\r\n').slice(0, -1)) {
        const usual = line.startsWith('EHLO') ? '250-hello\r\n250 AUTH PLAIN\r\n' : '250 ok\r\n';
        socket.write(reply(line, socket) ?? usual);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const sender = smtp.open({ host: '127.0.0.1', port, username: 'ada', password: 'secret' }, makeTools({}));
  opened.push(() => {
    sender.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return sender;
}

test.each([
  { answer: '535 5.7.8 Authentication failed', outcome: { outcome: 'refused', status: 'config_error' } },
  { answer: '454 4.7.0 Temporary authentication failure', outcome: { outcome: 'retry' } },
  { answer: '421 4.7.0 Too many connections', outcome: { outcome: 'retry' } },
])('a login answered with $answer (providers.md 3.5)', async ({ answer, outcome }) => {
  const sender = await senderTo((line) => (line.startsWith('AUTH') ? `${answer}\r\n` : undefined));
  expect(await sender.send(makeMail())).toMatchObject(outcome);
});
