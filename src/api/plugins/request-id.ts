import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The caller's `x-request-id` where it is sane, else a new one (C1.13). */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
