import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../src/shared/postgres/connection.ts';
import type { Canaries, Canary } from './canaries.ts';
import type { EchoMailServer } from './echo-mail-server.ts';
import type { EchoProvider } from './echo-provider.ts';

/** Something to look through: no canary of these kinds may be in it, but those that it is there to show. */
export interface Evidence {
  readonly place: string;
  readonly bytes: Buffer;
  readonly kinds: readonly Canary['kind'][];
  /** Names of canaries that it is meant to hold, such as a key in the answer that makes it. */
  readonly shows?: readonly string[];
}

interface Question {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object goes out as JSON, parameters as a form. */
  readonly body?: string | object | URLSearchParams;
  readonly shows?: readonly string[];
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A running service and all that it says. */
export interface World {
  readonly sql: Sql;
  /** The environment of its processes. */
  readonly env: NodeJS.ProcessEnv;
  readonly urls: readonly string[];
  /** Whether others are to be met in all of their moods. */
  readonly thorough: boolean;
  readonly canaries: Canaries;
  readonly provider: EchoProvider;
  readonly mail: EchoMailServer;
  /** Lets everybody call again whose minute is used up. */
  forgetLimits(): Promise<void>;
  /** What was said so far. */
  readonly evidence: Evidence[];
  /** Asks one web process after the other. */
  ask(method: string, path: string, question?: Question): Promise<Told>;
  /** Runs the operator's command line. Its standard output may name people: that is what it was asked for. @returns standard output */
  command(
    args: readonly string[],
    options?: { env?: NodeJS.ProcessEnv; shows?: readonly string[] },
  ): Promise<string>;
}

export function openWorld(service: Omit<World, 'evidence' | 'ask' | 'command'>): World {
  const evidence: Evidence[] = [];
  let asked = 0;

  async function ask(method: string, path: string, question: Question = {}): Promise<Told> {
    const { key, headers, body, shows = [] } = question;
    const isJson = typeof body === 'object' && !(body instanceof URLSearchParams);
    asked += 1;
    const response = await fetch(`${service.urls[asked % service.urls.length]}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `10.7.${(asked >> 8) & 255}.${asked & 255}`, // signups count by address
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    });
    const told = { status: response.status, headers: response.headers, body: await response.text() };
    evidence.push({
      place: `the answer ${told.status} to ${method} ${path.replace(/\?.*/, '?…')}`,
      bytes: Buffer.from(`${[...told.headers].join('\n')}\n\n${told.body}`),
      kinds: mayNamePeople(told) ? ['secret'] : ['secret', 'address'],
      shows,
    });
    return told;
  }

  const command: World['command'] = (args, { env = {}, shows = [] } = {}) =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        ['dist/cli/main.js', ...args],
        { env: { PATH: process.env.PATH, ...service.env, ...env }, timeout: 120_000 },
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

/** Lists of signups and pages are about people; refusals in JSON and metrics are not. */
function mayNamePeople({ status, headers, body }: Told): boolean {
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('text/html') || status < 300)
    return !type.startsWith('text/plain') && !body.includes('"isError":true');
  return status < 400;
}

/** Resolves when the rows are there. @throws Error after 20 s */
export async function untilRow(query: () => PromiseLike<readonly unknown[]>): Promise<void> {
  for (const end = Date.now() + 20_000; (await query()).length === 0; await sleep(20))
    if (Date.now() > end) throw new Error('What the service was to do was not done in 20 s');
}
