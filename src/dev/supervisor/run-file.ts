import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the servers of a data folder answer. It outlives them, so that they get the same ports at the next start. */
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
 * Replaces the file in one step; only its owner may read it, for the URLs hold the passwords. Synchronous, so that
 * two servers that become ready together do not overtake each other.
 */
export function writeRunFile(dataDir: string, content: RunFile): void {
  const draft = `${pathIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, pathIn(dataDir));
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'run.json');
}
