import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../../../src/dev/server/server-process.ts';
import { findPresentUser } from '../../../src/dev/server/server-user.ts';
import { quietPort } from '../network/quiet-port.ts';

const run = promisify(execFile);

/** An alert rule as Prometheus has read it. */
interface AlertRule {
  readonly name: string;
  readonly query: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A series at this moment. */
export interface Found {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A real Prometheus with the configuration and the rules in `ops`, which scrapes every second. */
export interface Prometheus {
  rules(): Promise<AlertRule[]>;
  /** The names of all labels that are stored. */
  labels(): Promise<string[]>;
  query(expression: string): Promise<Found[]>;
  close(): Promise<void>;
}

/** The version, such as `2.42.0`; undefined where it or promtool is not installed. */
export async function findPrometheus(): Promise<string | undefined> {
  const found = await run('prometheus', ['--version']).catch(() => undefined);
  const tool = await run('promtool', ['--version']).catch(() => undefined);
  return tool && /version (\S+)/.exec(`${found?.stdout}${found?.stderr}`)?.[1];
}

/**
 * Starts one that scrapes this `127.0.0.1:PORT` with METRICS_TOKEN. @throws Error where it is not installed
 */
export async function startPrometheus(target: string, token: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-prometheus-'));
  const address = `127.0.0.1:${await quietPort()}`;
  const tokenFile = join(folder, 'token');
  const config = (await readFile('ops/prometheus.yml', 'utf8'))
    .replace('waitlist.example.com', target)
    .replace('scheme: https', 'scheme: http')
    .replace('/etc/prometheus/waitlist-token', tokenFile)
    .replaceAll('_interval: 15s', '_interval: 1s');
  await writeFile(tokenFile, token);
  await cp('ops/alerts.yml', join(folder, 'alerts.yml'));
  await writeFile(join(folder, 'prometheus.yml'), config);
  const server = await startServer({
    user: await findPresentUser(),
    command: [
      'prometheus',
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    cwd: folder,
    logPath: join(folder, 'output.log'),
    stopSignal: 'TERM',
    isReady: () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  /** @throws Error with what Prometheus says, such as of an invalid expression */
  async function ask(path: string) {
    const { data, error } = await (await fetch(`http://${address}/api/v1/${path}`)).json();
    if (error !== undefined) throw new Error(`${path}: ${error}`);
    return data;
  }
  return {
    rules: async () => (await ask('rules')).groups.flatMap(({ rules }: { rules: AlertRule[] }) => rules),
    labels: () => ask('labels'),
    async query(expression) {
      const { result } = await ask(`query?${new URLSearchParams({ query: expression })}`);
      return result.map(({ metric, value }: { metric: Found['labels']; value: [number, string] }) => ({
        labels: metric,
        value: Number(value[1]),
      }));
    },
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
