import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sealedIntegration } from '../../src/shared/events/integrations/queries.ts';
import { setEmailProvider } from '../../src/shared/mail/settings/set-email-provider.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { openVault } from '../../src/shared/platform/secrets/sealed.ts';
import { resealSecrets } from '../../src/shared/platform/stored-secrets/reseal-secrets.ts';
import { sealedPlace } from '../../src/shared/platform/stored-secrets/sealed-columns.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import type { TestAccount } from '../support/service/make.ts';
import { endWithTests } from '../support/service/processes.ts';
import { type Service, useService } from '../support/service/service.ts';
import { documentOf, failureOf, waitlist } from './cli.ts';

const oldKey = '0'.repeat(64);
const newKey = 'ab'.repeat(32);
const idOf = (key: string) => openVault([key]).keyIds[0];

/** All sealed values of a database by column and row, decrypted if possible. */
async function secretsOf({ sql }: Service, keys: readonly string[]): Promise<Record<string, string>> {
  const vault = openVault(keys);
  const secrets: Record<string, string> = {};
  for (const { table, column, key, boundTo } of sealedPlace.parts()) {
    const rows = await sql<{ id: string; account_id: string; type: string; sealed: string | null }[]>`
      SELECT ${sql(key)} AS id, account_id, type, ${sql(column)} AS sealed FROM ${sql(table)} ORDER BY 1`;
    for (const { id, account_id, type, sealed } of rows) {
      if (sealed === null) continue;
      try {
        secrets[`${table}.${column}.${id}`] = vault.open(sealed, boundTo({ account_id, type }));
      } catch {
        secrets[`${table}.${column}.${id}`] = sealed;
      }
    }
  }
  return secrets;
}

