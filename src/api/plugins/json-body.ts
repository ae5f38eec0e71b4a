import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { isStorable } from '../../shared/text.ts';

/**
 * Reads JSON bodies more strictly than Fastify does: UTF-8 only, nothing that Postgres cannot store, no
 * `__proto__` (C1.4, C1.8, C1.8a). An empty body is no body (C1.8c).
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(new AppError('invalid_request', 'The body is not UTF-8.'));
    const text = bytes.toString('utf8');
    parse(request, text, (error, body) => {
      if (error)
        return done(new AppError('invalid_request', 'The body is not valid JSON, or holds a __proto__ key.'));
      const place = text.includes('\\u') ? findUnstorable(body) : undefined;
      if (place !== undefined)
        return done(
          new AppError('invalid_request', `${place}: must not hold U+0000 or half of a surrogate pair`),
        );
      done(null, body);
    });
  });
}

/** The path of the first text in a JSON value that cannot be stored; only escapes can have brought it in. Walks without recursion: a body may nest as deep as it is long. */
function findUnstorable(root: unknown): string | undefined {
  const open: { path: string; value: unknown }[] = [{ path: '', value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && !isStorable(value)) return path || 'body';
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) return path ? `a key of ${path}` : 'a key of the body';
      open.push({ path: path && path.length < 200 ? `${path}.${key}` : path || key, value: child });
    }
  }
  return undefined;
}
