import closeWithGrace from 'close-with-grace';
import type { Config } from '../shared/config.ts';
import { buildApp } from './app.ts';
import { openWebContext } from './web-context.ts';

const shutdownMs = 20_000;

/** Serves HTTP until SIGTERM: then no new connection is taken, what runs is answered, and the process exits 0 (C9.6). */
export async function serve(config: Config): Promise<void> {
  const ctx = openWebContext(config);
  const app = await buildApp(ctx);

  closeWithGrace({ delay: shutdownMs, logger: false }, async ({ err, signal }) => {
    if (err) ctx.log.fatal({ err }, 'web fails');
    else ctx.log.info({ signal }, 'web stops');
    await app.close();
    await ctx.close();
  });

  const address = await app.listen({ host: config.http.host, port: config.http.port });
  ctx.log.info({ port: Number(new URL(address).port) }, 'web started');
}
