#!/usr/bin/env node
/**
 * `npm start` in a checkout (C9.1), or `npx waitlist-service`: runs the service with everything it needs on
 * one machine.
 */
import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, readLocalConfig } from '../shared/config.ts';
import { openContext } from '../shared/context.ts';
import { withoutEmpty } from '../shared/platform/environment/environment.ts';
import { migrateDirectly } from '../shared/platform/postgres/pooler.ts';
import { openEncryptionKey } from './encryption-key.ts';
import { type FirstAccount, openFirstAccount } from './first-account.ts';
import { startMailCatcher } from './mail/mail-catcher.ts';
import { freePort } from './server/ports.ts';
import { claimService, ownReceivers, publishAddress } from './service-address.ts';
import { startServiceProcesses } from './service-processes.ts';
import { startServices } from './supervisor/services.ts';

/** How the command line is called: in an installed package, or in a checkout. */
const commandLine = import.meta.dirname.includes('node_modules') ? 'npx waitlist' : 'npm run -s cli --';
const print = (line: string) => process.stdout.write(`${line}\n`);
const closers: (() => Promise<unknown>)[] = [];

/** Stops everything in the reverse order of its start. */
async function stop(exitCode: number): Promise<never> {
  for (const close of closers.reverse()) await close();
  process.exit(exitCode);
}

const interrupted = new Promise<void>((resolve) => {
  // `on`, not `once`: npm forwards the SIGINT that the terminal has
  // already sent, and the second must not kill us.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
});

async function start(): Promise<string> {
  const local = readLocalConfig(process.env);
  await mkdir(local.dataDir, { recursive: true });
  const dataDir = await realpath(local.dataDir);
  const lock = await claimService(dataDir);
  if (!lock)
    throw new Error(
      `The service is already running on ${dataDir}. To run a second one, set DATA_DIR and PORT.`,
    );
  closers.push(async () => lock.close());

  const servers = await startServices({ dataDir, mode: 'durable', given: local, onProgress: print });
  closers.push(() => servers.release());
  const settings = {
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    DRAIN_SECONDS: '0',
    ...(process.env.HOST ? {} : ownReceivers), // else others may reach the service, too
    ...withoutEmpty(process.env),
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    ENCRYPTION_KEY: local.encryptionKey ?? (await openEncryptionKey(dataDir)),
  };
  const mailPort = readConfig(settings).http.port + 1;
  const catcher = local.hasOwnMail ? undefined : await startMailCatcher({ port: mailPort, smtpPort: 0 });
  if (catcher) closers.push(() => catcher.close());
  const mail = catcher && {
    MANAGED_EMAIL_URL: catcher.smtpUrl,
    MANAGED_EMAIL_FROM: 'Waitlist <waitlist@example.com>',
  };
  const env = { ...settings, ...mail };
  const config = readConfig(env);
  await publishAddress(dataDir, config.baseUrl);
  const { host, port } = config.http;
  if ((await freePort(port, host)) !== port)
    throw new Error(`Port ${port} is in use. Set PORT to another port.`);

  const ctx = openContext(config, 'cli');
  closers.push(() => ctx.sql.end());
  await migrateDirectly(ctx);
  const first = await openFirstAccount(ctx, dataDir);

  const processes = await startServiceProcesses(env);
  closers.push(() => processes.stop());
  const address = `http://localhost:${port}`;
  const failed = await Promise.race([processes.failed, waitUntilReady(`http://127.0.0.1:${port}/readyz`)]);
  if (failed !== undefined) throw new Error(failed);
  print(banner(address, catcher?.pageUrl, first));
  const lost = servers.lost.then(() => 'Postgres and Redis stopped: their supervisor was killed.');
  return Promise.race([processes.failed, lost]);
}

async function waitUntilReady(url: string): Promise<undefined> {
  while (!(await fetch(url).catch(() => undefined))?.ok) await sleep(50);
}

function banner(address: string, mailPage: string | undefined, first: FirstAccount | undefined): string {
  const request = first
    ? `
  API key    ${first.key}

  Add a signup:

  curl -s ${address}/v1/waitlists/${first.waitlistId}/signups \\
    -H 'Authorization: Bearer ${first.key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"email": "ada@example.com"}'
`
    : `
  Create an API key:  ${commandLine} account list
                      ${commandLine} key create --account ACCOUNT
`;
  return `
The waitlist service is running. Press Ctrl-C to stop it.

  API        ${address}
  Dashboard  ${address}/dashboard${first?.owner ? `   (${first.owner.email}, password ${first.owner.password})` : ''}${mailPage ? `\n  Emails     ${mailPage}   (shows everything that the service sends)` : ''}${request}`;
}

const ended = await Promise.race([
  interrupted,
  start().catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
]);
if (ended === undefined) {
  print('\nStopping …');
  await stop(0);
} else {
  process.stderr.write(`${ended}\n`);
  await stop(1);
}
