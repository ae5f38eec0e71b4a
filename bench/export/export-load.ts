import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { median } from '../../test/support/values/quantiles.ts';
import { memoryOf } from '../support/memory.ts';
import { startPart } from '../support/part.ts';

type List = Awaited<ReturnType<Deployment['makeWaitlist']>>;

const accounts = 16;
const concurrentExports = 64;
const largeSignups = 2_000;
const exportsOfOneAccount = 40;
const smallSignups = 200_000;
const measureMs = 15_000;

/**
 * Ten values of 1,000 characters: quotes, which JSON and CSV escape, and control characters, which take six
 * characters in JSON.
 */
const largestMetadata = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`key_${index}`, (index % 2 ? '"' : '\u0001').repeat(1_000)]),
  ),
);

/**
 * Measures concurrent exports: the memory of a web process during 64 exports with the largest metadata, and
 * the latency of one account's signups during 40 exports of another. A refused export is repeated after its
 * Retry-After.
 */
export async function exportLoad(): Promise<void> {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  try {
    const large = await Promise.all(Array.from({ length: accounts }, () => deployment.makeWaitlist()));
    for (const [index, list] of large.entries()) {
      await storeSignups(deployment.sql, list, largeSignups, { domain: `of${index}.example.com` });
      await deployment.sql`UPDATE signups SET metadata = ${largestMetadata}::text::json WHERE waitlist_id = ${list.waitlist}`;
    }
    const small = await deployment.makeWaitlist();
    await storeSignups(deployment.sql, small, smallSignups);
    await deployment.sql`VACUUM ANALYZE`;
    await measureMemory(deployment, large);
    await measureSignups(deployment, small);
  } finally {
    await deployment.close();
  }
}

async function measureMemory(deployment: Deployment, lists: readonly List[]): Promise<void> {
  const web = await startProcess('web', deployment.env, { keepLog: false });
  const before = await memoryOf(web.child.pid);
  const started = performance.now();
  const counts = { refused: 0, finished: 0, broken: 0 };
  await Promise.all(
    Array.from({ length: concurrentExports }, async (_, index) => {
      const list = lists[index % lists.length];
      if (!list) return;
      try {
        const { rows, refused } = await readExport(web.url, list);
        counts.refused += refused;
        counts[rows === largeSignups ? 'finished' : 'broken'] += 1;
      } catch {
        counts.broken += 1;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const { peakMb } = await memoryOf(web.child.pid);
  await web.stop();
  console.log(
    `${concurrentExports} concurrent exports of ${accounts} accounts, ${largeSignups} large signups each`,
  );
  console.table({
    'RSS before, MB': Math.round(before.nowMb),
    'peak RSS, MB': Math.round(peakMb),
    ...counts,
    seconds: Math.round(seconds),
  });
}

async function measureSignups(deployment: Deployment, small: List): Promise<void> {
  const other = await deployment.makeWaitlist();
  const web = await startProcess('web', deployment.env, { keepLog: false });
  const alone = await signUpFor(web.url, other, 'alone');
  const path = `${web.url}/v1/waitlists/${small.waitlist}/signups/export`;
  const readers = startPart('export/readers.ts', path, small.key, exportsOfOneAccount);
  await sleep(2_000);
  const duringExports = await signUpFor(web.url, other, 'during');
  readers.kill();
  await web.stop();
  console.log(
    `signups of one account, one after the other, during ${exportsOfOneAccount} exports of another account`,
  );
  console.table({ alone, 'during exports': duringExports });
}

/**
 * Signs up one address after the other. The pause in between is long enough that each call looks up the key
 * again.
 */
async function signUpFor(url: string, { key, waitlist }: List, name: string) {
  const times: number[] = [];
  const until = performance.now() + measureMs;
  for (let number = 0; performance.now() < until; number++) {
    const started = performance.now();
    const response = await fetch(`${url}/v1/waitlists/${waitlist}/signups`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-forwarded-for': `10.1.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify({ email: `${name}${number}@example.com` }),
    });
    await response.text();
    times.push(response.status === 201 ? performance.now() - started : Number.POSITIVE_INFINITY);
    await sleep(900);
  }
  return {
    signups: times.length,
    'p50, ms': Math.round(median(times)),
    'longest, ms': Math.round(Math.max(...times)),
  };
}

/** Reads an export to its end. Repeats it after each 429. @returns its rows, and how often it was refused */
async function readExport(url: string, { key, waitlist }: List): Promise<{ rows: number; refused: number }> {
  for (let refused = 0; ; refused++) {
    const response = await fetch(`${url}/v1/waitlists/${waitlist}/signups/export`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (response.status === 429) {
      await response.body?.cancel();
      await sleep(Number(response.headers.get('retry-after')) * 1_000);
      continue;
    }
    let lines = 0;
    for await (const chunk of response.body ?? [])
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    return { rows: lines - 1, refused };
  }
}
