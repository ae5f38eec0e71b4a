import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The URLs of a data folder's servers. The file outlives them, so they get the same ports at the next start.
 */
export interface RunFile {
  databaseUrl?: string;
  redisUrl?: string;
}

export async function readRunFile(dataDir: string): Promise<RunFile> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '{}'); // none before the first run
  const saved: Record<keyof RunFile, unknown> = JSON.parse(text);
  return {
    ...(typeof saved.databaseUrl === 'string' && { databaseUrl: saved.databaseUrl }),
    ...(typeof saved.redisUrl === 'string' && { redisUrl: saved.redisUrl }),
  };
}

/**
 * Replaces the file atomically. Only its owner may read it: the URLs contain passwords.
 * Synchronous, so writes for two servers that become ready together stay in order.
 */
export function writeRunFile(dataDir: string, content: RunFile): void {
  const draft = `${pathIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, pathIn(dataDir));
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'run.json');
}
