/**
 * The process that runs the servers of one data folder: `node supervisor.js <data folder> <mode>`.
 * Every app that finds no supervisor starts one.
 * If several start at once, those that do not get the lock exit.
 */
import type { Server, Socket } from 'node:net';
import { listenAlone, onMessage, type ServicesMode, sendMessage, serverNames } from './control-socket.ts';
import { openServers } from './servers.ts';

/** How long the servers keep running after an app ended without a release: it may be restarting. */
const GRACE_MS = 1_500;

const [dataDir = '', mode = ''] = process.argv.slice(2);
const lock = await listenAlone(dataDir);
if (lock) supervise(lock, dataDir, mode === 'fast' ? 'fast' : 'durable');

/** Keeps the servers running while an app is connected. */
function supervise(lock: Server, dataDir: string, mode: ServicesMode): void {
  const apps = new Set<Socket>();
  let starts = 0; // in progress; a start is not interrupted, even if its app ends
  let stopping = false;
  const grace = setTimeout(() => apps.size + starts === 0 && stop(), GRACE_MS);

  lock.on('connection', (app) => {
    app.on('error', () => {}); // 'close' follows
    app.on('close', () => apps.delete(app) && grace.refresh());
    onMessage(app, (verb, text) => {
      if (verb === 'attach') void attach(app, text.split(' '));
      if (verb === 'release') void release(app);
    });
  });
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const servers = openServers(dataDir, mode, (message) => {
    for (const app of apps) sendMessage(app, 'progress', message);
  });

  async function attach(app: Socket, [requestedMode, ...names]: string[]): Promise<void> {
    if (stopping) return void app.destroy(); // the app then starts another supervisor
    apps.add(app);
    starts++;
    try {
      if (requestedMode !== mode) throw new Error(`The servers of ${dataDir} already run in ${mode} mode.`);
      await (await servers).ensure(serverNames.filter((name) => names.includes(name)));
      sendMessage(app, 'ready');
    } catch (error) {
      sendMessage(app, 'failed', error instanceof Error ? error.message : String(error));
    } finally {
      starts--;
      grace.refresh();
    }
  }

  /** The last app waits until this process ends, which closes its connection. */
  async function release(app: Socket): Promise<void> {
    apps.delete(app);
    if (apps.size + starts === 0) await stop();
    else app.end();
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await (await servers).stop();
    lock.close(); // only now: the next supervisor must not find these servers still running
    process.exit(); // closes the connections of the waiting apps
  }
}
