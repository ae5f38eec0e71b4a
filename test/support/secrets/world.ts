import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import type { Canaries, Canary } from './canaries.ts';
import type { EchoMailServer } from './echo-mail-server.ts';
import type { EchoProvider } from './echo-provider.ts';

/** Output of the service. It must contain no canary of these kinds, except those in `shows`. */
export interface Evidence {
  readonly place: string;
  readonly bytes: Buffer;
  readonly kinds: readonly Canary['kind'][];
  /** Names of canaries that it may contain, such as a new key in its own answer. */
  readonly shows?: readonly string[];
}

interface AskOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, URLSearchParams as a form. */
  readonly body?: string | object | URLSearchParams;
  readonly shows?: readonly string[];
}

export interface WebAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A running service and everything it has answered and printed. */
export interface World {
  readonly sql: Sql;
  /** The environment of its processes. */
  readonly env: NodeJS.ProcessEnv;
  readonly urls: readonly string[];
  /** Whether providers are used in all of their modes. */
  readonly thorough: boolean;
  readonly canaries: Canaries;
  readonly provider: EchoProvider;
  readonly mail: EchoMailServer;
  /** Resets the rate limits. */
  forgetLimits(): Promise<void>;
  /** All output so far. */
  readonly evidence: Evidence[];
  /** Sends a request, alternately to all web processes. */
  ask(method: string, path: string, options?: AskOptions): Promise<WebAnswer>;
  /** Runs a command. Its standard output may contain email addresses. @returns standard output */
  command(
    args: readonly string[],
    options?: { env?: NodeJS.ProcessEnv; shows?: readonly string[] },
  ): Promise<string>;
}

export function openWorld(service: Omit<World, 'evidence' | 'ask' | 'command'>): World {
  const evidence: Evidence[] = [];
  let asked = 0;

  async function ask(method: string, path: string, options: AskOptions = {}): Promise<WebAnswer> {
    const { key, headers, body, shows = [] } = options;
    const isJson = typeof body === 'object' && !(body instanceof URLSearchParams);
    asked += 1;
    const response = await fetch(`${service.urls[asked % service.urls.length]}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `10.7.${(asked >> 8) & 255}.${asked & 255}`, // signups are limited by address
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    });
    const answer = { status: response.status, headers: response.headers, body: await response.text() };
    evidence.push({
      place: `the answer ${answer.status} to ${method} ${path.replace(/\?.*/, '?…')}`,
      bytes: Buffer.from(`${[...answer.headers].join('\n')}\n\n${answer.body}`),
      kinds: mayContainAddresses(answer) ? ['secret'] : ['secret', 'address'],
      shows,
    });
    return answer;
  }

  const command: World['command'] = (args, { env = {}, shows = [] } = {}) =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        ['dist/cli/main.js', ...args],
        { env: { PATH: process.env.PATH, ...service.env, ...env }, timeout: 600_000 },
        (_, stdout, stderr) => {
          const place = `the command ${args.slice(0, 2).join(' ')}`;
          evidence.push(
            { place: `${place}, on standard output`, bytes: Buffer.from(stdout), kinds: ['secret'], shows },
            {
              place: `${place}, on standard error`,
              bytes: Buffer.from(stderr),
              kinds: ['secret', 'address'],
            },
          );
          resolve(stdout);
        },
      );
    });

  return { ...service, evidence, ask, command };
}

/** Pages and lists of signups may contain email addresses. Error answers in JSON and metrics must not. */
function mayContainAddresses({ status, headers, body }: WebAnswer): boolean {
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('text/html') || status < 300)
    return !type.startsWith('text/plain') && !body.includes('"isError":true');
  return status < 400;
}

/** Resolves when the query returns a row. @throws Error after 20 s */
export async function untilRow(query: () => PromiseLike<readonly unknown[]>): Promise<void> {
  for (const end = Date.now() + 240_000; (await query()).length === 0; await sleep(20))
    if (Date.now() > end) throw new Error('The expected row did not appear within 240 s');
}
