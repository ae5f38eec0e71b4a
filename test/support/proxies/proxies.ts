import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../../../src/dev/server/server-process.ts';
import { findPresentUser } from '../../../src/dev/server/server-user.ts';
import { quietPort } from '../network/quiet-port.ts';

const run = promisify(execFile);

/** A real proxy in front of web processes. */
export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** The proxies with a shipped configuration for two web processes. */
export const proxies = {
  nginx: { find: findNginx, start: startNginxBefore },
  haproxy: { find: findHaproxy, start: startHaproxyBefore },
} as const;

/** The version of nginx, such as `1.22.1`; undefined where it is not installed. */
export async function findNginx(): Promise<string | undefined> {
  const shown = await run('nginx', ['-v']).catch(() => undefined);
  return /nginx\/(\S+)/.exec(shown?.stderr ?? '')?.[1];
}

/** The version of HAProxy; undefined where it is not installed. */
export async function findHaproxy(): Promise<string | undefined> {
  const shown = await run('haproxy', ['-v']).catch(() => undefined);
  return /version (\S+)/.exec(shown?.stdout ?? '')?.[1];
}

/**
 * Starts nginx with a shipped configuration, but for its own port and what `changes` replaces.
 * @throws Error where nginx is not installed, or the configuration has nothing of what is replaced
 */
export async function startNginx(
  config: string,
  changes: Readonly<Record<string, string>>,
): Promise<RunningProxy> {
  if ((await findNginx()) === undefined)
    throw new Error('nginx is not on PATH: apt-get install --no-install-recommends nginx-light');
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-nginx-'));
  const port = await quietPort();
  const site = change(await readFile(config, 'utf8'), {
    ...changes,
    'listen 80;': `listen 127.0.0.1:${port};`,
    '/var/log/nginx/': `${folder}/`,
  });
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
  return start(folder, port, ['nginx', '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]);
}

function startNginxBefore([one, other]: readonly [number, number]): Promise<RunningProxy> {
  return startNginx('ops/nginx/waitlist.conf', {
    '127.0.0.1:3001': `127.0.0.1:${one}`,
    '127.0.0.1:3002': `127.0.0.1:${other}`,
  });
}

function startHaproxyBefore([one, other]: readonly [number, number]): Promise<RunningProxy> {
  return startHaproxy('ops/haproxy/haproxy.cfg', {
    '127.0.0.1:3001': `127.0.0.1:${one}`,
    '127.0.0.1:3002': `127.0.0.1:${other}`,
  });
}

/** Like `startNginx`, for HAProxy. */
export async function startHaproxy(
  config: string,
  changes: Readonly<Record<string, string>>,
): Promise<RunningProxy> {
  if ((await findHaproxy()) === undefined)
    throw new Error('haproxy is not on PATH: apt-get install --no-install-recommends haproxy');
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-haproxy-'));
  const port = await quietPort();
  const changed = change(await readFile(config, 'utf8'), {
    ...changes,
    'bind :80': `bind 127.0.0.1:${port}`,
  });
  await writeFile(join(folder, 'haproxy.cfg'), changed);
  return start(folder, port, ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]);
}

function change(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The configuration has no ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

async function start(folder: string, port: number, command: readonly string[]): Promise<RunningProxy> {
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    user: await findPresentUser(),
    command,
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
