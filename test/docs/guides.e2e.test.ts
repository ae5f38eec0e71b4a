import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../support/service/service.ts';

const folder = 'docs/guides';
const guides = await readdir(folder);

/**
 * Tries each command of the guides that calls the API, in their order. The others are those of the README and
 * the examples.
 */
describe('the commands of the guides', () => {
  const service = useService();
  let cwd: string;
  beforeAll(async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    cwd = await mkdtemp(join(tmpdir(), 'waitlist-guides-'));
  });
  afterAll(() => rm(cwd, { recursive: true }));

  test.each(guides)('%s', async (guide) => {
    const text = await readFile(join(folder, guide), 'utf8');
    const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block);
    const calls = blocks.filter((block) => block.includes('curl'));
    const account = await service.account({ plan: 'scale' });
    const LIST = await service.waitlist(account);
    for (const name of ['ada', 'bob']) await service.signUp(account, LIST, { email: `${name}@example.com` });
    const hook = { config: { url: 'http://127.0.0.1:9/' } };
    await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: hook });
    for (const call of calls) {
      const [wave] = await service.sql`SELECT id FROM waves WHERE waitlist_id = ${LIST}`;
      const [announcement] = await service.sql`
        SELECT id FROM announcements WHERE waitlist_id = ${LIST} ORDER BY created_at DESC LIMIT 1`;
      const env = {
        PATH: process.env.PATH,
        API: `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`,
        KEY: account.key,
        LIST,
        WAVE: wave?.id,
        ANNOUNCEMENT: announcement?.id,
      };
      const script = `set -e\n${call.replaceAll('curl -s', 'curl --fail-with-body -sS')}`;
      await promisify(execFile)('sh', ['-c', script], { cwd, env });
    }
    expect(calls.length > 0).toBe(text.includes('$API'));
  });
});
