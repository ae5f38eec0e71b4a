import type { Redis } from 'ioredis';
import type { Leak } from './hunt.ts';
import type { World } from './world.ts';

/** A leak by the harness: what does it, and in which place it must be found. */
interface Plant {
  readonly where: RegExp;
  leak(secret: string, world: World, redis: Redis): Promise<unknown>;
}

const plants: Readonly<Record<string, Plant>> = {
  'in a row': {
    where: /^table public\.planted_row$/,
    leak: (secret, { sql }) => sql`CREATE TABLE planted_row AS SELECT ${secret}::text AS word`,
  },
  'in a row, in base64 within JSON': {
    where: /^table public\.planted_json$/,
    leak: (secret, { sql }) =>
      sql`CREATE TABLE planted_json AS SELECT json_build_object('a', ${Buffer.from(`--${secret}`).toString('base64')}::text) AS word`,
  },
  'in a row, as bytes': {
    where: /^table public\.planted_bytes$/,
    leak: (secret, { sql }) =>
      sql`CREATE TABLE planted_bytes AS SELECT ${Buffer.from(secret)}::bytea AS word`,
  },
  'in a table that is gone': {
    where: /pg_wal/,
    async leak(secret, { sql }) {
      await sql`CREATE TABLE planted_once AS SELECT ${secret}::text AS word`;
      await sql`DROP TABLE planted_once`;
    },
  },
  'in the name of a Redis key': {
    where: /^Redis key/,
    leak: (secret, _, redis) => redis.set(`planted:${secret}`, 1),
  },
  'in a Redis hash, in a URL’s spelling': {
    where: /^Redis key planted-hash$/,
    leak: (secret, _, redis) => redis.hset('planted-hash', 'field', encodeURIComponent(secret)),
  },
  'in a Redis key that is gone': {
    where: /^the commands to Redis$/,
    async leak(secret, _, redis) {
      await redis.set('planted-once', secret);
      await redis.del('planted-once');
    },
  },
  'in a log, in hex': {
    where: /^the log of process/, // the caller's own id of a request is logged
    leak: (secret, { ask }) =>
      ask('GET', '/healthz', { headers: { 'x-request-id': Buffer.from(secret).toString('hex') } }),
  },
  'in an answer': {
    where: /^the answer 400/, // which names the field that it does not know
    leak: (secret, { ask, canaries }) =>
      ask('PUT', '/v1/integrations/webhook', {
        key: canaries.all.find(({ name }) => name === 'the key of the account')?.value ?? '',
        body: { config: { [secret]: 1 } },
      }),
  },
  'in a metric': {
    where: /^the answer 200 to GET \/metrics$/,
    async leak(secret, _, redis) {
      await redis.sadd('{waitlist}:metrics', 'planted');
      const text = `# HELP planted x\n# TYPE planted gauge\nplanted{word="${secret}"} 1\n`;
      await redis.set('{waitlist}:metrics:planted', text, 'EX', 15);
    },
  },
  'in a complaint of the command line': {
    where: /^the command account create, on standard error$/,
    leak: (secret, { command }) => command(['account', 'create', '--name', 'x', '--plan', secret]),
  },
};

/** Leaks of the harness in every kind of place, each of a secret of its own, with what a browser, a form and JSON spell otherwise. */
export function openSecretPlants() {
  const nameOf = (place: string) => `planted ${place}`;
  return {
    async plant(world: World, redis: Redis): Promise<void> {
      for (const [place, { leak }] of Object.entries(plants))
        await leak(world.canaries.secret(nameOf(place)), world, redis);
      const email = world.canaries.address('planted address in a log');
      await world.ask('GET', '/healthz', { headers: { 'x-request-id': Buffer.from(email).toString('hex') } });
    },
    /** Those that a hunt did not find in their place. */
    missedBy(leaks: readonly Leak[]): string[] {
      const found = (name: string, where: RegExp) =>
        leaks.some(({ canary, place }) => canary.name === name && where.test(place));
      return [
        ...Object.entries(plants).map(([place, { where }]) => [nameOf(place), where] as const),
        ['planted address in a log', /^the log of process/] as const,
      ].flatMap(([name, where]) => (found(name, where) ? [] : [name]));
    },
  };
}
