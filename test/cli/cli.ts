import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { runCommandLine } from '../../src/cli/command-line.ts';
import type { PlanName } from '../../src/shared/account/plans.ts';
import type { Sql } from '../../src/shared/platform/postgres/connection.ts';
import { makeKeylessAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';

export interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command line in this process, with exactly this environment: a process of its own takes half a
 * second to start.
 */
export async function waitlist(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommandLine(args, { env, stdout, stderr });
  stdout.end();
  stderr.end();
  const [printed, complained] = await output;
  return { code, stdout: printed, stderr: complained };
}

/** Runs the built command line in a process of its own, with exactly this environment. */
export function waitlistProcess(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['dist/cli/main.js', ...args],
      { env: { PATH: process.env.PATH, ...env }, timeout: 600_000 },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** The JSON document that a command prints with `--json`. */
export function documentOf({ code, stdout, stderr }: Ended) {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** The line that a failing command prints. */
export function failureOf({ code, stdout, stderr }: Ended): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: [^\n]+\n$/);
  return stderr.slice('error: '.length, -1);
}

/** The command line with the test file's own database. */
export interface Cli {
  readonly sql: Sql;
  readonly env: { readonly DATABASE_URL: string };
  run(...args: string[]): Promise<Ended>;
  json(...args: string[]): Promise<ReturnType<typeof documentOf>>;
  failure(...args: string[]): Promise<string>;
  /**
   * Creates an account without a key and without the command line, which takes a second to start. @returns
   * its id
   */
  account(plan: PlanName): Promise<string>;
}

/** Without Redis, which no command needs. */
export function useCli(): Cli {
  const service = useService();
  const cli: Cli = {
    get sql() {
      return service.sql;
    },
    get env() {
      return { DATABASE_URL: service.env.DATABASE_URL ?? '' };
    },
    run: (...args) => waitlist(cli.env, ...args),
    json: async (...args) => documentOf(await cli.run(...args, '--json')),
    failure: async (...args) => failureOf(await cli.run(...args, '--json')),
    account: (plan) => makeKeylessAccount(service.sql, { plan }),
  };
  return cli;
}
