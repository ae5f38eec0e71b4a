import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A build of the service in a folder, with its own database. It is operated like any deployment, so its
 * schema may be another.
 */
export interface Build {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A new account without a limit of requests, and a key of it. */
export interface Account {
  readonly id: string;
  readonly key: string;
}

/** Runs a command of the build's command line. @returns its JSON */
export async function cli<T>({ cwd, env }: Build, ...args: readonly string[]): Promise<T> {
  const { stdout } = await run(process.execPath, ['dist/cli/main.js', ...args, '--json'], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });
  return JSON.parse(stdout) as T;
}

export async function migrateBuild({ cwd, env }: Build): Promise<void> {
  await run(process.execPath, ['dist/cli/main.js', 'migrate'], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });
}

export async function createAccount(build: Build): Promise<Account> {
  const options = ['--name', 'Bench', '--plan', 'scale', '--requests-per-minute', '2000000000'];
  const { account_id: id } = await cli<{ account_id: string }>(build, 'account', 'create', ...options);
  const { key } = await cli<{ key: string }>(build, 'key', 'create', '--account', id, '--name', 'bench');
  return { id, key };
}

/** Creates a waitlist over the API. @returns its id */
export async function createWaitlist(url: string, { key }: Account): Promise<string> {
  const response = await fetch(`${url}/v1/waitlists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: randomUUID() }), // names are unique in an account,
  });
  if (response.status !== 201) throw new Error(`POST /v1/waitlists answered ${response.status}`);
  const { id } = (await response.json()) as { id: string };
  return id;
}
