import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../../../../src/dev/server/server-process.ts';
import { findPresentUser } from '../../../../src/dev/server/server-user.ts';
import { quietPort } from '../../network/quiet-port.ts';
import { startTcpProxy } from '../../network/tcp-proxy.ts';

/** A way to etcd that can be cut. */
interface EtcdPath {
  readonly port: number;
  /** From now on what is sent gets lost, in both directions, without a sign. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** One etcd on loopback. */
export interface Etcd {
  openPath(): Promise<EtcdPath>;
  close(): Promise<void>;
}

/** Starts etcd with its data in this folder. */
export async function startEtcd(folder: string): Promise<Etcd> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const port = await quietPort();
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await quietPort()}`];
  const server = await startServer({
    user: await findPresentUser(),
    command: [
      'etcd',
      '--enable-v2',
      `--data-dir=${join(folder, 'data')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ],
    cwd: folder,
    logPath: join(folder, 'etcd.log'),
    stopSignal: 'TERM',
    isReady: () =>
      fetch(`${client}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  return {
    async openPath() {
      let isCut = false;
      const proxy = await startTcpProxy(port, (one, other) => {
        one.on('data', (chunk) => isCut || other.write(chunk));
        other.on('data', (chunk) => isCut || one.write(chunk));
      });
      return {
        port: proxy.port,
        cut() {
          isCut = true;
        },
        mend() {
          isCut = false;
          proxy.switchTo(port); // what was open has holes
        },
        close: proxy.close,
      };
    },
    close: server.stop,
  };
}
