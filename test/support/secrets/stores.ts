import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Redis } from 'ioredis';
import { findPostgres } from '../../../src/dev/postgres/postgres-binaries.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';

/** A named part of a store, as bytes to search. */
export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** All rows of all tables as text, with binary values in hex and compressed ones decompressed. */
export async function dumpDatabase(sql: Sql): Promise<Part[]> {
  const tables = await sql<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`;
  const parts: Part[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${name} t`);
    parts.push({ name: `table ${name}`, bytes: Buffer.from(rows.map(({ row }) => row).join('\n')) });
  }
  return parts;
}

/** What operators keep as a backup; nothing where this Postgres has no `pg_dump`. */
export async function dumpAsOperator(databaseUrl: string): Promise<Part[]> {
  const { postgres } = await findPostgres(join(tmpdir(), 'waitlist-postgres-lib'));
  const program = join(dirname(postgres), 'pg_dump');
  if (!existsSync(program)) return [];
  const { stdout: bytes } = await promisify(execFile)(program, [databaseUrl], {
    encoding: 'buffer',
    maxBuffer: 1_073_741_824,
  });
  return [{ name: 'pg_dump', bytes }];
}

/** All keys with their values. Redis' `DUMP` is no use, because it compresses. */
export async function dumpRedis(redis: Redis): Promise<Part[]> {
  const parts: Part[] = [];
  for (const key of await redis.keys('*')) {
    const value = await readKey(redis, key);
    parts.push({ name: `Redis key ${key}`, bytes: Buffer.from(`${key}\n${JSON.stringify(value)}`) });
  }
  return parts;
}

async function readKey(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    case 'none':
      return null; // it has expired
    default:
      throw new Error(`The Redis key ${key} has the unknown type ${type}`);
  }
}

/** All files under a folder, without those deleted meanwhile. */
export async function readFiles(folder: string): Promise<Part[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const parts: Part[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes) parts.push({ name: path.slice(folder.length + 1), bytes });
  }
  return parts;
}
