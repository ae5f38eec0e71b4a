import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addColumns } from '../../support/deployment/add-columns.ts';
import { FuzzClient } from '../../support/fuzz/client.ts';
import { withOwn } from '../../support/fuzz/requests.ts';
import { allTargets } from '../../support/fuzz/targets.ts';
import { useService } from '../../support/service/service.ts';
import { triesAll } from '../../support/values/tries-all.ts';

const service = useService({ ADMIN_USER: 'ops', ADMIN_PASSWORD: 'sesame' });
const requestsPerTarget = triesAll ? 4 : 1;

test('a migration that adds a column to every table fails no request of a process that runs', async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const address = service.app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  const client = await FuzzClient.start(service.ctx, url);
  const targets = await allTargets(service.ctx, client, 'ops:sesame');
  let caller = 0;
  /** Asks every route, page, form and tool the same each time. @returns what was answered with a 5xx */
  async function askAll(): Promise<string[]> {
    const failed: string[] = [];
    for (const { name, method, requests } of targets) {
      await client.makeOwn();
      for (const request of fc.sample(requests, { numRuns: requestsPerTarget, seed: 1 })) {
        const { status } = await client.send(method, withOwn(request, client.own), caller++);
        if (status >= 500 || status === 0) failed.push(`${name}: ${status}`);
      }
    }
    return failed;
  }
  expect(await askAll()).toEqual([]);
  await addColumns(service.sql);
  expect(await askAll()).toEqual([]);
  client.close();
});
