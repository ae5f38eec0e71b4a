import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export function supervisorLog(dataDir: string): string {
  return join(dataDir, 'supervisor.log');
}

export function postgresLog(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

export function redisLog(dataDir: string): string {
  return join(dataDir, 'redis.log');
}

/** Empties the logs, for the start of a new supervisor. */
export async function emptyLogs(dataDir: string): Promise<void> {
  for (const logOf of [supervisorLog, postgresLog, redisLog]) await writeFile(logOf(dataDir), '');
}

/** The last lines that a server printed, for an error message. */
export async function readLastLines(path: string, count = 12): Promise<string> {
  const text = await readFile(path, 'utf8');
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
