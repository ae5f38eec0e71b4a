import type { Redis } from 'ioredis';
import type { Leak } from './find-leaks.ts';
import type { World } from './world.ts';

/** Leaks a secret, and names the place where it must be found. */
interface PlantedLeak {
  readonly place: RegExp;
  leak(secret: string, world: World, redis: Redis): Promise<unknown>;
}

const plantedLeaks: Readonly<Record<string, PlantedLeak>> = {
  'in a row': {
    place: /^table public\.planted_row$/,
    leak: (secret, { sql }) => sql`CREATE TABLE planted_row AS SELECT ${secret}::text AS word`,
  },
  'in a row, in base64 within JSON': {
    place: /^table public\.planted_json$/,
    leak: (secret, { sql }) =>
      sql`CREATE TABLE planted_json AS SELECT json_build_object('a', ${Buffer.from(`--${secret}`).toString('base64')}::text) AS word`,
  },
  'in a row, as bytes': {
    place: /^table public\.planted_bytes$/,
    leak: (secret, { sql }) =>
      sql`CREATE TABLE planted_bytes AS SELECT ${Buffer.from(secret)}::bytea AS word`,
  },
  'in a dropped table': {
    place: /pg_wal/,
    async leak(secret, { sql }) {
      await sql`CREATE TABLE planted_once AS SELECT ${secret}::text AS word`;
      await sql`DROP TABLE planted_once`;
    },
  },
  'in the name of a Redis key': {
    place: /^Redis key/,
    leak: (secret, _, redis) => redis.set(`planted:${secret}`, 1),
  },
  'in a Redis hash, in URL encoding': {
    place: /^Redis key planted-hash$/,
    leak: (secret, _, redis) => redis.hset('planted-hash', 'field', encodeURIComponent(secret)),
  },
  'in a deleted Redis key': {
    place: /^the commands to Redis$/,
    async leak(secret, _, redis) {
      await redis.set('planted-once', secret);
      await redis.del('planted-once');
    },
  },
  'in a log, in hex': {
    place: /^the log of process/, // the log contains the client's request id
    leak: (secret, { ask }) =>
      ask('GET', '/healthz', { headers: { 'x-request-id': Buffer.from(secret).toString('hex') } }),
  },
  'in an answer': {
    place: /^the answer 400/, // names the unknown field
    leak: (secret, { ask, canaries }) =>
      ask('PUT', '/v1/integrations/webhook', {
        key: canaries.all.find(({ name }) => name === 'the key of the account')?.value ?? '',
        body: { config: { [secret]: 1 } },
      }),
  },
  'in a metric': {
    place: /^the answer 200 to GET \/metrics$/,
    async leak(secret, _, redis) {
      await redis.sadd('{waitlist}:metrics', 'planted');
      const text = `# HELP planted x\n# TYPE planted gauge\nplanted{word="${secret}"} 1\n`;
      await redis.set('{waitlist}:metrics:planted', text, 'EX', 15);
    },
  },
  'in an error of the command line': {
    place: /^the command account create, on standard error$/,
    leak: (secret, { command }) => command(['account', 'create', '--name', 'x', '--plan', secret]),
  },
};

/** Plants a secret in every kind of place, and an email address in a log. */
export function openPlantedLeaks() {
  const nameOf = (name: string) => `planted ${name}`;
  return {
    async plant(world: World, redis: Redis): Promise<void> {
      for (const [name, { leak }] of Object.entries(plantedLeaks))
        await leak(world.canaries.secret(nameOf(name)), world, redis);
      const email = world.canaries.address('planted address in a log');
      await world.ask('GET', '/healthz', { headers: { 'x-request-id': Buffer.from(email).toString('hex') } });
    },
    /** The names of planted leaks that were not found in their place. */
    missedBy(leaks: readonly Leak[]): string[] {
      const isFound = (name: string, expected: RegExp) =>
        leaks.some(({ canary, place }) => canary.name === name && expected.test(place));
      return [
        ...Object.entries(plantedLeaks).map(([name, { place }]) => [nameOf(name), place] as const),
        ['planted address in a log', /^the log of process/] as const,
      ].flatMap(([name, expected]) => (isFound(name, expected) ? [] : [name]));
    },
  };
}
