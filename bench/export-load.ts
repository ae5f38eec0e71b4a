import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess } from '../test/support/service/processes.ts';
import { type Bench, startBench } from './support/bench.ts';
import { median } from './support/median.ts';
import { memoryOf } from './support/memory.ts';
import { startPart } from './support/part.ts';
import { storeSignups } from './support/store-signups.ts';

type List = Awaited<ReturnType<Bench['makeWaitlist']>>;

const accounts = 16;
const exportsAtOnce = 64;
const largeSignups = 2_000;
const ofOneAccount = 40;
const smallSignups = 200_000;
const measureMs = 15_000;

/** Ten values of 1,000 characters: quotes, which JSON and CSV both spell out, and characters that JSON writes with six. */
const largestMetadata = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`key_${index}`, (index % 2 ? '"' : '\u0001').repeat(1_000)]),
  ),
);

/**
 * Many exports at once: the memory of a web process in which 64 of lists with the largest metadata are asked for by several accounts, and
 * the signups of another account while 40 exports of one are. Who is refused comes again when told.
 */
export async function exportLoad(): Promise<void> {
  const bench = await startBench({ webs: 0, workers: 0 });
  try {
    const large = await Promise.all(Array.from({ length: accounts }, () => bench.makeWaitlist()));
    for (const [index, list] of large.entries()) {
      await storeSignups(bench.sql, list, largeSignups, { domain: `of${index}.example.com` });
      await bench.sql`UPDATE signups SET metadata = ${largestMetadata}::text::json WHERE waitlist_id = ${list.waitlist}`;
    }
    const small = await bench.makeWaitlist();
    await storeSignups(bench.sql, small, smallSignups);
    await bench.sql`VACUUM ANALYZE`;
    await measureMemory(bench, large);
    await measureSignups(bench, small);
  } finally {
    await bench.close();
  }
}

async function measureMemory(bench: Bench, lists: readonly List[]): Promise<void> {
  const web = await startProcess('web', bench.env, { keepLog: false });
  const before = await memoryOf(web.child.pid);
  const started = performance.now();
  const counts = { refused: 0, finished: 0, broken: 0 };
  await Promise.all(
    Array.from({ length: exportsAtOnce }, async (_, index) => {
      const list = lists[index % lists.length];
      if (!list) return;
      try {
        const { rows, refused } = await exported(web.url, list);
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
  console.log(`${exportsAtOnce} exports of ${accounts} accounts at once, ${largeSignups} large signups each`);
  console.table({
    'RSS before, MB': Math.round(before.nowMb),
    'peak RSS, MB': Math.round(peakMb),
    ...counts,
    seconds: Math.round(seconds),
  });
}

async function measureSignups(bench: Bench, small: List): Promise<void> {
  const other = await bench.makeWaitlist();
  const web = await startProcess('web', bench.env, { keepLog: false });
  const alone = await signUpFor(web.url, other, 'alone');
  const path = `${web.url}/v1/waitlists/${small.waitlist}/signups/export`;
  const readers = startPart('export-load/readers.ts', path, small.key, ofOneAccount);
  await sleep(2_000);
  const beside = await signUpFor(web.url, other, 'beside');
  readers.kill();
  await web.stop();
  console.log(`signups of one account, one after the other, beside ${ofOneAccount} exports of another`);
  console.table({ alone, beside });
}

/** Signs up for a while, one address after the other, each second with a key that is looked up anew. */
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
    'most, ms': Math.round(Math.max(...times)),
  };
}

/** Reads an export to its end. Where it is refused for now, it comes again as told. */
async function exported(url: string, { key, waitlist }: List): Promise<{ rows: number; refused: number }> {
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
