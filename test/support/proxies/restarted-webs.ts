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

/** Two processes behind a proxy with its shipped configuration. A restart is that of one systemd unit. */
export async function startProxied(
  kind: keyof typeof proxies,
  env: NodeJS.ProcessEnv,
): Promise<RestartedWebs> {
  const ports = [await quietPort(), await quietPort()] as const;
  const start = (port: number) => startProcess('web', { ...env, PORT: String(port) });
  const webs = await Promise.all(ports.map(start));
  const proxy = await proxies[kind].start(ports);
  const exits: (number | null)[] = [];
  let next = 0;
  return {
    url: proxy.url,
    exits,
    async restart() {
      const index = next++ % ports.length;
      const [web, port] = [webs[index], ports[index]];
      if (!web || port === undefined) return;
      exits.push(await web.stop());
      const started = await start(port);
      webs[index] = started;
      await until(async () => (await fetch(`${started.url}/readyz`)).ok, startSeconds);
    },
    async close() {
      await Promise.all(webs.map((web) => web.stop()));
      await proxy.close();
    },
  };
}

/** Two processes of WEB_CONCURRENCY, which SIGHUP replaces. */
export async function startReloaded(env: NodeJS.ProcessEnv): Promise<RestartedWebs> {
  const web: ServiceProcess = await startProcess('web', { ...env, WEB_CONCURRENCY: '2' });
  let reloads = 0;
  return {
    url: web.url,
    exits: [],
    async restart() {
      reloads += 1;
      web.child.kill('SIGHUP');
      await until(
        async () => web.log.filter(({ msg }) => msg === 'the web processes are replaced').length === reloads,
        startSeconds,
      );
    },
    async close() {
      await web.stop();
    },
  };
}
