import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { median } from '../../test/support/values/quantiles.ts';
import { drain } from '../support/drain.ts';
import { memoryOf } from '../support/memory.ts';
import { ratios } from '../support/ratios.ts';

const rounds = 5;
const sizes = [100_000, 1_000_000];
const repeatedExports = 200;
/** The client aborts every fourth of them. */
const abortEvery = 4;

/**
 * Compares the CSV export over HTTP with psql's COPY of the same columns in the same formats. Measures the
 * memory of the web process, which must not grow with the list. Then runs many exports one after the other
 * and aborts some: none may hang.
 */
export async function exports(): Promise<void> {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  try {
    const lists = [];
    for (const size of sizes) {
      const list = await deployment.makeWaitlist();
      await storeSignups(deployment.sql, list, size, {
        onStored: (stored) => deployment.progress.show(`${stored} of ${size} signups stored`),
      });
      deployment.progress.end();
      lists.push({ size, ...list });
    }
    await deployment.sql`VACUUM ANALYZE`;
    const [small, large] = lists;
    if (!small || !large) throw new Error('Expected two sizes');

    const rows = [];
    for (const list of lists) {
      const web = await startProcess('web', deployment.env, { keepLog: false });
      const before = await memoryOf(web.child.pid);
      await drain(web.url, list);
      const { peakMb } = await memoryOf(web.child.pid);
      rows.push({
        signups: list.size,
        'RSS before, MB': before.nowMb.toFixed(0),
        'peak RSS, MB': peakMb.toFixed(0),
      });
      await web.stop();
    }
    console.table(rows);

    const web = await startProcess('web', deployment.env, { keepLog: false });
    const [ours, copies]: [number[], number[]] = [[], []];
    for (let round = 1; round <= rounds; round++) {
      const exported = await drain(web.url, large);
      const copied = await copyOut(deployment.env.DATABASE_URL ?? '', large.waitlist);
      if (exported.rows !== large.size || exported.bytes !== copied.bytes)
        throw new Error(
          `${exported.rows} rows of ${exported.bytes} bytes exported, ${copied.bytes} bytes copied`,
        );
      ours.push(large.size / exported.seconds);
      copies.push(large.size / copied.seconds);
      console.log(
        `round ${round} of ${rounds}: ${Math.round(ours.at(-1) ?? 0)} rows/s, psql ${Math.round(copies.at(-1) ?? 0)}`,
      );
    }
    console.table({
      'rows/s, export': Math.round(median(ours)),
      'rows/s, psql COPY': Math.round(median(copies)),
      ...ratios(ours, copies),
    });

    const started = performance.now();
    let aborted = 0;
    for (let run = 1; run <= repeatedExports; run++) {
      const aborts = run % abortEvery === 0;
      const { rows } = await drain(web.url, small, aborts ? 1_000_000 : undefined);
      if (aborts) aborted += 1;
      else if (rows !== small.size) throw new Error(`Export ${run} had ${rows} rows`);
    }
    const { nowMb, peakMb } = await memoryOf(web.child.pid);
    console.log(
      `${repeatedExports} exports of ${small.size} signups one after the other, ${aborted} of them aborted: ${((performance.now() - started) / 1000).toFixed(0)} s, ` +
        `none hung; RSS ${nowMb.toFixed(0)} MB, peak ${peakMb.toFixed(0)} MB`,
    );
    await web.stop();
  } finally {
    await deployment.close();
  }
}

/** The columns of the export in its formats. The signups of this benchmark have no mails. */
const copyOf = (waitlist: string) => {
  const iso = (column: string) =>
    `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`;
  return `COPY (SELECT position, email, ${iso('created_at')}, utm_source, referrer,
    CASE email_status WHEN 0 THEN NULL ELSE email_status::text END AS email_status,
    ${iso('email_delivered_at')}, ${iso('email_opened_at')}, ${iso('email_clicked_at')}, metadata, id, referral_code, referral_count, referred_by
    FROM signups WHERE waitlist_id = '${waitlist}' ORDER BY position) TO STDOUT (FORMAT csv, HEADER)`;
};

async function copyOut(databaseUrl: string, waitlist: string): Promise<{ bytes: number; seconds: number }> {
  const started = performance.now();
  const psql = spawn('psql', [databaseUrl, '-Xqc', copyOf(waitlist)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  psql.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const [code] = await once(psql, 'close');
  if (code !== 0) throw new Error(`psql exited with ${code}`);
  return { bytes, seconds: (performance.now() - started) / 1000 };
}
