import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/shared/platform/ids.ts';
import { makeList } from '../support/list.ts';
import { startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { documentOf, failureOf, waitlist } from './cli.ts';

const service = useService();

test('import shows a dry run, and starts it where it is asked to (N6)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-import-'));
  const worker = await startProcess('worker', service.env);
  onTestFinished(async () => {
    await worker.stop();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'people.csv');
  await writeFile(file, 'email,name\nada@example.com,Ada\nno address,Bob\n');
  const list = await makeList(service);
  const env = { DATABASE_URL: service.env.DATABASE_URL, ENCRYPTION_KEY: service.env.ENCRYPTION_KEY };
  const run = (...more: string[]) => waitlist(env, 'import', '--waitlist', list.id, ...more, '--json');
  expect(documentOf(await run(file))).toMatchObject({
    state: 'ready',
    would_create: 1,
    rejected: 1,
    mapped: ['email=email'],
    unmapped: ['name'],
  });
  expect((await list.page()).total).toBe(0);
  expect(documentOf(await run(file, '--start'))).toMatchObject({ state: 'finished', created: 1 });
  expect((await list.page()).total).toBe(1);

  await writeFile(file, 'email,Status\nout@example.com,cancelled\n');
  expect(failureOf(await run(file, '--start'))).toContain('looks as if it told who has left');
  expect(failureOf(await run(file, '--map', 'Status'))).toBe('--map Status: must be COLUMN=TARGET.');
  expect(documentOf(await run(file, '--map', 'Status=subscription', '--start'))).toMatchObject({
    created: 1,
    left: expect.arrayContaining(['unsubscribed=1']),
    questions: [],
  });

  await writeFile(file, 'ada@example.com,Ada\n');
  expect(failureOf(await run(file))).toContain('Line 1: it looks like data.');
  expect(failureOf(await run(join(folder, 'missing.csv')))).toContain('no such file');
  expect(failureOf(await run(file, '--preset', 'pigeon'))).toContain('--preset');
  expect(failureOf(await waitlist(env, 'import', '--waitlist', newId(), file))).toBe('No such waitlist.');
});
