import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { createWaitlistClient } from '../../src/client/waitlist-client.ts';
import { newReferralCode } from '../../src/shared/list/signups/referral-code.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { quantileMs, startSteadySignups } from '../../test/faults/support/steady-signups.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { cpuMsOf, cpuMsOfFamily, findPostgres } from '../support/cpu.ts';
import { peakMbOf } from '../support/memory.ts';
import { readWal } from '../support/wal.ts';

const rows = Number(process.env.IMPORT_ROWS ?? 200_000);
const perSecond = 64;
const calmSeconds = 20;

/**
 * Imports a file, beside Postgres' COPY of the same columns into a table with the same indexes, and shows the
 * memory. Then imports another while 64 people a second sign up on the same list.
 */
export async function imports(): Promise<void> {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const web = await deployment.start('web');
  const worker = await deployment.start('worker');
  const { sql } = deployment;
  try {
    const { waitlist, key, accountId } = await deployment.makeWaitlist();
    const copied = await copy();
    const client = createWaitlistClient({ baseUrl: web.url, apiKey: key });
    const postgresPid = await findPostgres(sql);
    const laps: Lap[] = [];
    const lap = async () => {
      laps.push({
        at: performance.now(),
        web: await cpuMsOf(web.child.pid),
        worker: await cpuMsOf(worker.child.pid),
        Postgres: await cpuMsOfFamily(postgresPid),
        wal: await readWal(sql),
      });
    };
    await lap();
    await importFile('p');
    console.table({
      rows,
      'COPY, rows/s': Math.round(rows / copied),
      'from upload to finished, rows/s': rate(laps[0], laps[3]),
      'web process, most MB': await peakMbOf(web.child.pid),
      'worker, most MB': await peakMbOf(worker.child.pid),
      'WAL, bytes a row': Math.round(((laps[3]?.wal ?? 0) - (laps[0]?.wal ?? 0)) / rows),
    });
    console.log('µs of CPU a row');
    console.table({
      upload: costs(laps[0], laps[1]),
      validation: costs(laps[1], laps[2]),
      run: costs(laps[2], laps[3]),
    });

    laps.length = 0;
    const steady = startSteadySignups(web.url, { key, waitlist }, { perSecond });
    await sleep(calmSeconds * 1_000);
    await lap();
    await importFile('q');
    await steady.stop();
    const [begun = 0, uploaded = 0, validated = 0, ended = 0] = laps.map(({ at }) => at);
    const during = (from: number, to: number) => {
      const calls = steady.calls.filter(({ startedAt }) => startedAt >= from && startedAt < to);
      const ms = (share: number) => Math.round(quantileMs(calls, share));
      return { signups: calls.length, 'p50 ms': ms(0.5), 'p99 ms': ms(0.99) };
    };
    console.log(`${perSecond} signups a second on the same list`);
    console.table({
      alone: during(0, begun),
      'beside the upload': during(begun, uploaded),
      'beside the validation': during(uploaded, validated),
      'beside the run': { ...during(validated, ended), 'rows/s': rate(laps[2], laps[3]) },
      'from upload to finished': { 'rows/s': rate(laps[0], laps[3]) },
    });

    /** Uploads, validates and runs a file of people of that name. */
    async function importFile(name: string): Promise<void> {
      const lines = linesOf((n) => csvLine(name, n), 'email,created_at,referral_code,utm_source\n');
      const file = Readable.toWeb(Readable.from(lines));
      const { id } = await client.createImport(waitlist, file as ReadableStream<Uint8Array>);
      await lap();
      const wait = async (state: string) => {
        while ((await client.readImport(waitlist, id)).state === state) await sleep(100);
        await lap();
      };
      await wait('validating');
      await client.startImport(waitlist, id, { expected_count: rows });
      await wait('running');
    }

    /** @returns seconds */
    async function copy(): Promise<number> {
      await sql`CREATE TABLE copied (LIKE signups INCLUDING ALL)`;
      const bare = postgres(deployment.env.DATABASE_URL ?? '', { max: 1 }); // the service's own does not copy
      const started = performance.now();
      await bare.begin(async (tx) => {
        await tx`SET LOCAL statement_timeout = 0`;
        const into = await tx`
          COPY copied (account_id, id, waitlist_id, position, email, email_key, referral_code, utm_source, metadata, fields, created_at)
          FROM STDIN WITH (FORMAT csv)`.writable();
        const line = (n: number) =>
          `${accountId},${newId()},${waitlist},${n},p${n}@example.com,p${n}@example.com,${newReferralCode()},ads,{},{},2025-01-01T00:00:00Z\n`;
        await pipeline(Readable.from(linesOf(line, '')), into);
      });
      await bare.end();
      return (performance.now() - started) / 1_000;
    }
  } finally {
    await deployment.close();
  }
}

/** When a phase ended, and the CPU time until then, in ms. */
interface Lap {
  readonly at: number;
  readonly web: number;
  readonly worker: number;
  readonly Postgres: number;
  /** Bytes written to the WAL since the cluster was made. */
  readonly wal: number;
}

const rate = (from: Lap | undefined, to: Lap | undefined) =>
  Math.round(rows / (((to?.at ?? 0) - (from?.at ?? 0)) / 1_000));

function costs(from: Lap | undefined, to: Lap | undefined): Record<string, number> {
  const micros = (process: 'web' | 'worker' | 'Postgres') =>
    Math.round((((to?.[process] ?? 0) - (from?.[process] ?? 0)) * 1_000) / rows);
  return {
    'rows/s': rate(from, to),
    web: micros('web'),
    worker: micros('worker'),
    Postgres: micros('Postgres'),
  };
}

const csvLine = (name: string, n: number) =>
  `${name}${n}@example.com,2025-01-01T00:00:00Z,${newReferralCode()},ads\n`;

function* linesOf(line: (n: number) => string, header: string): Generator<Buffer> {
  let text = header;
  for (let n = 1; n <= rows; n++) {
    text += line(n);
    if (text.length < 60_000 && n < rows) continue;
    yield Buffer.from(text);
    text = '';
  }
}
