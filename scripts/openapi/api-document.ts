import { buildApp } from '../../src/api/app.ts';
import { openWebContext } from '../../src/api/web-context.ts';
import { readConfig } from '../../src/shared/config.ts';

/**
 * The API description for docs/openapi.json, as JSON text with an example base URL. Needs no Postgres or
 * Redis.
 */
export async function writeApiDocument(): Promise<string> {
  const nowhere = 'redis://127.0.0.1:1';
  const ctx = openWebContext(
    readConfig({
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      REDIS_URL: nowhere,
      ENCRYPTION_KEY: '0'.repeat(64),
      BASE_URL: 'https://waitlist.example',
      LOG_LEVEL: 'silent',
    }),
  );
  const app = await buildApp(ctx);
  try {
    await app.ready();
    return `${JSON.stringify(app.swagger(), null, 2)}\n`;
  } finally {
    await app.close();
    await ctx.close();
  }
}
