import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAddress } from '../network/caller-address.ts';
import { type History, outcomeOf, type RemovalCall, type SignupCall } from './history.ts';
import { pick, randomFrom } from './random.ts';

export interface StormOptions {
  /** Web processes, used in turn; read anew for each try, so they may change meanwhile. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly waitlist: string;
  /** Requests in all, without those that are tried again; without end unless given. */
  readonly requests?: number;
  readonly concurrency: number;
  /** Shares of requests that repeat an address sent before, and that carry an answered signup's code. */
  readonly repeats: number;
  readonly referrals: number;
  /** The share of requests that remove an answered signup instead; none unless given. */
  readonly removals?: number;
  /** Whether a client sends a request again, every 200 ms, until it knows what became of it. */
  readonly retry?: boolean;
  /** Requests that begin in a second; as many as are answered unless given. */
  readonly perSecond?: number;
  /** The same seed sends the same requests; another one, below 1,024, other addresses. */
  readonly seed: number;
  /** No request begins once this says so. */
  readonly isOver?: () => boolean;
  /** Hears of each try when it has ended. */
  readonly onCall?: (call: SignupCall | RemovalCall) => void;
}

const retryAfterMs = 200;
/** What has no answer by then gets none. */
const longestWaitMs = 30_000;

/** Sends signups from many callers at once, each from an address of its own; keeps what every one of them saw. */
export async function storm(options: StormOptions): Promise<History> {
  const random = randomFrom(options.seed);
  const agent = new Agent({ keepAlive: true, maxSockets: options.concurrency });
  const signups: SignupCall[] = [];
  const removals: RemovalCall[] = [];
  const sent: string[] = [];
  const codes: string[] = [];
  const removable: { id: string; position: number }[] = [];
  const { requests = Number.POSITIVE_INFINITY, isOver = () => false } = options;
  const startedAt = performance.now();
  let next = 0;
  let tries = 0;

  function send(method: 'POST' | 'DELETE', path: string, payload?: object): Promise<Answer> {
    const number = tries++;
    const url = `${options.urls[number % options.urls.length]}/v1/waitlists/${options.waitlist}${path}`;
    return call(agent, method, url, options.key, (options.seed << 14) + number, payload);
  }
  /** Once, or until it is known what became of it. */
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
      signal: AbortSignal.timeout(longestWaitMs),
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

/** What the envelope of a refusal says; undefined where there is none. */
function codeOf(status: number, text: string): string | undefined {
  if (status < 400) return undefined;
  try {
    return JSON.parse(text).error.code;
  } catch {
    return undefined;
  }
}
