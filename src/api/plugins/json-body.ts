import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { isStorable } from '../../shared/schema/text.ts';

/**
 * Parses JSON bodies more strictly than Fastify: UTF-8 only, no text that Postgres cannot store, no
 * `__proto__` (C1.4, C1.8, C1.8a). An empty body counts as none (C1.8c).
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
        return done(
          new AppError('invalid_request', 'The body is not valid JSON, or contains a __proto__ key.'),
        );
      // Valid UTF-8 contains such text only as an escape.
      const path = text.includes('\\u') ? findUnstorable(body) : undefined;
      if (path !== undefined)
        return done(
          new AppError('invalid_request', `${path}: must not contain U+0000 or half of a surrogate pair`),
        );
      done(null, body);
    });
  });
}

/** Limits of the path in the error message. */
const maxPathDepth = 3;
const maxPathLength = 200;

/** The path of a text that Postgres cannot store; undefined if there is none. */
function findUnstorable(value: unknown, path: readonly string[] = []): string | undefined {
  if (!containsUnstorable(value)) return undefined;
  const name = path.join('.').slice(0, maxPathLength);
  if (path.length === maxPathDepth || typeof value !== 'object' || value === null) return name || 'body';
  if (Array.isArray(value)) {
    const index = value.findIndex(containsUnstorable);
    return findUnstorable(value[index], [...path, `${index}`]);
  }
  if (!Object.keys(value).every(isStorable)) return `a key of ${name || 'the body'}`;
  const [key = '', child] = Object.entries(value).find(([, each]) => containsUnstorable(each)) ?? [];
  return findUnstorable(child, [...path, key]);
}

/**
 * Whether a value contains text that Postgres cannot store. Not recursive: values can nest very deeply.
 * Creates no arrays of keys: a body can have a value for every three bytes.
 */
function containsUnstorable(root: unknown): boolean {
  const stack: object[] = [];
  const isBad = (value: unknown) => {
    if (typeof value === 'object' && value !== null) stack.push(value);
    return typeof value === 'string' && !isStorable(value);
  };
  if (isBad(root)) return true;
  for (let value = stack.pop(); value; value = stack.pop()) {
    if (Array.isArray(value)) {
      for (const child of value) if (isBad(child)) return true;
    } else {
      for (const key in value) if (!isStorable(key) || isBad(value[key as keyof typeof value])) return true;
    }
  }
  return false;
}
