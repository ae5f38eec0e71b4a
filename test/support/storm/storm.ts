import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAddress } from '../network/caller-address.ts';
import { type History, outcomeOf, type RemovalCall, type SignupCall } from './history.ts';
import { pick, randomFrom } from './random.ts';

export interface StormOptions {
  /** URLs of web processes, used alternately. Read for each request, so they may change. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly waitlist: string;
  /** The number of requests, without repeated ones. Unlimited by default. */
  readonly requests?: number;
  readonly concurrency: number;
  /** The share of requests that repeat an email. */
  readonly repeats: number;
  /** The share of requests with the referral code of an answered signup. */
  readonly referrals: number;
  /** The share of requests that delete an answered signup, 0 by default. */
  readonly removals?: number;
  /** Whether a client repeats a request, every 200 ms, until it gets a definite answer. */
  readonly retry?: boolean;
  /** Whether each request has a connection of its own. */
  readonly reconnects?: boolean;
  /** The rate of new requests. By default each client sends one after the other. */
  readonly perSecond?: number;
  /** Below 1,024. The same seed sends the same requests, another seed other emails. */
  readonly seed: number;
  /** No request starts once this returns true. */
  readonly isOver?: () => boolean;
  /** Called at the end of each request. */
  readonly onCall?: (call: SignupCall | RemovalCall) => void;
}

const retryAfterMs = 200;
/** The timeout of a request. */
const timeoutMs = 30_000;

/** Sends signups from many concurrent clients with different addresses. @returns all their calls */
export async function storm(options: StormOptions): Promise<History> {
  const random = randomFrom(options.seed);
  const agent = new Agent({ keepAlive: !options.reconnects, maxSockets: options.concurrency });
  const signups: SignupCall[] = [];
  const removals: RemovalCall[] = [];
  const sent: string[] = [];
  const codes: string[] = [];
  const removable: { id: string; position: number }[] = [];
  const { requests = Number.POSITIVE_INFINITY, isOver = () => false } = options;
  const startedAt = performance.now();
  let next = 0;
  let calls = 0;

  function send(method: 'POST' | 'DELETE', path: string, payload?: object): Promise<Answer> {
    const number = calls++;
    const url = `${options.urls[number % options.urls.length]}/v1/waitlists/${options.waitlist}${path}`;
    return call(agent, method, url, options.key, (options.seed << 14) + number, payload);
  }
  /** Calls once, or until there is a definite answer. */
  async function settle<T extends SignupCall | RemovalCall>(
    attempt: () => Promise<T>,
    log: T[],
  ): Promise<void> {
    for (;;) {
      const made = await attempt();
      log.push(made);
      options.onCall?.(made);
      if (!options.retry || outcomeOf(made) !== 'unknown') return;
      await sleep(retryAfterMs);
    }
  }

  async function signUp(number: number): Promise<void> {
    const repeats = sent.length > 0 && random() < options.repeats;
    const email = repeats ? pick(sent, random()) : `person${number}.${options.seed}@storm.example.com`;
    const referralCode = codes.length > 0 && random() < options.referrals ? pick(codes, random()) : undefined;
    sent.push(email);
    await settle(async () => {
      const { text, ...answer } = await send('POST', '/signups', {
        email: repeats ? email.toUpperCase() : email,
        ...(referralCode !== undefined && { referral_code: referralCode }),
      });
      const body: SignupCall['body'] = answer.status === 201 ? JSON.parse(text) : undefined;
      if (body && codes.length < 500) codes.push(body.referral_code);
      if (body && options.removals && !repeats) removable.push({ id: body.id, position: body.position });
      return { email, referralCode, ...answer, body };
    }, signups);
  }
  async function remove(id: string, position: number): Promise<void> {
    await settle(async () => {
      const { text: _, ...answer } = await send('DELETE', `/signups/${id}`);
      return { id, position, ...answer };
    }, removals);
  }

  async function client(): Promise<void> {
    while (next < requests && !isOver()) {
      const number = next++;
      if (options.perSecond)
        await sleep(startedAt + (number / options.perSecond) * 1_000 - performance.now());
      const removes = removable.length > 0 && random() < (options.removals ?? 0);
      const [victim] = removes ? removable.splice(Math.floor(random() * removable.length), 1) : [];
      await (victim ? remove(victim.id, victim.position) : signUp(number));
    }
  }

  await Promise.all(Array.from({ length: options.concurrency }, client));
  agent.destroy();
  return { signups, removals };
}

interface Answer {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}

function call(
  agent: Agent,
  method: string,
  url: string,
  key: string,
  caller: number,
  payload?: object,
): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number, text: string) =>
      resolve({ startedAt, endedAt: performance.now(), status, code: codeOf(status, text), text });
    const text = payload ? JSON.stringify(payload) : '';
    const sending = request(url, {
      method,
      agent,
      headers: {
        authorization: `Bearer ${key}`,
        ...(payload && { 'content-type': 'application/json' }),
        'content-length': Buffer.byteLength(text),
        'x-forwarded-for': callerAddress(caller),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => settle(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
      response.on('error', () => settle(0, ''));
    });
    sending.on('error', () => settle(0, ''));
    sending.end(text);
  });
}

/** The error code in the envelope, undefined without one. */
function codeOf(status: number, text: string): string | undefined {
  if (status < 400) return undefined;
  try {
    return JSON.parse(text).error.code;
  } catch {
    return undefined;
  }
}
