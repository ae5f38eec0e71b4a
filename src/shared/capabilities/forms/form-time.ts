import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkSigner } from '../../platform/secrets/link-signer.ts';

const youngestMs = 2_000;
const oldestMs = 24 * 60 * 60 * 1_000;
/** Clocks of several machines differ. */
const aheadMs = 5_000;
const timeLength = 6;
const macLength = 16;
const timeForm = new RegExp(`^[\\w-]{${Math.ceil(((timeLength + macLength) * 4) / 3)}}$`);

/** The key of signed times, derived from the stored link key. */
export const formKeyOf = (signer: LinkSigner): Buffer => signer.keyFor('form-time');

/** The time at which somebody was shown a form, in 30 characters that only the service can make (N6). */
export function signFormTime(formKey: Buffer, formId: string, now: number): string {
  const time = Buffer.alloc(timeLength);
  time.writeUIntBE(now, 0, timeLength);
  return Buffer.concat([time, macOf(formKey, formId, time)]).toString('base64url');
}

/**
 * What a signed time says: `none` for one that is missing, forged, of another form or over 24 hours old,
 * `young` for one of less than 2 s ago.
 */
export function checkFormTime(
  formKey: Buffer,
  formId: string,
  text: string,
  now: number,
): 'good' | 'young' | 'none' {
  if (!timeForm.test(text)) return 'none';
  const bytes = Buffer.from(text, 'base64url');
  const time = bytes.subarray(0, timeLength);
  if (!timingSafeEqual(macOf(formKey, formId, time), bytes.subarray(timeLength))) return 'none';
  const age = now - time.readUIntBE(0, timeLength);
  if (age < -aheadMs || age > oldestMs) return 'none';
  return age < youngestMs ? 'young' : 'good';
}

const macOf = (formKey: Buffer, formId: string, time: Buffer) =>
  createHmac('sha256', formKey).update(`${formId}:`).update(time).digest().subarray(0, macLength);
