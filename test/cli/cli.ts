import { execFile } from 'node:child_process';
import { expect } from 'vitest';
import type { PlanName } from '../../src/shared/plans.ts';
import type { Sql } from '../../src/shared/postgres/connection.ts';
import { makeKeylessAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';

export interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line with this environment and no other. */
export function waitlist(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['dist/cli/main.js', ...args],
      { env: { PATH: process.env.PATH, ...env }, timeout: 120_000 },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** The one document that `--json` prints. */
export function documentOf({ code, stdout, stderr }: Ended) {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** The one line that a failure prints. */
export function failureOf({ code, stdout, stderr }: Ended): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: [^\n]+\n$/);
  return stderr.slice('error: '.length, -1);
}

/** The command line on a database of the test file's own. */
export interface Cli {
  readonly sql: Sql;
  readonly env: { readonly DATABASE_URL: string };
  run(...args: string[]): Promise<Ended>;
  json(...args: string[]): Promise<ReturnType<typeof documentOf>>;
  failure(...args: string[]): Promise<string>;
  /** The id of a new account without a key, made beside the command line: to start that takes a second. */
  account(plan: PlanName): Promise<string>;
}

/** It is given no Redis: it needs none. */
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
