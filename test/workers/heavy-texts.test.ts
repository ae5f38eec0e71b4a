import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkText } from '../../src/shared/imports/upload/check-text.ts';
import { readRecords } from '../../src/shared/imports/upload/read-records.ts';
import { importsOf } from '../support/imports/imports.ts';
import { makeList } from '../support/list.ts';
import { finishErasure } from '../support/people/finish-erasure.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { cpuMsOf } from '../support/values/cpu-time.ts';
import { stretchesOf } from '../support/values/longest-stretch.ts';

/** A part of the work may keep the event loop for this share of all of it. */
const mostShare = 1 / 5;
const runs = 3;

/**
 * Expects that others have their turn while what was prepared goes on. A collection of garbage may take long,
 * but not each time.
 */
async function expectTurns<Prepared>(
  prepare: () => Promise<Prepared>,
  work: (prepared: Prepared) => Promise<unknown>,
): Promise<void> {
  let share = 1;
  for (let run = 0; run < runs && share > mostShare; run++) {
    const prepared = await prepare();
    const { longest, total } = await stretchesOf(() => work(prepared));
    share = longest / total;
  }
  expect(share).toBeLessThan(mostShare);
}

describe('work on large texts leaves the event loop to others', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  /** What may be addresses, one after the other, and takes long to compare. */
  const spellings = {
    'encoded ones with long domains': `${'%41'.repeat(66)}%40${'ü'.repeat(120)}.com `,
    'words of delimiters': `${'=a'.repeat(32)}@b.co `,
    'short ones': 'a@b.co ',
    'one word': 'a@b.co@',
    'domains of combining marks': `a@a${'\u0316\u0301'.repeat(125)}.co `,
  };

  test.each(Object.entries(spellings))('an erasure that searches imports for %s', async (_, spelling) => {
    const cell = spelling.repeat(180_000 / Buffer.byteLength(spelling));
    const rows = Array.from({ length: 5 }, (_, n) => `p${n}@example.com,${cell}\n`).join('');
    const prepare = async () => {
      const list = await makeList(service);
      await importsOf(service, worker, list).upload(`email,notes\n${rows}`);
      return list.account;
    };
    await expectTurns(prepare, async ({ accountId, key }) => {
      const payload = { email: 'ada@example.com' };
      expect((await service.call('POST', '/v1/people/erase', key, { payload })).statusCode).toBe(200);
      await finishErasure(service, worker, accountId);
    });
  });

  test('an upload of many short lines', async () => {
    const csv = `email,notes\n${'\n'.repeat(200_000)}p@example.com,`;
    await expectTurns(
      () => makeList(service),
      async (list) => {
        expect((await importsOf(service, worker, list).upload(csv)).statusCode).toBe(201);
      },
    );
  });

  test('the download of an import with large cells', async () => {
    const list = await makeList(service);
    const cell = '""'.repeat(60_000);
    const rows = Array.from({ length: 20 }, (_, n) => `p${n}@example.com,"${cell}"\n`);
    const { id } = (await importsOf(service, worker, list).upload(`email,notes\n${rows.join('')}`)).json();
    const url = `${list.url}/imports/${id}/rows.csv`;
    const download = await service.call('GET', url, list.account.key, { payloadAsStream: true });
    const sizes: number[] = [];
    for await (const part of download.stream()) sizes.push(part.length);
    expect(sizes.length).toBeGreaterThan(rows.length); // and the header
    expect(Math.max(...sizes)).toBeLessThan(2 * cell.length);
  });
});

test('rows with another number of cells than the header take no longer to upload', async () => {
  const perRow = async (header: string) => {
    const csv = `${header}\n${'a\n'.repeat(60_000)}`;
    return cpuMsOf(async () => {
      for await (const _ of readRecords(checkText(Readable.from([Buffer.from(csv)]))));
    });
  };
  let ratio = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && ratio > 4; run++)
    ratio = (await perRow('email,notes')) / (await perRow('email'));
  expect(ratio).toBeLessThan(4);
});
