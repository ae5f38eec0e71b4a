import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { isStorable } from '../../shared/schema/text.ts';

/** Refuses a query that holds what Postgres cannot store, be it in a key that the route ignores (C1.8). */
export function checkQueries(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ query }) => {
    for (const [key, value] of Object.entries(query as Record<string, string | string[]>)) {
      if (!isStorable(key)) throw new AppError('invalid_request', 'a key of the query: must not hold U+0000');
      if (![value].flat().every(isStorable))
        throw new AppError('invalid_request', `${key}: must not hold U+0000`);
    }
  });
}
