import { describe, expect, test } from 'vitest';
import { importsOf } from '../../support/imports/imports.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker } from '../../support/service/worker.ts';
import { readCsv } from '../../support/values/read-csv.ts';

const notATag = 'locale: must be a language tag such as de or pt-BR';

describe('the language of a signup', () => {
  const service = useService();

  const localesOf = async (list: TestList): Promise<unknown[]> =>
    ((await list.page('order=oldest&include=locale')).data as { locale?: unknown }[]).map(
      ({ locale }) => locale,
    );

  test.each([
    ['de', 'de'],
    ['PT-br', 'pt-BR'],
    [' zh-hant-tw ', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['', null],
    ['  ', null],
    [null, null],
    [undefined, null],
  ])('%j is kept as %j', async (locale, kept) => {
    const list = await makeList(service);
    await list.add({ email: 'ada@example.com', locale });
    expect(await localesOf(list)).toEqual([kept]);
  });

  test.each(['German!', 'de_DE', 'de-', 'd', '😀', 'de\u0000', `de-x-${'a'.repeat(31)}`, 'x'.repeat(1_000)])(
    '%j is refused',
    async (locale) => {
      const list = await makeList(service);
      const answer = await list.signUp({ email: 'ada@example.com', locale });
      expect(answer.statusCode).toBe(400);
      if (!locale.includes('\0')) expect(answer.json().error.message).toBe(notATag);
      expect((await list.page()).total).toBe(0);
    },
  );

  test('is in an answer only if the caller asks for it', async () => {
    const list = await makeList(service);
    const added = await list.add({ email: 'ada@example.com', locale: 'de-AT' });
    expect(added).not.toHaveProperty('locale');
    const url = `${list.url}/signups/${added.id}`;
    const read = async (query = '') => (await service.call('GET', url + query, list.account.key)).json();
    expect(await read()).not.toHaveProperty('locale');
    expect(await read('?include=locale')).toMatchObject({ locale: 'de-AT' });
    expect(await list.add({ email: 'bo@example.com', include: ['locale'] })).toMatchObject({ locale: null });
  });

  test('stays the first one when the person signs up again', async () => {
    const list = await makeList(service);
    const include = ['locale'];
    expect(await list.add({ email: 'ada@example.com', locale: 'de', include })).toMatchObject({
      locale: 'de',
    });
    for (const locale of ['fr', null, undefined])
      expect(await list.add({ email: 'ada@example.com', locale, include })).toMatchObject({ locale: 'de' });
    await list.add({ email: 'bo@example.com' });
    expect(await list.add({ email: 'bo@example.com', locale: 'fr', include })).toMatchObject({
      locale: null,
    });
  });

  test('comes with each signup of a bulk and of the tool for many', async () => {
    const list = await makeList(service);
    const signups = [
      { email: 'ada@example.com', locale: 'pl' },
      { email: 'bo@example.com', locale: 'no tag' },
      { email: 'cy@example.com' },
    ];
    const bulk = await service.call('POST', `${list.url}/signups/bulk`, list.account.key, {
      payload: { signups },
    });
    expect(bulk.json()).toMatchObject({ created: 2, data: [{}, { error: { message: notATag } }, {}] });
    const answer = await service.call('POST', '/mcp/x/signups', list.account.key, {
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'add_signups',
          arguments: { waitlistId: list.id, signups: [{ email: 'di@example.com', locale: 'JA' }], count: 1 },
        },
      },
      headers: { accept: 'application/json, text/event-stream', host: 'localhost' },
    });
    expect(answer.json().result.structuredContent).toMatchObject({ created: 1 });
    expect(await localesOf(list)).toEqual(['pl', null, 'ja']);
  });

  test('leaves in the export of the list and of the person, and comes back in an import', async () => {
    const list = await makeList(service);
    await list.add({ email: 'ada@example.com', locale: 'pt-BR' });
    await list.add({ email: 'bo@example.com' });
    const csv = await service.call('GET', `${list.url}/signups/export`, list.account.key);
    const [names = [], ...rows] = readCsv(csv.body);
    expect(rows.map((row) => row[names.indexOf('locale')])).toEqual(['pt-BR', '']);
    const person = await service.call('POST', '/v1/people/export', list.account.key, {
      payload: { email: 'ada@example.com' },
    });
    expect(person.json().signups).toMatchObject([{ locale: 'pt-BR' }]);
    const worker = openTestWorker(service);
    const other = await makeList(service);
    const imports = importsOf(service, worker, other);
    expect(await imports.run(csv.body)).toMatchObject({ created: 2, rejected: 0 });
    expect(await localesOf(other)).toEqual(['pt-BR', null]);
    await worker.close();
  });

  test('is read from a file as other tools write it, and refused by line', async () => {
    const worker = openTestWorker(service);
    const list = await makeList(service);
    const imports = importsOf(service, worker, list);
    const { id } = await imports.run(
      'email,locale\na@example.com,de_AT\nb@example.com,\nc@example.com,German!\nd@example.com,fr\n',
    );
    expect((await imports.rows(id, 'outcome=rejected')).map(({ line, reason }) => [line, reason])).toEqual([
      [4, notATag],
    ]);
    expect(await localesOf(list)).toEqual(['de-AT', null, 'fr']);
    await worker.close();
  });
});
