import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Config } from '../shared/config.ts';
import type { StopSignals } from '../shared/stop-signals.ts';
import { buildApp } from './app.ts';
import { openWebContext } from './web-context.ts';

const shutdownMs = 20_000;

/** Serves HTTP until SIGTERM: then balancers get time to notice, no new connection is taken, what runs is answered, and the process exits 0 (C9.6). */
export async function serve(config: Config, stopSignals: StopSignals): Promise<void> {
  const ctx = openWebContext(config);
  const app = await buildApp(ctx);

  /** Balancers that ask /readyz go elsewhere, and those that keep connections open lose none under a request. */
  const drain = () => {
    ctx.draining.abort();
    return sleep(config.http.drainSeconds * 1_000);
  };
  const closing = closeWithGrace(
    { delay: shutdownMs, logger: false, skip: [...stopSignals.names] },
    async ({ err }) => {
      if (err) ctx.log.fatal({ err }, 'web fails');
      else await drain();
      await app.close();
      await ctx.close();
    },
  );
  stopSignals.handle((signal) => {
    ctx.log.info({ signal }, 'web stops');
    closing.close();
  });

  const address = await app.listen({ host: config.http.host, port: config.http.port });
  ctx.log.info({ port: Number(new URL(address).port) }, 'web started');
}
