import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/platform/errors.ts';
import type { SchemaCheck } from '../../shared/platform/postgres/server/schema-check.ts';

/** What tells operators how the service is. */
const watched: readonly (string | undefined)[] = ['/healthz', '/readyz', '/metrics'];

/**
 * Refuses every request while migrations are pending: what the code reads and writes may not be there yet, or
 * not what it takes it for. Where the database cannot be asked, the request itself tells why.
 */
export function refuseUntilMigrated(app: FastifyInstance, schema: SchemaCheck): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (watched.includes(routeOptions.url)) return;
    const pending = await schema.findPending().catch(() => []);
    if (pending.length > 0)
      throw new AppError('internal_error', 'The database is being upgraded: migrations are pending.', {
        status: 503,
        retryAfterSeconds: 5,
      });
  });
}
