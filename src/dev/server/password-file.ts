import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The password of the server with data in this folder.
 * It is stored with the data, so apps reconnect after a crash.
 */
export async function openPassword(folder: string): Promise<string> {
  const path = passwordFile(folder);
  const existing = await readFile(path, 'utf8').catch(() => '');
  if (existing) return existing.trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}

export function passwordFile(folder: string): string {
  return join(folder, 'password');
}
