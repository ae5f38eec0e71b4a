import { expect, test } from 'vitest';
import { importsOf } from '../support/imports/imports.ts';
import { makeList } from '../support/list.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker } from '../support/service/worker.ts';

const service = useService();

test('start_import starts only with the number that get_import shows (N6)', async () => {
  const worker = openTestWorker(service);
  const list = await makeList(service);
  const imports = importsOf(service, worker, list);
  const { id: importId } = await imports.dryRun('email\nada@example.com\nbob@example.com\n');
  const call = async (name: string, more: object, key = list.account.key) => {
    const answer = await service.call('POST', '/mcp/x/imports', key, {
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { waitlistId: list.id, importId, ...more } },
      },
      headers: { accept: 'application/json, text/event-stream', host: 'localhost' },
    });
    return answer.json().result;
  };
  expect((await call('get_import', {})).structuredContent).toMatchObject({ state: 'ready', would_create: 2 });
  expect(await call('start_import', {})).toMatchObject({ isError: true });
  expect(await call('start_import', { expectedCount: 3 })).toMatchObject({ isError: true });
  const other = await service.key(list.account, ['signups:write']);
  expect(await call('start_import', { expectedCount: 2 }, other)).toMatchObject({ isError: true });
  expect((await imports.read(importId)).state).toBe('ready');
  expect((await call('start_import', { expectedCount: 2 })).structuredContent).toMatchObject({
    state: 'running',
  });
  expect(await imports.finish(importId)).toMatchObject({ created: 2 });
  await worker.close();
});
