import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Import } from '../../../src/shared/capabilities/imports/schema.ts';
import { importsOf, type TestImports } from '../../support/imports/imports.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

describe('a file that people really have (N6)', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  async function start(): Promise<{ list: TestList; imports: TestImports }> {
    const list = await makeList(service);
    return { list, imports: importsOf(service, worker, list) };
  }
  const dryRun = async (file: string | Buffer, query?: string) => (await start()).imports.dryRun(file, query);
  const kinds = ({ questions }: Import) => questions.map(({ kind }) => kind);
  const patch = (list: TestList, id: string, payload: object) =>
    service.call('PATCH', `${list.url}/imports/${id}`, list.account.key, { payload });

  /** What becomes of each file: the signups that it would make, the rows refused, what is asked. */
  const expected: Record<string, [number, number, string[], Partial<Import>?]> = {
    'airtable.csv': [1, 0, ['date_order']],
    'beehiiv.csv': [2, 0, [], { preset: 'beehiiv', left: left({ unsubscribed: 1 }) }],
    'cp1252.csv': [1, 0, ['encoding'], { encoding: 'windows-1252' }],
    'de.csv': [2, 0, []],
    'epoch.csv': [2, 0, [], { preset: 'waitlister' }],
    'gforms.csv': [1, 0, ['date_order'], { preset: 'google_forms' }],
    'ghost-members.csv': [2, 0, [], { preset: 'ghost', left: left({ unsubscribed: 1 }) }],
    'header-example-address.csv': [1, 0, []],
    'header-handle.csv': [1, 0, []],
    'header-newline-semicolon.csv': [1, 0, []],
    'header-twice.csv': [1, 0, []],
    'keila.csv': [2, 0, [], { preset: 'keila', left: left({ unsubscribed: 1 }) }],
    'kit-status.csv': [4, 0, ['subscription']],
    'kit.csv': [2, 0, [], { preset: 'kit', left: left({ unsubscribed: 1 }) }],
    'launchlist.csv': [2, 0, ['subscription'], { preset: 'launchlist' }],
    'messy.csv': [5, 3, [], { duplicates: 1, cleaned: 3 }],
    'messy2.csv': [6, 3, [], { duplicates: 1, cleaned: 4 }],
    'own-export-bounced.csv': [3, 0, [], { preset: 'own', left: left({ bounced: 1, complained: 1 }) }],
    'sep.csv': [1, 0, []],
    'surveymonkey-two-headers.csv': [1, 0, [], { rows: 1 }],
    'trailing-empty-rows.csv': [1, 0, [], { rows: 1 }],
    'viral-loops.csv': [2, 0, [], { preset: 'viral_loops' }],
    'utf16.csv': [1, 0, [], { encoding: 'utf-16le' }],
  };
  function left(change: Partial<Import['left']>): Import['left'] {
    return { unsubscribed: 0, bounced: 0, complained: 0, suppressed: 0, ...change };
  }
  test.each(Object.entries(expected))('%s', async (name, [creates, rejects, asks, more = {}]) => {
    const ready = await dryRun(await readFile(new URL(`files/${name}`, import.meta.url)));
    expect([ready.would_create, ready.rejected, kinds(ready)]).toEqual([creates, rejects, asks]);
    expect(ready).toMatchObject({ state: 'ready', ...more });
  });

  test('has one reading of its dates, if any of them tells it', async () => {
    const { list, imports } = await start();
    const done = await imports.run('email,Date\na@day.example,11/2/2025 10:12:33\nb@day.example,31/1/2025\n');
    expect(done).toMatchObject({ created: 2, date_order: 'dmy', questions: [] });
    expect(done.notes).toEqual(['Dates are read as day/month/year, because line 3 has “31/1/2025”.']);
    expect((await list.find('a@day.example')).created_at).toBe('2025-02-11T10:12:33.000Z');
  });

  test('asks which number is the month where both fit, shows both, and goes on', async () => {
    const { list, imports } = await start();
    const ready = await imports.dryRun('Timestamp,Email Address\n11/2/2025 10:12:33,a@ask.example\n');
    expect(ready).toMatchObject({ would_create: 1, date_order: null });
    expect(ready.questions).toEqual([
      {
        kind: 'date_order',
        column: null,
        values: ['11/2/2025 10:12:33', '2 Nov 2025', '11 Feb 2025'],
        text: 'Line 2 has “11/2/2025 10:12:33”: is that 2 Nov 2025 (mdy) or 11 Feb 2025 (dmy)? No date of the file tells. Send date_order.',
      },
    ]);
    expect((await imports.act(ready.id, 'start')).statusCode).toBe(409);
    expect((await patch(list, ready.id, { date_order: 'ymd' })).statusCode).toBe(400);
    expect((await patch(list, ready.id, { date_order: 'dmy' })).statusCode).toBe(200);
    expect(await imports.validate(ready.id)).toMatchObject({ date_order: 'dmy', questions: [] });
    await imports.finish(ready.id);
    expect((await list.find('a@ask.example')).created_at).toBe('2025-02-11T10:12:33.000Z');
    expect(await dryRun('email,Date\nb@ask.example,11/2/2025\n', 'date_order=mdy')).toMatchObject({
      questions: [],
      date_order: 'mdy',
    });
  });

  test('in Windows-1252 shows how it reads, and is asked about', async () => {
    const { list, imports } = await start();
    await list.field('name', 'string');
    const text = 'email,name\na@excel.example,Zoe\nb@excel.example,M\xfcller \x80\n';
    const ready = await imports.dryRun(Buffer.from(text, 'latin1'));
    expect(ready.questions).toMatchObject([{ kind: 'encoding', values: ['Müller €'] }]);
    expect((await imports.act(ready.id, 'start')).statusCode).toBe(409);
    expect((await patch(list, ready.id, { encoding: 'utf-8' })).statusCode).toBe(400);
    expect((await patch(list, ready.id, { encoding: 'windows-1252' })).statusCode).toBe(200);
    await imports.validate(ready.id);
    expect(await imports.finish(ready.id)).toMatchObject({ created: 2 });
    expect((await list.find('b@excel.example')).fields).toEqual({ name: 'Müller €' });
    const [kept] = await service.sql`SELECT file FROM imports WHERE id = ${ready.id}`;
    expect(JSON.stringify(kept)).not.toContain('Müller');
    const central = await dryRun(
      Buffer.from('email\na@x.example\n\xb9@x.example\n', 'latin1'),
      'encoding=windows-1250',
    );
    expect(central).toMatchObject({ encoding: 'windows-1250', questions: [] });
  });

  test.each(['utf16le', 'utf16be'] as const)('in %s is decoded as it arrives', async (encoding) => {
    const bytes = Buffer.from('\ufeffemail\tname\r\nzoë@x.example\t😀\r\na@x.example\tü\r\n', 'utf16le');
    const ready = await dryRun(encoding === 'utf16be' ? bytes.swap16() : bytes);
    expect(ready).toMatchObject({ rows: 2, would_create: 1, columns: { names: ['email', 'name'] } });
  });

  test('loses only the row with a broken quote', async () => {
    const { imports } = await start();
    const ready = await imports.dryRun(
      [
        'email,name',
        'a@quote.example,"Ada',
        'b@quote.example,"Bob, the ""second"""',
        'c@quote.example,5" tall',
        'd@quote.example,"Dan" Dee',
        '"e@quote.example,"Eve"',
        'f@quote.example,"two',
        'lines"',
        'g@quote.example,"open',
        'h@quote.example,Hal',
      ].join('\n'),
    );
    expect(ready).toMatchObject({ rows: 8, would_create: 5, rejected: 3 });
    expect(
      (await imports.rows(ready.id, 'outcome=rejected')).map(({ line, reason }) => [line, reason]),
    ).toEqual([
      [2, 'The row cannot be read: a quote is not closed, or ends before the cell does.'],
      [6, 'The row has 1 cells, and the header has 2.'],
      [9, 'The row cannot be read: a quote is not closed.'],
    ]);
  });

  test('may have 650 columns, doubles, long names and a consent sentence in its header', async () => {
    const consent = `I agree ${'very '.repeat(60)}much (me@example.com)`;
    const more = Array.from({ length: 647 }, (_, n) => `q${n}`);
    const cells = Array.from({ length: 650 }, () => '');
    cells[1] = 'a@wide.example';
    const ready = await dryRun(
      `Comments,Email,"${consent}",${more.join(',')}\n${cells.join(',')}\n,b@wide.example,,,\n`,
    );
    expect(ready).toMatchObject({ would_create: 1, rejected: 1 });
    expect(ready.columns.names).toHaveLength(500);
    expect(ready.columns.names[2]).toMatch(/^I agree very .*…$/);
    expect(ready.warnings).toContain('The file has 650 columns. Only the first 500 are read.');
    const doubles = await dryRun('Email,Comments,comments,Email,\na@double.example,x,y,b@double.example,\n');
    expect(doubles.columns).toMatchObject({
      names: ['Email', 'Comments', 'comments (2)', 'Email (2)', 'Column 5'],
      mapped: { Email: 'email' },
    });
    expect(doubles.would_create).toBe(1);
  });

  test.each([
    ['Adresse e-mail', 'Date d’inscription', 'Parrainé par'],
    ['E-Mail-Adresse (Pflichtfeld)', 'Angemeldet am', 'Empfohlen von'],
    ['Correo electrónico', 'Fecha de registro', 'Referido por'],
    ['Endereço de e-mail', 'Data de inscrição', 'Indicado por'],
    ['EMAIL ADDRESS', 'Subscribed At', 'Referrer code'],
    ['e_mail', 'Timestamp', 'invited by'],
  ])('has columns called %s, %s, %s', async (email, time, referrer) => {
    const ready = await dryRun(`${email},${time},${referrer}\na@word.example,2025-01-02,\n`);
    expect(ready.columns.mapped).toEqual({
      [email]: 'email',
      [time]: 'created_at',
      [referrer]: 'referred_by',
    });
  });
});
