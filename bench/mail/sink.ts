/** A mail server in its own process. It counts mails and keeps none. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What the server received since the last count. */
export interface SinkCount {
  readonly mails: number;
  readonly bytes: number;
  readonly connections: number;
  /** When the first mail began, in ms since 1970. */
  readonly firstAt: number;
}

const nothing: SinkCount = { mails: 0, bytes: 0, connections: 0, firstAt: 0 };
let count = { ...nothing };

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onConnect(_, done) {
    count.connections += 1;
    done();
  },
  onMailFrom(_, __, done) {
    count.firstAt ||= Date.now();
    done();
  },
  onData(stream, _, done) {
    stream.on('data', (chunk: Buffer) => {
      count.bytes += chunk.length;
    });
    stream.on('end', () => {
      count.mails += 1;
      done();
    });
  },
});
server.on('error', () => {}); // clients that exit with open connections
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');

process.on('message', () => {
  process.send?.(count);
  count = { ...nothing };
});
process.send?.(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
process.once('disconnect', () => process.exit());
