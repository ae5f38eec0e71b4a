import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Records all commands that Redis receives, until it is closed. It uses its own socket, because ioredis fails
 * if the first command follows directly after the OK to MONITOR.
 */
export async function watchCommands(url: string): Promise<{ commands(): readonly Buffer[]; close(): void }> {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  async function ask(command: string): Promise<void> {
    socket.write(`${command}\r\n`);
    const [answer] = await once(socket, 'data');
    if (!String(answer).startsWith('+OK')) throw new Error(`Redis answered ${answer}`);
  }
  if (password) await ask(`AUTH ${password}`);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await ask('MONITOR');
  return {
    commands: () => text.split('\r\n').slice(1, -1).map(readBytes),
    close: () => socket.destroy(),
  };
}

/** The bytes of a line. Redis escapes quotes, control characters and non-ASCII bytes with a backslash. */
function readBytes(line: string): Buffer {
  const plain = line.replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (controls[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };
