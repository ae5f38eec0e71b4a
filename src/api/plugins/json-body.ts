import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../shared/platform/errors.ts';
import { hashBody } from '../../shared/platform/idempotency/begin-attempt.ts';
import { findUnstorable, unstorableText } from '../../shared/platform/schema/storable.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the operation itself refuses text that Postgres cannot store, item by item. */
    checksText?: boolean;
  }
}

/**
 * Parses JSON bodies more strictly than Fastify: UTF-8 only, no text that Postgres cannot store, no
 * `__proto__` (C1.4, C1.8, C1.8a). An empty body counts as none (C1.8c).
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.idempotencyKey !== undefined) request.bodyHash = hashBody(bytes);
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(new AppError('invalid_request', 'The body is not UTF-8.'));
    const text = bytes.toString('utf8');
    parse(request, text, (error, body) => {
      if (error)
        return done(
          new AppError('invalid_request', 'The body is not valid JSON, or contains a __proto__ key.'),
        );
      // Valid UTF-8 contains such text only as an escape.
      const isChecked = text.includes('\\u') && !request.routeOptions.config.checksText;
      const path = isChecked ? findUnstorable(body, 'body') : undefined;
      if (path !== undefined) return done(new AppError('invalid_request', `${path}: ${unstorableText}`));
      done(null, body);
    });
  });
}

/** Makes a body that is not there the same as `{}` on all routes where no key is required. */
export function fillAbsentBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.body && needsNoKey(route.schema.body as z.ZodType))
      route.preValidation = [fill, route.preValidation ?? []].flat();
  });
}

async function fill(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

function needsNoKey(body: z.ZodType): boolean {
  const { error } = body.safeParse({});
  return !error || error.issues.every(({ path }) => path.length === 0); // such as: expected one of two keys
}
