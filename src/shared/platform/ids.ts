import { randomFillSync } from 'node:crypto';
import { notFound } from './errors.ts';

/**
 * Random bytes are requested in blocks of 4 KiB, because a system call per id would dominate the cost of an
 * id.
 */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** Returns `count` random bytes (at most 4,096) as a view that is valid until the next call. */
export function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** The nil UUID, which is before every other one: where pages by id begin. No row of an account has it. */
export const nilId = '00000000-0000-0000-0000-000000000000';

/**
 * The account id of rows that belong to the service itself: its email credentials and their events. @alias of
 * nilId
 */
export const platformAccountId = nilId;

const mostOfMs = 0xfff;
let lastMs = 0;
let numberInMs = 0;

/**
 * A UUIDv7 (RFC 9562 §6.2, method 1): ids created in sequence are adjacent in an index, and those of one
 * process sort in the order they were made, up to 4,096 of a millisecond.
 */
export function newId(): string {
  const ms = Date.now();
  numberInMs = ms === lastMs ? Math.min(numberInMs + 1, mostOfMs) : 0;
  lastMs = ms;
  const bytes = Buffer.from(randomBytes(16));
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | numberInMs, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * A new UUIDv7 that tells where it comes from: it holds `number`, below 16,384, and ends like `origin`. The
 * same arguments give another id in another millisecond.
 */
export function newIdOf(origin: string, number: number): string {
  const group = (0x8000 | number).toString(16); // behind the bits of the variant
  return `${newId().slice(0, 19)}${group}${origin.slice(23)}`;
}

/** An id before all that are made from a time on, by `newId`. */
export function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Whether an id was made of this origin. */
export function isIdOf(id: string, origin: string): boolean {
  return id.slice(23) === origin.slice(23);
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For ids that no route has validated. @throws AppError not_found for a malformed id */
export function assertId(text: string, what: string): void {
  if (!uuidPattern.test(text)) notFound(what);
}

/** Crockford's base32 in lower case: no i, l, o, u (§4.6). */
export const codeAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** One of its characters, in a regular expression. Cells are named by one (N7). */
export const codeCharacter = `[${codeAlphabet}]`;
