import { connect as connectTo } from 'node:net';
import { type Cluster, Redis } from 'ioredis';
import { tlsAdvice } from '../outbound/tls.ts';
import type { Logger } from '../process/log.ts';

/** Why Redis cannot be used. */
export interface RedisProblem {
  /** For everybody: begins with `Redis`, and names no address and no user. */
  readonly reason: string;
  /** For the operator; undefined where the reason says all. */
  readonly advice: string | undefined;
  /** Whether somebody must look: without a change it never works again. */
  readonly isLasting: boolean;
}

/** Where connections are few, or none is left. */
export const connectionAdvice = 'Raise maxclients: docs/scaling.md tells what each process needs.';

/** What REDIS_URL or Redis' list of users says wrongly: no wait heals it. */
const lasting = /^(NOAUTH|WRONGPASS|NOPERM|ERR (AUTH|Client sent AUTH|invalid password))/;

/** By the beginning of an answer of Redis, or the code of Node. */
const problems: readonly [RegExp, string, string?][] = [
  [/^ERR max number of clients/, 'Redis has no connection left', connectionAdvice],
  [
    /^(NOAUTH|WRONGPASS|ERR (AUTH|Client sent AUTH|invalid password))/,
    'Redis refuses the login',
    'Check user and password in REDIS_URL.',
  ],
  [
    /^NOPERM/,
    'Redis refuses a right',
    'Let the user of REDIS_URL run all commands but dangerous ones, INFO among them, on all keys.',
  ],
  [
    /^READONLY/,
    'Redis takes no writes: it is a replica',
    'REDIS_URL must lead to the primary; with sentinels, name them in it.',
  ],
  [/^OOM/, 'Redis is full', 'Raise its maxmemory, or give it a server of its own.'],
  [/^MISCONF/, 'Redis takes no writes: it cannot save its data', 'Look at its log and its disk.'],
  [/^(LOADING|MASTERDOWN|CLUSTERDOWN)/, 'Redis is starting, or lacks a part'],
  [
    /^(ENOTFOUND|EAI_AGAIN)/,
    'Redis has a host name that is not known',
    'Check the host in REDIS_URL, and the name servers of this machine.',
  ],
];

/** What is wrong, by the error of a command or of a connection. */
export function describeRedisProblem(error: unknown): RedisProblem {
  const overTls = tlsAdvice(error, 'Redis');
  if (overTls !== undefined)
    return { reason: 'Redis cannot be reached over TLS', advice: overTls, isLasting: true };
  const text = textOf(error);
  const [, reason, advice] = problems.find(([start]) => start.test(text)) ?? [];
  return { reason: reason ?? 'Redis cannot be reached', advice, isLasting: lasting.test(text) };
}

/** Logs what is wrong with Redis: as an error where somebody must look, for all else passes by itself. */
export function logRedisProblem(log: Logger, err: unknown, problem: RedisProblem, msg: string): void {
  const { reason, advice, isLasting } = problem;
  log[isLasting ? 'error' : 'warn']({ err, reason, advice }, msg);
}

/** Whether Redis answered and refused. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return isRefusal(error) || !('code' in error) ? error.message : String(error.code);
}

const listenMs = 1_000;

/**
 * A server that has no connection left says so and hangs up before it is asked anything, which the driver
 * does not hear. @returns that answer as an error; else `error`
 */
export async function findRefusal(redis: Redis | Cluster, error: unknown): Promise<unknown> {
  const hungUp = error instanceof Error && 'code' in error && /^(EPIPE|ECONNRESET)$/.test(String(error.code));
  if (!hungUp || !(redis instanceof Redis) || redis.options.tls) return error;
  const { host, port, path } = redis.options;
  if (redis.options.sentinels || !port) return error;
  const said = await new Promise<string>((resolve) => {
    const socket = connectTo(path ? { path } : { host: host ?? 'localhost', port });
    const end = (text: string) => {
      resolve(text);
      socket.destroy();
    };
    socket.once('data', (data) => end(String(data)));
    socket.once('error', () => end(''));
    socket.once('close', () => end(''));
    socket.setTimeout(listenMs, () => end(''));
  });
  const [, refusal] = /^-(.+)/.exec(said) ?? [];
  return refusal === undefined ? error : Object.assign(new Error(refusal.trim()), { name: 'ReplyError' });
}

/**
 * Whether a connection that is not ready waits for a Redis that loads its data: the driver does so without a
 * word. @returns the answer of Redis to most commands as an error
 */
export async function findLoading(redis: Redis | Cluster): Promise<Error | undefined> {
  if (!(redis instanceof Redis) || redis.status !== 'connect') return undefined;
  const state = await redis.info('persistence').catch(() => ''); // one that is answered meanwhile
  if (!/^loading:1/m.test(state)) return undefined;
  return Object.assign(new Error('LOADING Redis is loading its data'), { name: 'ReplyError' });
}

const known = new WeakMap<Redis | Cluster, RedisProblem>();

/** What is wrong with a connection for now; undefined where nothing is known to be. */
export const problemOf = (redis: Redis | Cluster): RedisProblem | undefined => known.get(redis);

/** Notes what is wrong with a connection, or that it works. */
export function noteProblem(redis: Redis | Cluster, problem: RedisProblem | undefined): void {
  if (problem) known.set(redis, problem);
  else known.delete(redis);
}
