import { expect, test } from 'vitest';
import { freeKey } from '../../../../src/api/dashboard/pages/waitlist/free-key.ts';
import { unsubscribe } from '../../../../src/shared/mail/suppressions/unsubscribe.ts';
import { csrfOf, rowsOf, signedIn, textOf, wordsOf } from '../../../support/dashboard.ts';
import { importsOf } from '../../../support/imports/imports.ts';
import { makeList } from '../../../support/list.ts';
import { runSelections } from '../../../support/selections/run-selections.ts';
import { useService } from '../../../support/service/service.ts';
import { openTestWorker } from '../../../support/service/worker.ts';

const service = useService();

test('a file is uploaded, its columns are chosen, and the import is started (N6)', async () => {
  const worker = openTestWorker(service);
  const list = await makeList(service);
  const imports = importsOf(service, worker, list);
  const visitor = await signedIn(service, list.account);
  const path = `/dashboard/waitlists/${list.id}/imports`;
  const page = await visitor.open(path);
  expect(page.body).toContain('Import signups from a CSV file');
  expect((await visitor.open(`/dashboard/waitlists/${list.id}`)).body).toContain(`href="${path}"`);

  const fields = {
    csrf: csrfOf(page),
    preset: 'auto',
    positions: 'append',
    codes: 'keep',
    notify: 'false',
    events: 'false',
  };
  const upload = (file: string, change: Record<string, string> = {}) => {
    const parts = Object.entries({ ...fields, ...change }).map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const payload = `${parts.join('')}--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--x--\r\n`;
    return visitor.send(
      path,
      {},
      { payload, headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    );
  };
  const csv = 'Mail,Who <b>\nada@example.com,<script>x</script>\nbob@example.com,=y';
  expect((await upload(csv, { csrf: 'forged' })).statusCode).toBe(403);
  const refused = await upload('ada@example.com,Ada\n');
  expect([refused.statusCode, refused.body.includes('Line 1: it looks like data')]).toEqual([400, true]);
  expect((await upload(csv, { preset: 'nonsense' })).statusCode).toBe(400);
  expect(await service.sql`SELECT FROM imports`).toHaveLength(0);

  const uploaded = await upload(csv);
  expect(uploaded.statusCode).toBe(303);
  const one = String(uploaded.headers.location);
  const id = one.split('/').at(-1) ?? '';
  expect((await visitor.open(one)).body).toContain('Checking the rows');
  await imports.validate(id);
  const ready = (await visitor.open(one)).body;
  expect(ready).toContain('Ready to start');
  expect(ready).not.toContain('<script>x');
  expect(textOf(ready)).toContain('Not imported: Who <b>. To keep such a column, choose what it becomes');
  for (const _ of ['once', 'again']) {
    await visitor.send(`${one}/mapping`, { 'column.0': 'email', 'column.1': 'new.string' });
    await imports.validate(id);
    const fields = (await service.call('GET', `${list.url}/fields`, list.account.key)).json();
    expect(fields.data).toMatchObject([{ key: 'who_b', label: 'Who <b>', type: 'string', required: false }]);
  }
  expect((await visitor.open(one)).body).toContain('<option value="fields.who_b" selected>');
  await visitor.send(`${one}/mapping`, { 'column.0': 'email', 'column.1': 'utm_source' });
  await imports.validate(id);
  expect((await visitor.send(`${one}/start`, { expected: '1' })).statusCode).toBe(409);
  expect((await visitor.send(`${one}/start`, { expected: '2' })).statusCode).toBe(303);
  expect((await visitor.open(one)).body).toContain('<progress');
  expect(await imports.finish(id)).toMatchObject({ created: 2 });
  const finished = (await visitor.open(one)).body;
  expect(finished).toContain('Finished');
  const itsPeople = `/dashboard/waitlists/${list.id}?import=${id}`;
  for (const body of [finished, (await visitor.open(path)).body])
    expect(body).toContain(`<a href="${itsPeople}">2</a>`);
  await list.add({ email: 'by.hand@example.com' });
  expect(textOf((await visitor.open(itsPeople)).body)).toMatch(/Imported from one file.*2 signups found/s);
  const undo = itsPeople.replace('?', '/selection?');
  expect(finished).toContain(`action="${undo}"`);
  const question = await visitor.send(undo, { action: 'delete', scope: 'all' });
  expect(textOf(question.body)).toContain('Take the import back, with 2 signups of');
  expect((await visitor.open(`${one}/rows.csv?outcome=create`)).body).toContain('ada@example.com');
  const sheet = (await visitor.open(`${one}/rows.csv`)).body;
  expect(sheet).toContain(",bob@example.com,'=y\n");
  expect(sheet.startsWith('\ufeffline,')).toBe(true);
  const exact = await service.call('GET', `${list.url}/imports/${id}/rows.csv`, list.account.key);
  expect(exact.body).toContain(',bob@example.com,=y\n');
  expect(exact.body.startsWith('line,')).toBe(true);
  expect((await list.find('bob@example.com')).utm_source).toBe('=y');
  const asking = await upload('email,Status\nada@left.example,cancelled\n');
  const other = String(asking.headers.location);
  const otherId = other.split('/').at(-1) ?? '';
  await imports.validate(otherId);
  const asked = (await visitor.open(other)).body;
  expect(textOf(asked)).toContain(
    'Does “Status” tell who does not want your mails any more? It has “cancelled”.',
  );
  expect(textOf(asked)).not.toContain('Import 1 signup');
  // The columns are sent without an answer: it is still asked.
  await visitor.send(`${other}/mapping`, { 'column.0': 'email' });
  expect((await imports.validate(otherId)).questions).toHaveLength(1);
  await visitor.send(`${other}/mapping`, { 'column.1': 'subscription' });
  await imports.validate(otherId);
  const answered = textOf((await visitor.open(other)).body);
  expect(answered).toContain('Have left, and get no mails 1 (1 unsubscribed)');
  expect(answered).toContain('Import 1 signup');
  const dated = await upload('email,Date\nAda <eve@left.example>,1/2/2025\n');
  const third = String(dated.headers.location);
  await imports.validate(third.split('/').at(-1) ?? '');
  expect(textOf((await visitor.open(third)).body)).toContain(
    'Which day is “1/2/2025”? No date of the file tells whether the month or the day comes first. The answer is for all of them. 2 Jan 2025 (month first) 1 Feb 2025 (day first)',
  );
  await visitor.send(`${third}/mapping`, { date_order: 'dmy' });
  await imports.validate(third.split('/').at(-1) ?? '');
  expect(textOf((await visitor.open(third)).body)).toContain(
    'Dates are read as day/month/year. 1 address was cleaned: a name, mailto: or spaces around it are left out. Import 1 signup',
  );
  await worker.close();
});

test('an import is taken back with what only its file tells, and says what happened since (N6)', async () => {
  const worker = openTestWorker(service);
  const list = await makeList(service);
  const { accountId, key } = list.account;
  const imports = importsOf(service, worker, list);
  const visitor = await signedIn(service, list.account);
  const at = '2025-01-02T00:00:00Z';
  const { id } = await imports.run(
    `email,unsubscribed_at,bounced_at\nstay@a.test,,\nout@a.test,${at},\nlater@a.test,${at},\nback@a.test,,${at}\nboth@a.test,,${at}\nno address,${at},`,
  );
  const path = `/dashboard/waitlists/${list.id}`;
  const ask = async () =>
    textOf((await visitor.send(`${path}/selection?import=${id}`, { scope: 'all', action: 'delete' })).body);
  expect(textOf((await visitor.open(`${path}/imports/${id}`)).body)).toContain('Take it back…');
  const asked = await ask();
  expect(asked).toContain('Take the import back, with 5 signups of');
  expect(asked).toContain('Nothing happened to its people since');
  expect(asked).toContain('people who left elsewhere: 4 suppressions, deleted with it.');

  const [stay, later] = [await list.find('stay@a.test'), await list.find('later@a.test')];
  await list.add({ email: 'friend@b.test', referral_code: stay.referral_code });
  const conversion = { waitlist_id: list.id, email: 'stay@a.test' };
  await service.call('POST', '/v1/conversions', key, { payload: conversion });
  // One person says so here, too, and another file says so of another one.
  await unsubscribe(worker.ctx, { accountId, id: later.id, generation: 0, epoch: 0 });
  await imports.run(`email,bounced_at\nboth@a.test,${at}`);
  expect(await ask()).toMatch(
    /What happened to its people since .*? Became users 1 Brought somebody 1 Its file .* elsewhere: 2 suppressions, deleted with it\./,
  );
  for (const [happened, label, email] of [
    ['converted', 'Became users', 'stay@a.test'],
    ['brought', 'Brought somebody', 'stay@a.test'],
  ] as const) {
    const people = `${path}?import=${id}&happened=${happened}`;
    const question = await visitor.send(`${path}/selection?import=${id}`, { scope: 'all', action: 'delete' });
    expect(question.body.replaceAll('&amp;', '&')).toContain(`<a href="${people}">1</a>`);
    const page = (await visitor.open(people)).body;
    expect(rowsOf(page).map(([address]) => address)).toEqual([email]);
    expect(textOf(page)).toContain(`Since the import ${label}`);
  }

  // That of another account is nobody's here.
  const foreign = await makeList(service);
  const { id: theirs } = await importsOf(service, worker, foreign).run('email\ntheirs@a.test');
  for (const [way, fields] of [
    ['selection', { scope: 'all' }],
    ['selections', { expected: '0' }],
  ] as const) {
    const answer = await visitor.send(`${path}/${way}?import=${theirs}`, { action: 'delete', ...fields });
    expect(answer.statusCode).toBe(404);
  }

  // An undone one leaves everything as it is.
  const suppressions = async () =>
    (await service.sql`SELECT reason FROM suppressions WHERE account_id = ${accountId} ORDER BY reason`).map(
      ({ reason }) => reason,
    );
  const take = () => visitor.send(`${path}/selections?import=${id}`, { action: 'delete', expected: '5' });
  expect(wordsOf(await visitor.follow(await take()))).toContain(
    'Taking the import back, with 5 signups. Undo',
  );
  const [waiting] = await service.sql<
    { id: string }[]
  >`SELECT id FROM selections WHERE account_id = ${accountId}`;
  await visitor.send(`${path}/selections/undo`, { selection: waiting?.id ?? '' });
  expect(await suppressions()).toHaveLength(4);
  await take();
  expect(await suppressions()).toHaveLength(4); // until its signups are gone
  await runSelections(service, worker, list.account);
  expect(await suppressions()).toEqual(['bounced', 'unsubscribed']);
  expect(wordsOf(await visitor.open(path))).toContain(
    'The import was taken back, with 5 signups and 2 suppressions.',
  );
  expect((await list.page()).data).toMatchObject([{ email: 'friend@b.test', referred_by: null }]);
  await worker.close();
});

test('the list of imports is kept up to date while one is under way', async () => {
  const worker = openTestWorker(service);
  const list = await makeList(service);
  const imports = importsOf(service, worker, list);
  const visitor = await signedIn(service, list.account);
  const path = `/dashboard/waitlists/${list.id}`;
  const live = `${path}/live/imports?page=1`;
  const { id } = (await imports.upload('email\nada@example.com\nbob@example.com')).json();
  expect((await visitor.open(`${path}/imports`)).body).toContain(`data-live-from="${live}"`);
  const moving = (await visitor.open(live)).body;
  expect(moving).toMatch(
    new RegExp(`<span id="state-${id}" data-live[^>]*>.*?Checking the rows.*?<progress`, 's'),
  );
  expect(moving).not.toContain('data-ended');

  await imports.validate(id);
  const still = (await visitor.open(live)).body;
  expect(still).toContain('Ready to start');
  expect(still).toContain('data-ended');
  expect((await visitor.open(`${path}/imports`)).body).not.toContain('data-live-from');
  await imports.finish(id);
  expect(textOf((await visitor.open(live)).body)).toMatch(/Finished 2 2/);
  await worker.close();
});

test.each([
  ['Größe (m²)', 'gro_e_m2'],
  ['  1st name ', 'field_1st_name'],
  ['Name', 'name_2'],
  ['Email', 'email_2'],
  ['名前', 'field'],
  ['x'.repeat(70), 'x'.repeat(64)],
])('a column %j makes a field with a key of its own', (name, key) => {
  expect(freeKey(name, [{ key: 'name' }])).toBe(key);
});
