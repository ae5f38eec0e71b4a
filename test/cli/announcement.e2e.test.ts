import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnnouncingList, makeAnnouncingList } from '../support/announcements/announcing.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { documentOf, failureOf, waitlist } from './cli.ts';

const service = useService();
let sink: MailSink;
let worker: TestWorker;
let list: AnnouncingList;
let folder: string;

beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  list = await makeAnnouncingList(service, await service.account(), worker);
  for (const name of ['ada', 'bob', 'cy']) await list.add({ email: `${name}@example.com` });
  await worker.sendAll();
  folder = await mkdtemp(join(tmpdir(), 'waitlist-announcement-'));
});
afterAll(async () => {
  await worker.close();
  await sink.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => {
  const { DATABASE_URL, ENCRYPTION_KEY } = service.env;
  const env = {
    DATABASE_URL,
    ENCRYPTION_KEY,
    MANAGED_EMAIL_URL: sink.url,
    MANAGED_EMAIL_FROM: 'Acme <news@acme.test>',
    OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
  };
  return waitlist(env, 'announcement', ...args, '--json');
};
async function write(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const launch = { name: 'Launch', subject: 'We open', html: '<p>Come in, {{email}}</p>' };

test('an announcement is drafted from a file, tested, launched with its number, and ended', async () => {
  const html = await write('mail.html', '<p>Come in</p>');
  const file = await write('launch.json', { ...launch, per_hour: 3_600, filter: { min_referrals: 1 } });
  const draft = (...more: string[]) => run('draft', '--waitlist', list.id, ...more);
  expect(documentOf(await draft(file))).toMatchObject({
    state: 'draft',
    selected: 0,
    filter: ['min_referrals=1'],
  });
  const designed = { name: 'n', subject: 's', design: { headline: 'h', text: 't' } };
  const changed = await draft(await write('design.json', designed), '--html-file', html);
  expect(documentOf(changed)).toMatchObject({
    selected: 3,
    first: ['ada@example.com', 'bob@example.com', 'cy@example.com'],
  });
  const { id } = documentOf(await draft(await write('all.json', launch)));

  expect(documentOf(await run('test', id, '--to', 'me@acme.test'))).toHaveProperty('from');
  expect((await sink.mailsTo('me@acme.test'))[0]?.subject).toBe('[Test] We open');

  expect(failureOf(await run('launch', id))).toBe('It goes to 3 people. Add --expected-count 3 to launch it');
  expect(failureOf(await run('launch', id, '--expected-count', '2'))).toContain('You expected 2 people');
  expect(documentOf(await run('launch', id, '--expected-count', '3', '--sample', '1'))).toMatchObject({
    state: 'sending',
    waiting: 3,
  });
  await list.work(id);
  expect(documentOf(await run('show', id))).toMatchObject({
    state: 'paused',
    paused_reason: 'sample',
    sent: 1,
  });
  expect(documentOf(await run('resume', id))).toMatchObject({ state: 'sending', waiting: 2 });
  expect(documentOf(await run('pause', id))).toMatchObject({ state: 'paused', paused_reason: 'asked' });
  expect(documentOf(await run('cancel', id))).toMatchObject({
    state: 'cancelled',
    left_out: ['cancelled=2'],
  });
  const listed = documentOf(await run('list', '--waitlist', list.id));
  expect(listed).toHaveLength(3);
  expect(listed[0]).toMatchObject({ id, name: 'Launch', state: 'cancelled' });
  const { data } = (await service.call('GET', '/v1/audit-log', list.account.key)).json();
  expect(data[0]).toMatchObject({ action: 'announcement.cancelled', actor: { type: 'command_line' } });
});

test('what is wrong is one line', async () => {
  const draft = (file: string, waitlistId = list.id) => run('draft', '--waitlist', waitlistId, file);
  const unknown = '00000000-0000-7000-8000-000000000000';
  const file = await write('right.json', launch);
  expect(failureOf(await draft(join(folder, 'none.json')))).toMatch(/none\.json cannot be read$/);
  expect(failureOf(await draft(await write('text.json', 'Hello')))).toBe('The file must be a JSON object.');
  expect(failureOf(await draft(await write('list.json', [])))).toMatch(/^The file: /);
  expect(failureOf(await draft(await write('wrong.json', { ...launch, subjekt: 'x' })))).toBe(
    'subjekt: is not a known key',
  );
  expect(failureOf(await draft(file, unknown))).toBe('No such waitlist.');
  expect(failureOf(await run('show', unknown))).toBe('No such announcement.');
  expect(failureOf(await run('launch', unknown, '--sample', '0'))).toMatch(/^--sample: /);
  expect(failureOf(await run('test', unknown, '--to', 'nobody'))).toBe('--to: must be an email address');
});
