import { Agent, request } from 'node:http';

/** What a client saw of one request. `status` 0 means that no answer came. */
export interface StormCall {
  readonly email: string;
  readonly referralCode: string | undefined;
  readonly status: number;
  readonly body: { id: string; position: number; total: number; referral_code: string } | undefined;
}

export interface StormOptions {
  /** Web processes, used in turn. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly waitlist: string;
  /** Requests in all. */
  readonly requests: number;
  readonly concurrency: number;
  /** Shares of requests that repeat an address sent before, and that carry an answered signup's code. */
  readonly repeats: number;
  readonly referrals: number;
  /** The same seed sends the same requests; another one other addresses. */
  readonly seed: number;
  /** Hears how many are answered. */
  readonly onAnswer?: (calls: number) => void;
}

/** Sends signups from many callers at once, each from an address of its own; keeps what every one of them saw. */
export async function storm(options: StormOptions): Promise<StormCall[]> {
  const random = randomFrom(options.seed);
  const agent = new Agent({ keepAlive: true, maxSockets: options.concurrency });
  const calls: StormCall[] = [];
  const sent: string[] = [];
  const codes: string[] = [];
  let next = 0;

  async function client(): Promise<void> {
    while (next < options.requests) {
      const number = next++;
      const repeats = sent.length > 0 && random() < options.repeats;
      const email = repeats ? pick(sent, random()) : `person${number}.${options.seed}@storm.example.com`;
      const referralCode =
        codes.length > 0 && random() < options.referrals ? pick(codes, random()) : undefined;
      sent.push(email);
      const url = `${options.urls[number % options.urls.length]}/v1/waitlists/${options.waitlist}/signups`;
      const { status, body } = await post(agent, url, options.key, (options.seed << 14) + number, {
        email: repeats ? email.toUpperCase() : email,
        ...(referralCode !== undefined && { referral_code: referralCode }),
      });
      if (body && codes.length < 500) codes.push(body.referral_code);
      calls.push({ email, referralCode, status, body });
      options.onAnswer?.(calls.length);
    }
  }

  await Promise.all(Array.from({ length: options.concurrency }, client));
  agent.destroy();
  return calls;
}

function post(
  agent: Agent,
  url: string,
  key: string,
  caller: number,
  payload: object,
): Promise<Pick<StormCall, 'status' | 'body'>> {
  return new Promise((resolve) => {
    const address = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
    const text = JSON.stringify(payload);
    const call = request(url, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'x-forwarded-for': address,
      },
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        resolve({ status, body: status === 201 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined });
      });
    });
    call.on('error', () => resolve({ status: 0, body: undefined }));
    call.end(text);
  });
}

const pick = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)] as T;

/** mulberry32: small, seedable and good enough to choose requests with. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
