import closeWithGrace from 'close-with-grace';
import { readConfig } from '../shared/config.ts';
import { buildApp } from './app.ts';
import { openWebContext } from './web-context.ts';

const shutdownMs = 20_000;

const config = readConfig(process.env);
const ctx = openWebContext(config);
const app = await buildApp(ctx);

closeWithGrace({ delay: shutdownMs, logger: false }, async ({ err, signal }) => {
  if (err) ctx.log.fatal({ err }, 'web fails');
  else ctx.log.info({ signal }, 'web stops');
  await app.close(); // no new connections; what runs is answered
  await ctx.close();
});

await app.listen({ host: config.http.host, port: config.http.port });
ctx.log.info({ port: config.http.port }, 'web started');
