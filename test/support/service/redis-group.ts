import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedis } from '../../../src/dev/redis/redis-binary.ts';
import { type RunningServer, startServer } from '../../../src/dev/server/server-process.ts';
import { findPresentUser } from '../../../src/dev/server/server-user.ts';
import { makeCertificate } from '../network/certificate.ts';
import { quietPort } from '../network/quiet-port.ts';
import { until } from '../until.ts';

const host = '127.0.0.1';
const password = 'sesame';
/** How long a server must be away until another takes over. */
const downMs = 2_000;

/** Several Redis servers that are one. */
export interface RedisGroup {
  /** What the service finds it by: `REDIS_URL`, with TLS also `REDIS_CA_CERT`. */
  readonly env: NodeJS.ProcessEnv;
  /** Whether another server takes over from one that is away. */
  readonly hasReplicas: boolean;
  /** The port of the primary that has this key at the moment. */
  primaryOf(key: string): Promise<number>;
  kill(port: number): Promise<void>;
  /** Suspends the process: connections stay open without answers. */
  pause(port: number): void;
  resume(port: number): void;
  /** Starts a killed server again, with its data. */
  restart(port: number): Promise<void>;
  /** Resolves when another server is the primary for this key, and answers. */
  waitForSuccessor(key: string, port: number): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  readonly port: number;
  readonly client: Redis;
  readonly pid: number;
  readonly running: Omit<RunningServer, 'url'>;
}

/** How a group is set up. */
export interface GroupOptions {
  /**
   * Whether clients and servers speak TLS with each other, with a certificate for the address of all servers.
   */
  readonly tls?: boolean;
}

