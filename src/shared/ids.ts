import { randomFillSync } from 'node:crypto';
import { notFound } from './errors.ts';

/** 4 KiB of randomness at a time: asking the system for each id costs more than all the rest of it. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** The next `count` random bytes, valid until the next call. */
export function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** Of the service itself, where a row is of no account: its own mail credentials, and the events of mails on them. */
export const platformAccountId = '00000000-0000-0000-0000-000000000000';

/** A UUIDv7 (RFC 9562): ids made one after the other lie side by side in an index. */
export function newId(): string {
  const bytes = Buffer.from(randomBytes(16));
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For ids that no route has checked. @throws AppError not_found: a text of another form names nothing */
export function assertId(text: string, what: string): void {
  if (!idForm.test(text)) notFound(what);
}
