import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { isStorable } from '../../shared/schema/text.ts';

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

/** How far down a place is named, and in how many characters. */
const namedKeys = 3;
const longestName = 200;

/** Where a body holds a text that cannot be stored; only escapes can have brought it in. */
function findUnstorable(value: unknown, path: readonly string[] = []): string | undefined {
  if (!holdsUnstorable(value)) return undefined;
  const name = path.join('.').slice(0, longestName);
  if (path.length === namedKeys || typeof value !== 'object' || value === null) return name || 'body';
  if (Array.isArray(value)) {
    const index = value.findIndex(holdsUnstorable);
    return findUnstorable(value[index], [...path, `${index}`]);
  }
  if (!Object.keys(value).every(isStorable)) return `a key of ${name || 'the body'}`;
  const [key = '', child] = Object.entries(value).find(([, each]) => holdsUnstorable(each)) ?? [];
  return findUnstorable(child, [...path, key]);
}

/** Without recursion, for a value may nest as deep as it is long, and with nothing made on the way: it may hold a part for every three bytes. */
function holdsUnstorable(root: unknown): boolean {
  const open: object[] = [];
  const isBad = (value: unknown) => {
    if (typeof value === 'object' && value !== null) open.push(value);
    return typeof value === 'string' && !isStorable(value);
  };
  if (isBad(root)) return true;
  for (let value = open.pop(); value; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const child of value) if (isBad(child)) return true;
    } else {
      for (const key in value) if (!isStorable(key) || isBad(value[key as keyof typeof value])) return true;
    }
  }
  return false;
}
