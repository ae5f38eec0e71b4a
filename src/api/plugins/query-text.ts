import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/platform/errors.ts';
import { isStorable } from '../../shared/platform/schema/text.ts';

/** Rejects queries with text that Postgres cannot store, even in parameters that the route ignores (C1.8). */
export function checkQueries(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ query }) => {
    for (const [key, value] of Object.entries(query as Record<string, string | string[]>)) {
      if (!isStorable(key))
        throw new AppError('invalid_request', 'a key of the query: must not contain U+0000');
      if (![value].flat().every(isStorable))
        throw new AppError('invalid_request', `${key}: must not contain U+0000`);
    }
  });
}
