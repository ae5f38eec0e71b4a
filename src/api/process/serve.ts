import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../shared/config.ts';
import { endOnSignal } from '../../shared/process/end-on-signal.ts';
import type { StopSignals } from '../../shared/process/stop-signals.ts';
import { buildApp } from '../app.ts';
import { openWebContext } from '../web-context.ts';

/** Serves HTTP until SIGTERM: then balancers get time to notice, no new connection is taken, what runs is answered, and the process exits 0 (C9.6). */
export async function serve(config: Config, stopSignals: StopSignals): Promise<void> {
  const ctx = openWebContext(config);
  const app = await buildApp(ctx);

  /** Balancers that ask /readyz go elsewhere, and those that keep connections open lose none under a request. */
  const drain = () => {
    ctx.draining.abort();
    return sleep(config.http.drainSeconds * 1_000);
  };
  endOnSignal(ctx.log, stopSignals, async ({ failed }) => {
    if (!failed) await drain();
    await app.close();
    await ctx.close();
  });

  await app.ready();
  const address = await app.listen({ host: config.http.host, port: config.http.port });
  ctx.log.info({ port: Number(new URL(address).port) }, 'web started');
}
