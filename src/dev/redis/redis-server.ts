import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { endLeftover } from '../server/leftover-server.ts';
import { redisLog } from '../server/logs.ts';
import { openPassword } from '../server/password-file.ts';
import { onFreePort } from '../server/ports.ts';
import { type RunningServer, type ServerOptions, startServer } from '../server/server-process.ts';
import { findPresentUser } from '../server/server-user.ts';
import type { ServicesMode } from '../supervisor/control-socket.ts';
import { findRedis } from './redis-binary.ts';

const PID_FILE = 'redis.pid';

const settings: Record<ServicesMode, readonly string[]> = {
  durable: ['appendonly yes', 'appendfsync everysec'],
  fast: ['appendonly no', 'databases 64'], // one for each test file that runs in parallel
};

/** Starts Redis with the data of its last run here. */
export async function startRedis(options: ServerOptions): Promise<RunningServer> {
  const redis = await findRedis(options.dataDir, options.onProgress);
  // An older Redis cannot read a newer one's files.
  const folder = join(options.storageDir, redis.nameWithMajor);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await endLeftover(join(folder, PID_FILE), folder, 'TERM');

  const password = await openPassword(folder);
  return onFreePort(options.preferredPort, async (port) => {
    const config = [
      'bind 127.0.0.1',
      `port ${port}`,
      `requirepass ${password}`,
      `pidfile ${PID_FILE}`,
      'save ""',
      'maxmemory-policy noeviction', // required by BullMQ
      ...settings[options.mode],
    ];
    const server = await startServer({
      user: await findPresentUser(),
      command: [redis.program, '-'],
      cwd: folder,
      libraryPath: redis.libraryPath,
      stdin: config.join('\n'), // unlike arguments, not visible in process lists
      logPath: redisLog(options.dataDir),
      stopSignal: 'TERM',
      isReady: () => answersPing(port, password),
    });
    return { ...server, url: `redis://:${password}@127.0.0.1:${port}/0` };
  });
}

/** False while Redis is still loading its data. */
function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
      if (answer.split('\n').length > 2) socket.destroy(); // both commands have been answered
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer.includes('+PONG')));
    socket.write(`AUTH ${password}\r\nPING\r\n`);
  });
}
