import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PgbenchResult {
  readonly perSecond: number;
  readonly meanMs: number;
}

/** @throws Error that names the package to install if pgbench is missing */
export async function assertPgbench(): Promise<void> {
  await run('pgbench', ['--version']).catch(() => {
    throw new Error(
      'pgbench is needed. It comes with Postgres: on Debian, apt-get install postgresql-contrib',
    );
  });
}

/** Runs `bench_signup`, one signup per commit, with one connection per client. */
export async function pgbench(
  databaseUrl: string,
  { accountId, waitlists }: { accountId: string; waitlists: readonly string[] },
  { clients, seconds }: { clients: number; seconds: number },
): Promise<PgbenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-pgbench-'));
  try {
    const script = join(folder, 'signup.sql');
    const list =
      waitlists.length === 1 ? `'${waitlists[0]}'` : `(ARRAY['${waitlists.join("','")}']::uuid[])[:list]`;
    await writeFile(
      script,
      [
        '\\set number random(1, 9000000000000000000)',
        `\\set list random(1, ${waitlists.length})`,
        `SELECT bench_signup(${list}::uuid, '${accountId}'::uuid, :number);`,
      ].join('\n'),
    );
    const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '1', '-T', `${seconds}`, '-f', script];
    const { stdout } = await run('pgbench', [...options, databaseUrl]);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    if (!(perSecond > 0) || !/failed transactions: 0 /.test(stdout))
      throw new Error(`pgbench failed:\n${stdout}`);
    return { perSecond, meanMs: Number(/latency average = ([\d.]+) ms/.exec(stdout)?.[1]) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
