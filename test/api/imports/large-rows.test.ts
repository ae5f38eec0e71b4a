import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReadAhead } from '../../../src/shared/capabilities/imports/parts/read-ahead.ts';
import { runPart } from '../../../src/shared/capabilities/imports/parts/run-part.ts';
import { validatePart } from '../../../src/shared/capabilities/imports/parts/validate-part.ts';
import type { ImportRow } from '../../../src/shared/capabilities/imports/schema.ts';
import { importsOf } from '../../support/imports/imports.ts';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

describe('rows of an import with large cells (N6)', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  const count = 40;
  const cell = 'x'.repeat(100_000);
  const csv = `email,notes,referred_by\n${Array.from({ length: count }, (_, n) => `p${n}@example.com,${cell},p0@example.com\n`).join('')}`;
  const most = 1_200_000;

  test('are read some at a time, by pages, by parts and in the download', async () => {
    const list = await makeList(service);
    const imports = importsOf(service, worker, list);
    const { id } = (await imports.upload(csv)).json();
    const key = { id, accountId: list.account.accountId };
    await validatePart(worker.ctx, key, new ReadAhead(worker.ctx));
    expect((await imports.read(id)).would_create).toBeLessThan(count / 2);
    expect(await imports.validate(id)).toMatchObject({ state: 'ready', would_create: count });

    const lines: number[] = [];
    for (let more = true; more; ) {
      const query = `limit=200&offset=${lines.length}`;
      const page = await service.call('GET', `${list.url}/imports/${id}/rows?${query}`, list.account.key);
      expect(page.body.length).toBeLessThan(most);
      lines.push(...page.json().data.map(({ line }: ImportRow) => line));
      more = page.json().has_more;
    }
    expect(lines).toEqual(Array.from({ length: count }, (_, n) => n + 2));
    const download = await service.call('GET', `${list.url}/imports/${id}/rows.csv`, list.account.key);
    expect(download.body.split('\n').map((line) => line.split(',')[0])).toEqual([
      'line',
      ...lines.map(String),
      '',
    ]);

    await imports.act(id, 'start');
    await runPart(worker.ctx, key);
    expect((await imports.read(id)).created).toBeLessThan(count / 2);
    while (await worker.run('run-import', key));
    expect(await imports.read(id)).toMatchObject({
      state: 'finished',
      created: count,
      referrals: count - 1,
    });

    const person = { payload: { email: 'p7@example.com' } };
    const exported = await service.call('POST', '/v1/people/export', list.account.key, person);
    expect(exported.json()).toMatchObject({ complete: true, import_rows: [{ cells: { notes: cell } }] });
    await service.call('POST', '/v1/people/erase', list.account.key, person);
    expect((await imports.rows(id, 'limit=1&offset=7'))[0]?.cells).toEqual([]);
  });

  test('of one person are exported as far as they fit, and it says so', async () => {
    const list = await makeList(service);
    const imports = importsOf(service, worker, list);
    await imports.dryRun(`email,notes\n${`a@example.com,${cell}\n`.repeat(count)}`);
    const exported = await service.call('POST', '/v1/people/export', list.account.key, {
      payload: { email: 'a@example.com' },
    });
    expect(exported.body.length).toBeLessThan(most);
    expect(exported.json().complete).toBe(false);
  });
});
