import { setTimeout as sleep } from 'node:timers/promises';
import { announceFirstStart } from '../../shared/account/administration/first-start/first-start.ts';
import type { Config } from '../../shared/config.ts';
import { awaitDatabase } from '../../shared/platform/postgres/server/await-database.ts';
import { endOnSignal } from '../../shared/platform/process/end-on-signal.ts';
import type { StopSignals } from '../../shared/platform/process/stop-signals.ts';
import { buildApp } from '../app.ts';
import { openWebContext, type WebContext } from '../web-context.ts';
import { closePort } from './close-port.ts';
import { isReplacement } from './fork-processes.ts';
import { passedSocket } from './passed-socket.ts';

const announceEveryMs = 5_000;
/** Behind the signal. Of the 20 s that a process has, the rest is for what runs. */
const closingMs = 17_000;

/**
 * Serves HTTP until SIGTERM (C9.6).
 * Then /readyz fails for DRAIN_SECONDS, so load balancers stop sending requests.
 * After that it accepts no new connections, finishes the running requests and exits with 0.
 */
export async function serve(config: Config, stopSignals: StopSignals): Promise<void> {
  const ctx = openWebContext(config);
  const app = await buildApp(ctx);

  const drain = () => {
    ctx.draining.abort();
    return sleep(config.http.drainSeconds * 1_000);
  };
  endOnSignal(ctx.log, stopSignals, async ({ failed }) => {
    if (!failed) {
      await drain();
      await closePort(app.server, closingMs - config.http.drainSeconds * 1_000);
    }
    await app.close();
    await ctx.close();
  });

  await app.ready();
  if (isReplacement()) await reachDatabase(ctx, 'the old processes go on');
  if (ctx.draining.signal.aborted) return;
  const { host, port } = config.http;
  const address = await app.listen({ host, port, ...passedSocket(process.env) }).catch((err: unknown) => {
    const { code } = err as NodeJS.ErrnoException;
    ctx.log.fatal({ err, advice: listenAdvice[code ?? ''] }, 'the port of HOST and PORT cannot be opened');
    process.exit(1);
  });
  ctx.log.info({ port: Number(new URL(address).port) }, 'web started');
  void announce(ctx);
}

/** By the code of Node. */
const listenAdvice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT is taken: stop the process that listens there, or set another PORT.',
  EACCES: 'PORT may not be opened by this user: set one above 1023.',
  EADDRNOTAVAIL: 'HOST is no address of this machine.',
  ENOTFOUND: 'HOST is not a known name.',
};

/** Postgres may come up later than this process, and its migrations later still. */
async function announce(ctx: WebContext): Promise<void> {
  await reachDatabase(ctx, 'requests are answered with 503');
  while (!ctx.draining.signal.aborted) {
    try {
      return await announceFirstStart(ctx);
    } catch {
      await sleep(announceEveryMs, undefined, { ref: false }); // what is wrong is in the log already
    }
  }
}

function reachDatabase({ schema, log, outage, draining }: WebContext, meanwhile: string): Promise<void> {
  return awaitDatabase(schema.findPending, { log, outage, over: draining.signal, meanwhile });
}
