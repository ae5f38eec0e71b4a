import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/shared/config.ts';

const AppJson = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  keywords: z.array(z.string()),
  stack: z.string().regex(/^heroku-\d+$/),
  buildpacks: z.array(z.strictObject({ url: z.string() })),
  addons: z.array(z.strictObject({ plan: z.string().regex(/^[a-z-]+:[a-z0-9-]+$/) })),
  formation: z.record(
    z.string(),
    z.strictObject({ quantity: z.int().positive(), size: z.enum(['basic', 'standard-1x', 'standard-2x']) }),
  ),
  env: z.record(
    z.string().regex(/^[A-Z][A-Z0-9_]*$/),
    z.strictObject({
      description: z.string().min(1),
      value: z.string().optional(),
      required: z.boolean().optional(),
      generator: z.literal('secret').optional(),
    }),
  ),
});

const read = async () => AppJson.parse(JSON.parse(await readFile('app.json', 'utf8')));

test('app.json starts what the Procfile starts, and the Procfile migrates before', async () => {
  const names = [...(await readFile('Procfile', 'utf8')).matchAll(/^(\w+): /gm)].map(([, name]) => name);
  const { formation, addons } = await read();
  expect(['release', ...Object.keys(formation)]).toEqual(names);
  expect(addons.map(({ plan }) => plan.split(':')[0])).toEqual(['heroku-postgresql', 'heroku-redis']);
});

test('with the variables of app.json and those of its add-ons the service starts', async () => {
  const { env, formation } = await read();
  const filled = (given: Record<string, string>, isWhole: boolean) =>
    Object.fromEntries(
      Object.entries(env)
        .filter(([, { required }]) => isWhole || required !== false)
        // A generated secret has 64 hex digits.
        .map(([name, { value, generator }]) => [
          name,
          value ?? given[name] ?? (generator && 'a1'.repeat(32)),
        ]),
    );
  const own = {
    BASE_URL: 'https://app.example',
    MANAGED_EMAIL_URL: 'smtp://u:p@mail.example:587',
    MANAGED_EMAIL_FROM: 'Acme <hello@acme.example>',
  };
  const addOns = { DATABASE_URL: 'postgres://u:p@h:5432/d', REDIS_URL: 'rediss://:p@h:6379', PORT: '5000' };
  for (const isWhole of [false, true]) {
    const config = readConfig({ ...addOns, ...filled(own, isWhole) });
    expect(config).toMatchObject({
      baseUrl: 'https://app.example',
      http: { trustProxy: 1 },
      redis: { tls: { rejectUnauthorized: false } },
      database: { tls: { rejectUnauthorized: false } },
    });
    expect(config.operations.metricsToken).toHaveLength(64);
    // The plan of the add-on has 20 connections. The release phase takes one (docs/scaling.md).
    const { connections } = config.database;
    const most =
      (formation.web?.quantity ?? 0) * (connections + 5) + (formation.worker?.quantity ?? 0) * connections;
    expect(most + 1).toBeLessThanOrEqual(20);
  }
  const docs = await readFile('docs/configuration.md', 'utf8');
  for (const name of Object.keys(env)) expect(docs).toContain(`\`${name}\``);
});