describe('secrets', () => {
  const service = useService({ ENCRYPTION_KEY: oldKey });
  const integrations = 230; // more than two batches

  const run = (keys: string, ...command: string[]) =>
    waitlist(
      { DATABASE_URL: service.env.DATABASE_URL, ENCRYPTION_KEY: keys },
      'secrets',
      ...command,
      '--json',
    );

  beforeEach(async () => {
    await service.sql`DELETE FROM integrations`;
    await service.sql`DELETE FROM email_providers`;
    const vault = openVault([oldKey]);
    const { accountId } = await service.account();
    await setEmailProvider(service.ctx, accountId, {
      type: 'resend',
      from: 'a@example.com',
      config: { api_key: 're_123456789' },
      webhookSecret: 'whsec_d2FpdGxpc3QtZGVtby1zaWduaW5nLWtleS0wMDAwMDE=',
      skipVerify: true,
    });
    for (let made = 0; made < integrations; made++) {
      const owner = { account_id: accountId, type: `type-${made}` };
      const config = { url: `https://example.com/${made}`, events: [] };
      await service.sql`INSERT INTO integrations ${service.sql({
        id: newId(),
        ...owner,
        events: [],
        sealed_config: vault.seal(JSON.stringify(config), sealedIntegration.config.boundTo(owner)),
      })}`;
    }
  });

  test('include every sealed column of the database', async () => {
    const columns = await service.sql<{ place: string }[]>`
      SELECT table_name || '.' || column_name AS place FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE '%sealed%'`;
    expect(columns.map(({ place }) => place).sort()).toEqual(
      sealedPlace
        .parts()
        .map(({ table, column }) => `${table}.${column}`)
        .sort(),
    );
  });

  test('are sealed with the new key, and no longer need the old one', async () => {
    const before = await secretsOf(service, [oldKey]);
    const versions = await service.sql`SELECT version FROM email_providers`;
    const both = `${newKey},${oldKey}`;
    expect(documentOf(await run(both, 'list'))).toEqual([
      { key_id: idOf(newKey), status: 'current', secrets: 0 },
      { key_id: idOf(oldKey), status: 'old', secrets: integrations + 2 },
    ]);
    expect(documentOf(await run(both, 'reseal'))).toEqual({
      key_id: idOf(newKey),
      resealed: integrations + 2,
      remaining: 0,
    });
    expect(await secretsOf(service, [newKey])).toEqual(before);
    expect(await service.sql`SELECT version FROM email_providers`).toEqual(versions);
    expect(documentOf(await run(newKey, 'list'))).toEqual([
      { key_id: idOf(newKey), status: 'current', secrets: integrations + 2 },
    ]);
    const stored = await secretsOf(service, ['cd'.repeat(32)]);
    expect(documentOf(await run(newKey, 'reseal'))).toEqual({
      key_id: idOf(newKey),
      resealed: 0,
      remaining: 0,
    });
    expect(await secretsOf(service, ['cd'.repeat(32)])).toEqual(stored); // not sealed again
  });

  test.each([
    ['missing', newKey],
    ['another one', `${newKey},${'cd'.repeat(32)}`],
  ])('stay unchanged with an error if the old key is %s', async (_, keys) => {
    const stored = await secretsOf(service, [newKey]);
    expect(failureOf(await run(keys, 'reseal'))).toBe(
      `The key ${idOf(oldKey)}, which sealed ${integrations + 2} of the stored secrets, is not in ENCRYPTION_KEY. Nothing was changed.`,
    );
    expect(await secretsOf(service, [newKey])).toEqual(stored);
    expect(documentOf(await run(keys, 'list'))).toContainEqual({
      key_id: idOf(oldKey),
      status: 'missing',
      secrets: integrations + 2,
    });
  });

  test('need an encryption key', async () => {
    expect(failureOf(await run('', 'reseal'))).toBe('ENCRYPTION_KEY is not set');
  });

  test('that cannot be decrypted are printed and do not stop the others', async () => {
    const [broken] = await service.sql`
      UPDATE integrations SET type = 'moved' WHERE type = 'type-7' RETURNING account_id, sealed_config`;
    expect(failureOf(await run(`${newKey},${oldKey}`, 'reseal'))).toBe(
      `1 of the secrets do not open and were left as they are, such as integrations.sealed_config of account ${broken?.account_id}.`,
    );
    expect(documentOf(await run(`${newKey},${oldKey}`, 'list'))).toEqual([
      { key_id: idOf(newKey), status: 'current', secrets: integrations + 1 },
      { key_id: idOf(oldKey), status: 'old', secrets: 1 },
    ]);
  });

  test('stay readable after the command is killed, and the next run continues', async () => {
    const before = await secretsOf(service, [oldKey]);
    const holder = await service.sql.reserve();
    await holder`BEGIN`;
    await holder`SET LOCAL idle_in_transaction_session_timeout = 0`;
    await holder`SELECT 1 FROM integrations
      WHERE id = (SELECT id FROM integrations ORDER BY id OFFSET 120 LIMIT 1) FOR UPDATE`;
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: service.env.DATABASE_URL,
      ENCRYPTION_KEY: `${newKey},${oldKey}`,
    };
    const command = endWithTests(
      spawn(process.execPath, ['dist/cli/main.js', 'secrets', 'reseal'], { env, stdio: 'ignore' }),
    );
    const ended = once(command, 'exit');
    const resealed = async () =>
      (
        await service.sql`SELECT 1 FROM integrations WHERE split_part(sealed_config, '.', 2) = ${idOf(newKey)}`
      ).length;
    await expect.poll(resealed).toBe(120);
    command.kill('SIGKILL');
    await ended;
    await holder`ROLLBACK`;
    holder.release();
    expect(await secretsOf(service, [oldKey, newKey])).toEqual(before);
    const { remaining } = documentOf(await run(`${newKey},${oldKey}`, 'reseal'));
    expect(remaining).toBe(0);
    expect(await secretsOf(service, [newKey])).toEqual(before);
  });
});

describe.each([
  ['has heard of the new key only', `${oldKey},${newKey}`],
  ['seals with the new key already', `${newKey},${oldKey}`],
])('secrets of a running service that %s', (_, keys) => {
  const service = useService({ ENCRYPTION_KEY: keys });
  let receiver: FakeProvider;

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 204 }));
  });
  afterAll(() => receiver.close());

  test('are resealed during changes by owners, which neither fail nor get lost', async () => {
    const ctx = { ...service.ctx, vault: openVault([newKey, oldKey]) };
    const put = async ({ key }: TestAccount, path: string) => {
      const payload = { config: { url: `${receiver.url}${path}` } };
      const answer = await service.call('PUT', '/v1/integrations/webhook', key, { payload });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
    };
    const accounts = await Promise.all(Array.from({ length: 8 }, () => service.account()));
    let writing = true;
    const writers = Promise.all(
      accounts.map(async (account) => {
        for (let change = 1; change <= 25; change++) await put(account, `/${change}`);
      }),
    ).finally(() => {
      writing = false;
    });
    let runs = 0;
    while (writing) {
      await resealSecrets(ctx, () => {});
      runs += 1;
    }
    await writers;
    expect(runs).toBeGreaterThan(1);
    expect(await resealSecrets(ctx, () => {})).toMatchObject({ remaining: 0 });
    const urls = Object.values(await secretsOf(service, [newKey])).map((text) => JSON.parse(text).url);
    expect(urls).toEqual(accounts.map(() => `${receiver.url}/25`));
  });
});
