import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../../../src/dev/server/server-process.ts';
import { findPresentUser } from '../../../src/dev/server/server-user.ts';
import { quietPort } from '../network/quiet-port.ts';

const run = promisify(execFile);
const config = 'ops/nginx/front-door.conf';

/** A real nginx with the configuration for two cells in `ops/nginx`. */
export interface FrontDoor {
  readonly url: string;
  close(): Promise<void>;
}

/** The version of nginx, such as `1.22.1`; undefined where it is not installed. */
export async function findNginx(): Promise<string | undefined> {
  const shown = await run('nginx', ['-v']).catch(() => undefined);
  return /nginx\/(\S+)/.exec(shown?.stderr ?? '')?.[1];
}

/**
 * Starts it in front of one web process of each cell, `127.0.0.1:PORT`. @throws Error where nginx is not
 * installed
 */
export async function startFrontDoor(cells: readonly [string, string]): Promise<FrontDoor> {
  if ((await findNginx()) === undefined)
    throw new Error('nginx is not on PATH: apt-get install --no-install-recommends nginx-light');
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-nginx-'));
  const port = await quietPort();
  const url = `http://127.0.0.1:${port}`;
  const site = (await readFile(config, 'utf8'))
    .replace('server 10.0.1.10:3000; server 10.0.1.11:3000;', `server ${cells[0]};`)
    .replace('server 10.0.2.10:3000; server 10.0.2.11:3000;', `server ${cells[1]};`)
    .replace('/var/log/nginx/front-door.log', join(folder, 'front-door.log'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  await writeFile(join(folder, 'site.conf'), site);
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'pid')}; worker_processes 1;
events { worker_connections 1024; }
http { access_log off; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }
`,
  );
  const server = await startServer({
    user: await findPresentUser(),
    command: ['nginx', '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
    cwd: folder,
    logPath: join(folder, 'output.log'),
    stopSignal: 'TERM',
    isReady: () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
  });
  return {
    url,
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
