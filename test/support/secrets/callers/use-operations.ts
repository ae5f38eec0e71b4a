import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../../src/shared/platform/postgres/connection.ts';
import { openBrowser } from '../browser.ts';
import type { World } from '../world.ts';
import type { Owner } from './use-dashboard.ts';

/** Uses the operator's token and password, right and wrong. */
export async function useOperatorPages({ ask, canaries, env }: World): Promise<void> {
  const wrong = canaries.secret('a wrong token of an operator');
  const basic = (user: string, password: string) =>
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  for (const token of [wrong, env.METRICS_TOKEN])
    await ask('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } });
  for (const password of [wrong, env.ADMIN_PASSWORD ?? ''])
    for (const path of ['/admin/queues', '/admin/queues/api/queues'])
      await ask('GET', path, { headers: { authorization: basic(env.ADMIN_USER ?? '', password) } });
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs/']) await ask('GET', path);
}

/** Runs commands with secrets, valid and invalid, and starts processes with secrets in bad variables. */
export async function useCommandLine(world: World, account: string): Promise<void> {
  const { canaries, command, env, provider } = world;
  const email = canaries.address('a user of the command line');
  const password = canaries.secret('a password of the command line', { prefix: 'p&"ss ' });
  const api_key = canaries.secret('a mail key of the command line', { prefix: 're_' });
  const setMail = (type: string, config: string, ...more: string[]) =>
    command([
      'email-provider',
      'set',
      '--account',
      account,
      '--type',
      type,
      '--from',
      'a@acme.test',
      '--config',
      config,
      ...more,
    ]);

  await command(['user', 'add', '--account', account, '--email', email, '--password', password]);
  await command(['user', 'add', '--account', account, '--email', email, '--password', password]);
  await command(['user', 'set-password', '--email', email, '--password', `${password}!`]);
  await command(['user', 'set-password', '--email', `${email}@`, '--password', password]);
  await command(['user', 'add', '--account', account, '--email', email, '--pasword', password]);
  provider.mode = 'echoing';
  await setMail('resend', JSON.stringify({ api_key }));
  await setMail('resend', JSON.stringify({ api_key }).slice(0, -1));
  await setMail('resend', JSON.stringify({ apikey: api_key }));
  await setMail('resend', JSON.stringify({ api_key: [api_key] }));
  provider.mode = 'normal';
  await setMail('resend', JSON.stringify({ api_key }), '--webhook-secret', api_key);
  const keys = {
    region: 'eu-west-1',
    access_key_id: canaries.secret('the key id of SES', { prefix: 'AKIA' }),
    secret_access_key: canaries.secret('the secret key of SES'),
  };
  await setMail('ses', JSON.stringify(keys), '--skip-verify');
  await command(['integration', 'test', '--account', account, '--type', 'chat_blocks']);
  await command(['key', 'list', '--account', account, '--json']);
  const newer = canaries.secret('a newer encryption key', { value: randomBytes(32).toString('base64') });
  await command(['secrets', 'reseal'], { env: { ENCRYPTION_KEY: `${newer},${env.ENCRYPTION_KEY}` } });
  await command(['secrets', 'list'], { env: { ENCRYPTION_KEY: newer } });
  await command(['secrets', 'reseal'], { env: { ENCRYPTION_KEY: `${env.ENCRYPTION_KEY},${newer}` } });
  await command(['email-provider', 'clear', '--account', account]);

  const misplaced = canaries.secret('a password in a bad environment');
  const bad: readonly NodeJS.ProcessEnv[] = [
    { DATABASE_URL: `postgres://waitlist:${misplaced}@127.0.0.1:1/none` },
    { DATABASE_URL: `postgres://waitlist:${misplaced}@:none/${misplaced}?sslmode=${misplaced}` },
    { DATABASE_URL: `mysql://waitlist:${misplaced}@127.0.0.1/none` },
    { DATABASE_URL: env.DATABASE_URL?.replace(/:[^:@]+@/, `:${misplaced}@`) },
    { REDIS_URL: `redis//:${misplaced}@127.0.0.1:1` },
    { ENCRYPTION_KEY: misplaced },
    { MANAGED_EMAIL_URL: `smtp//user:${misplaced}@127.0.0.1` },
    { MANAGED_EMAIL_URL: `mailgun://${misplaced}@`, MANAGED_EMAIL_FROM: 'a@acme.test' },
    { METRICS_TOKEN: `${misplaced} ä` },
    { ADMIN_PASSWORD: misplaced, ADMIN_USER: '' },
    { DATABASE_CA_CERT: misplaced },
  ];
  for (const change of bad) {
    await command(['account', 'list'], { env: change });
    await startBadly(world, 'api', change);
    await startBadly(world, 'workers', change);
  }
}

/** Starts a process with a bad variable, stops it after a while if it runs, and keeps its output. */
function startBadly(
  { env, evidence }: World,
  kind: 'api' | 'workers',
  change: NodeJS.ProcessEnv,
): Promise<void> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`dist/${kind}/main.js`],
      { env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', ...env, ...change }, timeout: 2_000 },
      (_, stdout, stderr) => {
        const bytes = Buffer.from(stdout + stderr);
        evidence.push({
          place: `the log of ${kind} with a bad ${Object.keys(change)[0]}`,
          bytes,
          kinds: ['secret', 'address'],
        });
        resolve();
      },
    );
  });
}

/** Makes statements with secrets and addresses fail: by a constraint, and by a lock timeout. */
export async function useFailingPostgres(
  world: World,
  owner: Owner,
  key: string,
  waitlist: string,
): Promise<void> {
  const { ask, canaries, provider, sql } = world;
  const browser = openBrowser(world);
  await browser.signIn(owner.email, owner.password);
  const write = async (when: string) => {
    const email = canaries.address(`a signup ${when}`);
    const secret = canaries.secret(`a secret ${when}`, { prefix: 're_' });
    await ask('POST', `/v1/waitlists/${waitlist}/signups`, { key, body: { email } });
    await browser.send('/dashboard/users/invite', { email });
    await browser.send('/dashboard/api-keys', { name: 'Canary', scopes: 'signups:write' });
    await browser.send('/dashboard/email/provider/resend', { from: 'a@acme.test', api_key: secret });
    await ask('PUT', '/v1/integrations/contacts', {
      key,
      body: { config: { api_key: secret, events: ['signup.created'] } },
    });
    await ask('GET', '/v1/account', { key: secret });
    await openBrowser(world).signIn(email, secret);
  };
  provider.mode = 'normal';
  await withRefusedRows(sql, () => write('that Postgres refuses'));
  await withLockedTables(sql, () => write('that waits for a lock'));
}

const tables = ['signups', 'users', 'api_keys', 'email_providers', 'integrations', 'sessions'];

/** The error of the driver contains the whole row. */
async function withRefusedRows(sql: Sql, work: () => Promise<void>): Promise<void> {
  for (const table of tables)
    await sql`ALTER TABLE ${sql(table)} ADD CONSTRAINT refused CHECK (false) NOT VALID`;
  try {
    await work();
  } finally {
    for (const table of tables) await sql`ALTER TABLE ${sql(table)} DROP CONSTRAINT refused`;
  }
}

async function withLockedTables(sql: Sql, work: () => Promise<void>): Promise<void> {
  const held = await sql.reserve();
  await held`SET idle_in_transaction_session_timeout = 0`;
  await held`BEGIN`;
  try {
    for (const table of tables.filter((each) => each !== 'sessions'))
      await held`LOCK TABLE ${held(table)} IN EXCLUSIVE MODE`;
    await work();
  } finally {
    await held`ROLLBACK`;
    held.release();
  }
}
