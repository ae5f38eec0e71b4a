import { quietPort } from '../network/quiet-port.ts';
import { type ServiceProcess, startProcess } from '../service/processes.ts';
import { until } from '../until.ts';
import { proxies } from './proxies.ts';

/** Web processes at one address, which are restarted as an operator does. */
export interface RestartedWebs {
  readonly url: string;
  /** The processes that have ended, by exit code. */
  readonly exits: readonly (number | null)[];
  /** Restarts the next one, or all where they share a port. Resolves when it can serve again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const startSeconds = 240;

/**
 * Two processes behind a proxy with its shipped configuration. A restart is that of one systemd unit, whose
 * socket stays open.
 */
export async function startProxied(
  kind: keyof typeof proxies,
  env: NodeJS.ProcessEnv,
): Promise<RestartedWebs> {
  const ports = [await quietPort(), await quietPort()] as const;
  const webs = await Promise.all(
    ports.map((port) =>
      startProcess('web', env, { command: ['python3', 'test/support/proxies/keep-socket.py', String(port)] }),
    ),
  );
  const proxy = await proxies[kind].start(ports);
  const exits: (number | null)[] = [];
  let restarts = 0;
  return {
    url: proxy.url,
    exits,
    async restart() {
      const web = webs[restarts++ % webs.length];
      if (!web) return;
      await hangUp(web, 'web started');
      await until(async () => (await fetch(`${web.url}/readyz`)).ok, startSeconds);
    },
    async close() {
      exits.push(...(await Promise.all(webs.map((web) => web.stop()))));
      await proxy.close();
    },
  };
}

/** Two processes of WEB_CONCURRENCY, which SIGHUP replaces. */
export async function startReloaded(env: NodeJS.ProcessEnv): Promise<RestartedWebs> {
  const web: ServiceProcess = await startProcess('web', { ...env, WEB_CONCURRENCY: '2' });
  const exits: (number | null)[] = [];
  return {
    url: web.url,
    exits,
    restart: () => hangUp(web, 'the web processes are replaced'),
    async close() {
      exits.push(await web.stop());
    },
  };
}

/** Sends SIGHUP. Resolves when the process has logged this once more. */
async function hangUp({ child, log }: ServiceProcess, message: string): Promise<void> {
  const count = () => log.filter(({ msg }) => msg === message).length;
  const before = count();
  child.kill('SIGHUP');
  await until(async () => count() > before, startSeconds);
}
