import { hash } from 'node:crypto';
import { codeCharacter } from '../../platform/ids.ts';
import { isCheckedToken, newCheckedToken } from '../../platform/secrets/checked-token.ts';

const prefix = { live: 'wl_', test: 'wl_test_' } as const;

/**
 * A new API key: `wl_`, or `wl_test_` for the test mode, 32 random base62 characters (190 bits) and a
 * checksum of 6 characters (C5.5). A key that was made in a cell has its name: `wl_2_…` (N7).
 */
export function newApiKey(mode: keyof typeof prefix = 'live', cell: string | null = null): string {
  return newCheckedToken(cell === null ? prefix[mode] : `${prefix[mode]}${cell}_`);
}

const start = new RegExp(`^wl_(?:test_)?(?:(?<cell>${codeCharacter})_)?`);

/** Whether a text has the form and checksum of a key, so a typing error needs no query. */
export function isApiKey(text: string): boolean {
  const found = start.exec(text)?.[0];
  return found !== undefined && isCheckedToken(found, text);
}

/** The cell that a key was made in (N7); null if the key names none. */
export const cellOf = (key: string): string | null => start.exec(key)?.groups?.cell ?? null;

/** The stored hash of a key. With 190 random bits it needs no salt and no slow hash. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
