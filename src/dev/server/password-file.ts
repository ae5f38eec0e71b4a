import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The password of the server whose data this folder holds. It stays with the data: apps reconnect after a crash. */
export async function openPassword(folder: string): Promise<string> {
  const path = passwordFile(folder);
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known) return known.trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}

export function passwordFile(folder: string): string {
  return join(folder, 'password');
}
