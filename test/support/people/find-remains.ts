import { Redis } from 'ioredis';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { openCanaries } from '../secrets/canaries.ts';
import { dumpDatabase, dumpRedis, type Part } from '../secrets/stores.ts';

/**
 * The places that hold a spelling of an address: tables, keys of Redis, and what else there is, such as logs.
 * Plain, in JSON, URLs, forms and HTML, in hex and in base64, and in any letter case where the encoding keeps
 * letters.
 */
export async function findRemains(
  { sql, redisUrl, more = [] }: { sql: Sql; redisUrl: string; more?: readonly Part[] },
  spellings: readonly string[],
): Promise<string[]> {
  const canaries = openCanaries();
  for (const [index, value] of spellings.entries()) canaries.secret(`spelling ${index}`, { value });
  const redis = new Redis(redisUrl);
  const parts = [...(await dumpDatabase(sql)), ...(await dumpRedis(redis)), ...more];
  redis.disconnect();
  return parts
    .filter(({ bytes }) => canaries.findIn(bytes).length > 0 || hasInAnyCase(bytes, spellings))
    .map(({ name }) => name);
}

function hasInAnyCase(bytes: Buffer, spellings: readonly string[]): boolean {
  const text = bytes.toString('latin1').toLowerCase();
  return spellings.some((spelling) => text.includes(spelling.toLowerCase()));
}
