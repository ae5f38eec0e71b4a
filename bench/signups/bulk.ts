import { insertWaitlist } from '../../src/shared/list/waitlists/queries.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { makeAccount } from '../../test/support/service/make.ts';
import { median } from '../../test/support/values/quantiles.ts';
import { ratios } from '../support/ratios.ts';
import { generate } from './generate.ts';
import type { LoadResult } from './generator.ts';

const rounds = 7;
const seconds = 4;
const signupsPerBulk = 500;
/** Bulks at the same time, each on a connection of its own. */
const concurrentBulks = [1, 4];
/** Single signups beside them, far below what the process can do alone. */
const connections = 8;

type Single = Pick<LoadResult, 'perSecond' | 'p50Ms' | 'p99Ms'>;

/**
 * Measures bulks of 500 signups, and single signups of another account on the same web process, alone and
 * beside the bulks.
 */
export async function bulk(): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 0 });
  const [url = ''] = deployment.urls;
  try {
    const [importer, visitor] = [await makeOwner(deployment), await makeOwner(deployment)];
    let runs = 0;

    async function single(): Promise<Single> {
      const result = await generate({
        urls: [url],
        key: visitor.key,
        waitlists: [await visitor.makeList()],
        connections,
        warmUpMs: 500,
        measuredMs: seconds * 1_000,
        run: (runs++).toString(36),
      });
      if (Object.keys(result.others).length > 0)
        throw new Error(`Answers other than 201: ${JSON.stringify(result.others)}`);
      return result;
    }

    /**
     * Sends bulks until `until` has ended, at least for the measured time. @returns stored signups a second
     */
    async function bulks(count: number, until: Promise<unknown>): Promise<number> {
      const list = await importer.makeList();
      let isOver = false;
      void until.finally(() => {
        isOver = true;
      });
      let stored = 0;
      const started = performance.now();
      await Promise.all(
        Array.from({ length: count }, async (_, sender) => {
          for (let number = 0; !isOver || performance.now() - started < seconds * 1_000; number++) {
            const signups = Array.from({ length: signupsPerBulk }, (__, index) => ({
              email: `person${index}@${number}.${sender}.example.com`,
              utm_source: 'bench',
            }));
            const response = await fetch(`${url}/v1/waitlists/${list}/signups/bulk`, {
              method: 'POST',
              headers: { authorization: `Bearer ${importer.key}`, 'content-type': 'application/json' },
              body: JSON.stringify({ signups }),
            });
            const { created } = (await response.json()) as { created?: number };
            if (created !== signupsPerBulk) throw new Error(`${response.status}: ${created} were stored`);
            stored += created;
          }
        }),
      );
      return stored / ((performance.now() - started) / 1_000);
    }

    const alone: Single[] = [];
    const alonePerSecond = new Map<number, number[]>(concurrentBulks.map((count) => [count, []]));
    const beside = new Map<number, { single: Single; perSecond: number }[]>(
      concurrentBulks.map((count) => [count, []]),
    );
    for (let round = 1; round <= rounds; round++) {
      alone.push(await single());
      for (const count of concurrentBulks) {
        alonePerSecond.get(count)?.push(await bulks(count, Promise.resolve()));
        const measured = single();
        const perSecond = await bulks(count, measured);
        beside.get(count)?.push({ single: await measured, perSecond });
      }
      console.log(`round ${round} of ${rounds}`);
    }
    const middle = (values: readonly number[]) => Number(median(values).toFixed(1));
    const toRow = (results: readonly Single[]) => ({
      'signups/s': Math.round(median(results.map(({ perSecond }) => perSecond))),
      'p50 ms': middle(results.map(({ p50Ms }) => p50Ms)),
      'p99 ms': middle(results.map(({ p99Ms }) => p99Ms)),
    });
    console.log(`medians of ${rounds} rounds of ${seconds} s; bulks of ${signupsPerBulk}`);
    console.table({
      [`single signups alone, ${connections} connections`]: toRow(alone),
      ...Object.fromEntries(
        [...beside].flatMap(([count, results]) => [
          [
            `${count} bulks at once, alone`,
            { 'signups/s': Math.round(median(alonePerSecond.get(count) ?? [])) },
          ],
          [
            `${count} bulks at once, beside single signups`,
            { 'signups/s': Math.round(median(results.map(({ perSecond }) => perSecond))) },
          ],
          [`single signups beside ${count} bulks`, toRow(results.map((result) => result.single))],
        ]),
      ),
    });
    console.table(
      Object.fromEntries(
        [...beside].flatMap(([count, results]) =>
          (['p50Ms', 'p99Ms'] as const).map((key) => [
            `${key} beside ${count} bulks ÷ alone`,
            ratios(
              results.map((result) => result.single[key]),
              alone.map((result) => result[key]),
            ),
          ]),
        ),
      ),
    );
  } finally {
    await deployment.close();
  }
}

/** An account that makes lists. */
async function makeOwner({ sql }: Deployment) {
  const { accountId, key } = await makeAccount(sql, { requestsPerMinute: 2_000_000_000 });
  return {
    key,
    async makeList(): Promise<string> {
      const id = newId();
      await sql.begin((tx) => insertWaitlist(tx, { id, account_id: accountId, name: id }));
      return id;
    },
  };
}
