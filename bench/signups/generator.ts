/**
 * Sends signups as fast as the service answers, over kept connections with one request at a time on each.
 * Runs in its own process and does as little work per request as Node allows, because it shares the machine
 * with the service.
 */
import { connect, type Socket } from 'node:net';
import { callerAddress } from '../../test/support/network/caller-address.ts';
import { quantile } from '../../test/support/values/quantiles.ts';

export interface LoadRequest {
  readonly urls: readonly string[];
  readonly key: string;
  readonly waitlists: readonly string[];
  readonly connections: number;
  /** Time before the measurement. */
  readonly warmUpMs: number;
  readonly measuredMs: number;
  /** Stops after this many requests, if the time is not over before. */
  readonly maxRequests?: number;
  /** Part of the addresses, different for each run: at most eight letters or digits. */
  readonly run: string;
  /** Referral codes, all of one length, that signups pass in turn. */
  readonly codes?: readonly string[];
  /** Of the addresses; `example.com` without one. */
  readonly domain?: string;
}

/** `perSecond` and the latencies cover the measured time, the rest the whole run. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly accepted: number;
  /** Other answers than 201, by status. */
  readonly others: Readonly<Record<string, number>>;
}

const digits = 9;

/** The request text. Only the parts of fixed length differ from one request to the next. */
function templateOf(
  { key, codes = [], domain = 'example.com' }: LoadRequest,
  host: string,
  waitlist: string,
) {
  const body = (email: string, code = codes[0]) =>
    `{"email":"${email}","utm_source":"bench"${code ? `,"referral_code":"${code}"` : ''}}`;
  const length = Buffer.byteLength(body(emailOf('12345678', 0, domain)));
  const head = `POST /v1/waitlists/${waitlist}/signups HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nX-Forwarded-For: `;
  return (run: string, number: number) =>
    `${head}${callerAddress(number)}\r\n\r\n${body(emailOf(run, number, domain), codes[number % codes.length])}`;
}

const emailOf = (run: string, number: number, domain: string) =>
  `${run.padStart(8, '0')}${String(number).padStart(digits, '0')}@${domain}`;

async function load(request: LoadRequest): Promise<LoadResult> {
  const {
    urls,
    waitlists,
    connections,
    warmUpMs,
    measuredMs,
    maxRequests = Number.POSITIVE_INFINITY,
    run,
  } = request;
  const targets = urls.map((url) => new URL(url));
  const templates = targets.map(({ host }) =>
    waitlists.map((waitlist) => templateOf(request, host, waitlist)),
  );
  const startedAt = performance.now();
  const measuredFrom = startedAt + warmUpMs;
  const endsAt = measuredFrom + measuredMs;
  const latencies: number[] = [];
  const others: Record<string, number> = {};
  let next = 0;
  let accepted = 0;

  function serve(connection: number): Promise<void> {
    const at = connection % targets.length;
    const { hostname, port } = targets[at] ?? targets[0] ?? new URL('http://127.0.0.1');
    return new Promise((resolve, reject) => {
      const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let sentAt = 0;
      let received = '';
      const send = () => {
        const number = next++;
        const template = templates[at]?.[number % waitlists.length];
        sentAt = performance.now();
        socket.write(template?.(run, number) ?? '', 'latin1');
      };
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => {
        received += chunk;
        if (!isComplete(received)) return;
        const now = performance.now();
        if (received.startsWith('201', 9)) accepted += 1;
        else {
          const status = received.slice(9, 12);
          others[status] = (others[status] ?? 0) + 1;
        }
        if (sentAt >= measuredFrom && now <= endsAt) latencies.push(now - sentAt);
        received = '';
        if (now < endsAt && next < maxRequests) send();
        else socket.end();
      });
    });
  }

  await Promise.all(Array.from({ length: connections }, (_, connection) => serve(connection)));
  return {
    perSecond: latencies.length / (measuredMs / 1_000),
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    accepted,
    others,
  };
}

/** Whether an answer with a Content-Length has arrived completely. */
function isComplete(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1];
  return text.length >= headEnd + 4 + Number(length ?? 0);
}

process.on('message', async (request: LoadRequest) => {
  process.send?.(await load(request));
  process.disconnect();
});