/** Servers in a folder of their own. */
async function openServers({ tls = false }: GroupOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-redis-'));
  const redis = await findRedis(folder, () => {});
  const certificate = tls ? await storeCertificate(folder) : undefined;
  const servers = new Map<number, Server>();

  async function start(port: number, settings: readonly string[], ...args: string[]): Promise<Server> {
    const cwd = join(folder, String(port));
    await mkdir(cwd, { recursive: true });
    const file = join(cwd, 'server.conf');
    const listening = certificate
      ? ['port 0', `tls-port ${port}`, ...certificate.settings]
      : [`port ${port}`];
    const given = [`bind ${host}`, ...listening, `dir ${cwd}`, 'save ""', ...settings];
    if (!servers.has(port)) await writeFile(file, `${given.join('\n')}\n`); // a sentinel writes to it
    const client =
      servers.get(port)?.client ??
      new Redis({
        ...{ port, host, password, lazyConnect: true, retryStrategy: () => 100 },
        ...(certificate && { tls: { ca: certificate.pem } }),
      });
    client.on('error', () => {});
    const running = await startServer({
      user: await findPresentUser(),
      command: [redis.program, file, ...args],
      cwd,
      libraryPath: redis.libraryPath,
      logPath: join(cwd, 'server.log'),
      stopSignal: 'TERM',
      isReady: () => client.ping().then(...answered),
    });
    const [, pid] = /process_id:(\d+)/.exec(await client.info('server')) ?? [];
    const server = { port, client, pid: Number(pid), running };
    servers.set(port, server);
    return server;
  }
  const find = (port: number): Server => {
    const server = servers.get(port);
    if (!server) throw new Error(`no server has port ${port}`);
    return server;
  };
  return {
    /** What `REDIS_URL` begins with, and what belongs to it. */
    scheme: tls ? 'rediss' : 'redis',
    env: certificate ? { REDIS_CA_CERT: certificate.pem } : {},
    start,
    all: () => [...servers.values()],
    find,
    async kill(port: number) {
      process.kill(find(port).pid, 'SIGKILL');
      await find(port).running.exited;
    },
    pause: (port: number) => void process.kill(find(port).pid, 'SIGSTOP'),
    resume: (port: number) => void process.kill(find(port).pid, 'SIGCONT'),
    async close() {
      for (const { client } of servers.values()) client.disconnect();
      for (const { pid, running } of servers.values()) {
        if (isAlive(pid)) process.kill(pid, 'SIGCONT');
        await running.stop();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Stores a certificate for all servers, which is its own authority. @returns it, and the settings that use it
 */
async function storeCertificate(folder: string): Promise<{ pem: string; settings: readonly string[] }> {
  const day = 86_400_000;
  const { privateKey, pem } = makeCertificate(host, new Date(Date.now() - day), new Date(Date.now() + day));
  const files = { certificate: join(folder, 'server.crt'), key: join(folder, 'server.key') };
  await writeFile(files.certificate, pem);
  await writeFile(files.key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return {
    pem,
    settings: [
      `tls-cert-file ${files.certificate}`,
      `tls-key-file ${files.key}`,
      `tls-ca-cert-file ${files.certificate}`,
      'tls-auth-clients no',
      'tls-replication yes',
    ],
  };
}

const answered = [() => true, () => false] as const;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const durable = [
  `requirepass ${password}`,
  `masterauth ${password}`,
  'appendonly yes',
  'appendfsync everysec',
];

/** A Redis Cluster of three primaries, each with so many replicas. */
export async function startRedisCluster(replicas: 0 | 1, options: GroupOptions = {}): Promise<RedisGroup> {
  const servers = await openServers(options);
  const settings = async () => [
    ...durable,
    'cluster-enabled yes',
    `tls-cluster ${options.tls ? 'yes' : 'no'}`,
    `cluster-port ${await quietPort()}`,
    `cluster-node-timeout ${downMs}`,
  ];
  const given = new Map<number, string[]>();
  const nodes: Server[] = [];
  for (let count = 0; count < 3 * (1 + replicas); count++) {
    const port = await quietPort();
    given.set(port, await settings());
    nodes.push(await servers.start(port, given.get(port) ?? []));
  }
  const [first, ...others] = nodes;
  if (!first) throw new Error('no server');
  for (const [index, { client }] of nodes.entries()) {
    await client.cluster('SET-CONFIG-EPOCH', index + 1);
    if (index < 3)
      await client.call(
        'CLUSTER',
        'ADDSLOTSRANGE',
        String(Math.floor((index * 16_384) / 3)),
        String(Math.floor(((index + 1) * 16_384) / 3) - 1),
      );
  }
  for (const { port } of others) {
    const bus = /cluster-port (\d+)/.exec((given.get(port) ?? []).join('\n'))?.[1] ?? '';
    await first.client.call('CLUSTER', 'MEET', host, String(port), bus);
  }
  const knowsAll = async ({ client }: Server) =>
    String(await client.cluster('NODES'))
      .trim()
      .split('\n')
      .filter((line) => !line.includes('handshake')).length === nodes.length;
  await until(async () => (await Promise.all(nodes.map(knowsAll))).every(Boolean), 240);
  for (const [index, { client }] of nodes.entries()) {
    const primary = nodes[index % 3];
    if (index >= 3 && primary)
      await client.cluster('REPLICATE', String(await primary.client.cluster('MYID')));
  }
  const isWhole = async ({ client }: Server) =>
    String(await client.cluster('INFO')).includes('cluster_state:ok') &&
    (await client.info('replication')).match(/master_link_status:down/) === null;
  await until(async () => (await Promise.all(nodes.map(isWhole))).every(Boolean), 240);

  /** Which primary has the key, as this server knows. */
  const ownerBy = async ({ client }: Server, key: string): Promise<number | undefined> => {
    const slot = Number(await client.cluster('KEYSLOT', key));
    const ranges = await client.cluster('SLOTS');
    return ranges.find(([from, to]) => from <= slot && slot <= to)?.[2]?.[1];
  };
  return {
    env: {
      ...servers.env,
      REDIS_URL: `${servers.scheme}+cluster://:${password}@${nodes
        .slice(0, 3)
        .map(({ port }) => `${host}:${port}`)
        .join(',')}`,
    },
    hasReplicas: replicas > 0,
    async primaryOf(key) {
      const asked = servers.all().find(({ pid }) => isAlive(pid));
      return (asked && (await ownerBy(asked, key))) ?? 0;
    },
    kill: servers.kill,
    pause: servers.pause,
    resume: servers.resume,
    async restart(port) {
      await servers.start(port, given.get(port) ?? []);
    },
    async waitForSuccessor(key, port) {
      await until(async () => {
        const others = servers.all().filter((server) => server.port !== port && isAlive(server.pid));
        const owners = await Promise.all(others.map((server) => ownerBy(server, key)));
        return owners.every((owner) => owner !== undefined && owner !== port);
      }, 240);
    },
    close: servers.close,
  };
}

/** A primary with two replicas, and three sentinels that know it as `main`. */
export async function startRedisSentinels(options: GroupOptions = {}): Promise<RedisGroup> {
  const servers = await openServers(options);
  const ports = await Promise.all([0, 1, 2].map(() => quietPort()));
  const [first = 0] = ports;
  const settings = (port: number) => [...durable, ...(port === first ? [] : [`replicaof ${host} ${first}`])];
  for (const port of ports) await servers.start(port, settings(port));
  const isLinked = async (port: number) =>
    (await servers.find(port).client.info('replication')).includes('master_link_status:up');
  await until(async () => (await Promise.all(ports.slice(1).map(isLinked))).every(Boolean), 240);
  const sentinels: Server[] = [];
  for (let count = 0; count < 3; count++)
    sentinels.push(
      await servers.start(
        await quietPort(),
        [
          `requirepass ${password}`,
          `sentinel sentinel-pass ${password}`,
          `sentinel monitor main ${host} ${first} 2`,
          `sentinel auth-pass main ${password}`,
          `sentinel down-after-milliseconds main ${downMs}`,
          'sentinel failover-timeout main 10000',
        ],
        '--sentinel',
      ),
    );
  const primary = async ({ client }: Server) =>
    Number(((await client.call('SENTINEL', 'get-master-addr-by-name', 'main')) as string[])[1]);
  const knowsOthers = async ({ client }: Server) => {
    const info = await client.info('sentinel');
    return info.includes('slaves=2') && info.includes('sentinels=3');
  };
  await until(async () => (await Promise.all(sentinels.map(knowsOthers))).every(Boolean), 240);
  const [asked] = sentinels;
  if (!asked) throw new Error('no sentinel');
  return {
    env: {
      ...servers.env,
      REDIS_URL: `${servers.scheme}+sentinel://:${password}@${sentinels
        .map(({ port }) => `${host}:${port}`)
        .join(',')}/main?sentinel_password=${password}`,
    },
    hasReplicas: true,
    primaryOf: () => primary(asked),
    kill: servers.kill,
    pause: servers.pause,
    resume: servers.resume,
    async restart(port) {
      await servers.start(port, settings(port));
    },
    async waitForSuccessor(_, port) {
      await until(
        async () => (await Promise.all(sentinels.map(primary))).every((found) => found !== port),
        240,
      );
    },
    close: servers.close,
  };
}
