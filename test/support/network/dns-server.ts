import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** What a name has. Others do not exist. */
export type DnsAnswer =
  | { mx: readonly string[] }
  | { a: string }
  | { txt: readonly string[] }
  | 'nothing'
  | 'silent';

export interface DnsServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  readonly names: Map<string, DnsAnswer>;
  /** The names that were asked for, in their order. */
  readonly asked: string[];
  close(): Promise<void>;
}

const types = { a: 1, mx: 15, txt: 16 } as const;

/** Serves records for tests over UDP, as a name server does. */
export async function startDnsServer(names: Record<string, DnsAnswer> = {}): Promise<DnsServer> {
  const known = new Map(Object.entries(names));
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const name = labels.join('.').toLowerCase();
    const type = query.readUInt16BE(at + 1);
    asked.push(name);
    const answer = known.get(name);
    if (answer === 'silent') return;
    const records = answer === undefined || answer === 'nothing' ? [] : recordsOf(answer, type);
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    head.writeUInt16BE(0x8180 | (answer === undefined ? 3 : 0), 2); // 3: the name does not exist
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    names: known,
    asked,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

function recordsOf(answer: Exclude<DnsAnswer, string>, type: number): Buffer[] {
  if ('a' in answer && type === types.a) return [record(type, Buffer.from(answer.a.split('.').map(Number)))];
  if ('mx' in answer && type === types.mx)
    return answer.mx.map((exchange) => record(type, Buffer.concat([Buffer.from([0, 0]), nameOf(exchange)])));
  if ('txt' in answer && type === types.txt) return answer.txt.map((text) => record(type, stringsOf(text)));
  return [];
}

/** A text in pieces of at most 255 bytes, as the DNS has it. */
const stringsOf = (text: string) =>
  Buffer.concat(
    (text.match(/.{1,255}/g) ?? []).flatMap((part) => [
      Buffer.from([part.length]),
      Buffer.from(part, 'latin1'),
    ]),
  );

const nameOf = (name: string) =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** For the name in the question. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
