import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, type Build, cli, createAccount, createWaitlist } from '../support/deployment/build.ts';
import { type Deployment, startDeployment } from '../support/deployment/deployment.ts';
import { quietPort } from '../support/network/quiet-port.ts';
import { frontDoors } from '../support/proxies/front-door.ts';
import type { RunningProxy } from '../support/proxies/proxies.ts';
import type { ServiceProcess } from '../support/service/processes.ts';
import { checkHistory } from '../support/storm/check-history.ts';
import { checkMails } from '../support/storm/check-mails.ts';
import type { History } from '../support/storm/history.ts';
import { type StormOptions, storm } from '../support/storm/storm.ts';

const doors = await Promise.all(
  Object.entries(frontDoors).map(async ([name, { find, start }]) => ({
    name,
    start,
    isInstalled: (await find()) !== undefined,
  })),
);
for (const { name, isInstalled } of doors)
  if (!isInstalled) console.error(`SKIPPED: ${name} is not installed, so cells are not tried behind it`);

interface Cell extends Deployment, Account {
  readonly build: Build;
  readonly port: number;
  readonly waitlist: string;
  /** Its web process. */
  web(): ServiceProcess;
  serve(): Promise<void>;
}

async function openCell(name: string): Promise<Cell> {
  const more = { CELL: name, BASE_URL: `http://${name}.waitlist.example` };
  const deployment = await startDeployment({ webs: 0, workers: 1 }, more);
  const build = { cwd: process.cwd(), env: deployment.env };
  const account = await createAccount(build);
  const port = await quietPort();
  let web = await deployment.start('web', { PORT: String(port) });
  return {
    ...deployment,
    ...account,
    build,
    port,
    waitlist: await createWaitlist(web.url, account),
    web: () => web,
    async serve() {
      web = await deployment.start('web', { PORT: String(port) });
    },
  };
}

const installed = doors.filter(({ isInstalled }) => isInstalled);
describe.skipIf(installed.length === 0).each(installed)(
  'two cells behind one address, by $name (N7)',
  ({ start }) => {
    let first: Cell;
    let second: Cell;
    let door: RunningProxy;

    beforeAll(async () => {
      [first, second] = await Promise.all([openCell('1'), openCell('2')]);
      door = await start([`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`]);
    });
    afterAll(async () => {
      await door?.close();
      await Promise.all([first?.close(), second?.close()]);
    });

    const call = (
      path: string,
      key: string,
      { scheme = 'Bearer', ...init }: RequestInit & { scheme?: string } = {},
    ) =>
      fetch(`${door.url}${path}`, {
        ...init,
        headers: { ...init.headers, authorization: `${scheme} ${key}` },
      });
    const accountOf = async (key: string, scheme?: string) =>
      (
        (await (await call('/v1/account', key, { ...(scheme && { scheme }) })).json()) as {
          account_id?: string;
        }
      ).account_id;
    /** Signs up from many callers over the front door. */
    function run(
      { key, waitlist }: Cell,
      options: Partial<StormOptions> & { seed: number },
    ): Promise<History> {
      const rates = { concurrency: 16, repeats: 0.1, referrals: 0.1, removals: 0 };
      return storm({ urls: [door.url], key, waitlist, requests: 200, ...rates, ...options });
    }
    const statuses = ({ signups }: History) => [...new Set(signups.map(({ status }) => status))].toSorted();

    test('a key goes to the cell that made it, and a key without a cell to the first', async () => {
      expect([first.key.slice(0, 5), second.key.slice(0, 5)]).toEqual(['wl_1_', 'wl_2_']);
      for (const cell of [first, second]) {
        expect(await accountOf(cell.key)).toBe(cell.id);
        expect(await accountOf(cell.key, 'bearer  ')).toBe(cell.id);
        const lists = await call('/v1/waitlists', cell.key);
        expect(await lists.json()).toMatchObject({ total: 1, data: [{ id: cell.waitlist }] });
      }
      const made = await cli<{ key: string }>(
        second.build,
        'key',
        'create',
        '--account',
        second.id,
        '--test',
      );
      expect(made.key).toMatch(/^wl_test_2_/);
      expect(await accountOf(made.key)).toMatch(/^[0-9a-f-]{36}$/);
      const older = await createAccount({ ...first.build, env: { ...first.env, CELL: '' } });
      expect(older.key).toMatch(/^wl_[^_]+$/);
      expect(await accountOf(older.key)).toBe(older.id);
      expect((await call(`/v1/waitlists/${second.waitlist}`, first.key)).status).toBe(404);
      expect(await accountOf(first.key.replace('wl_1_', 'wl_2_'))).toBeUndefined();
    });

    test('what has no key is not served, and says so as JSON', async () => {
      for (const path of ['/v1/public/status', '/v1/webhooks/email/x', '/', '/dashboard', '/mcpx']) {
        const answer = await call(path, second.key);
        expect([path, answer.status, await answer.json()]).toMatchObject([
          path,
          404,
          { error: { code: 'not_found' } },
        ]);
      }
    });

    test('tools are those of the cell', async () => {
      for (const { key, waitlist } of [first, second]) {
        const client = new Client({ name: 'test', version: '1' });
        const requestInit = { headers: { authorization: `Bearer ${key}` } };
        await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', door.url), { requestInit }));
        const { structuredContent } = await client.callTool({ name: 'list_waitlists', arguments: {} });
        expect(structuredContent).toMatchObject({ data: [{ id: waitlist }] });
        await client.close();
      }
    });

    test('bodies arrive whole, and those that are refused are answered by the cell', async () => {
      const list = await createWaitlist(second.web().url, second);
      const file = `email,note\n${Array.from({ length: 20_000 }, (_, at) => `p${at}@example.com,${'x'.repeat(80)}`).join('\n')}`;
      const csv = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file };
      const imported = await call(`/v1/waitlists/${list}/imports`, second.key, csv);
      expect([imported.status, await imported.json()]).toMatchObject([201, { rows: 20_000 }]);
      const json = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: 'x'.repeat(700_000),
      };
      const form = { ...csv, headers: { 'content-type': 'multipart/form-data; boundary=x' } };
      for (let time = 0; time < 20; time++) {
        expect((await call('/v1/waitlists', second.key, json)).status).toBe(413);
        expect((await call(`/v1/waitlists/${list}/imports`, second.key, form)).status).toBe(415);
      }
    });

    test('of two at once, one that is away or hangs: the other notices nothing, and no signup or mail is lost', async () => {
      const [one, two] = await Promise.all([run(first, { seed: 1 }), run(second, { seed: 2 })]);
      expect([statuses(one), statuses(two)]).toEqual([[201], [201]]);

      await second.web().stop('SIGKILL');
      const refused = await call('/v1/account', second.key);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await refused.json()).toMatchObject({ error: { code: 'internal_error' } });
      const away = run(second, { seed: 3, retry: true });
      const beside = await run(first, { seed: 4 });
      await second.serve();

      const whileBack = await away;
      second.web().child.kill('SIGSTOP');
      const hanging = Promise.all(Array.from({ length: 250 }, () => call('/v1/account', second.key)));
      const besideHanging = await run(first, { seed: 5 });
      expect(new Set((await hanging).map(({ status }) => status))).toEqual(new Set([503]));
      second.web().child.kill('SIGCONT');
      expect([statuses(beside), statuses(besideHanging), statuses(whileBack)]).toEqual([
        [201],
        [201],
        [201, 503],
      ]);

      for (const [cell, parts] of [
        [first, [one, beside, besideHanging]],
        [second, [two, whileBack]],
      ] as const) {
        await cell.waitForMails();
        const history = { signups: parts.flatMap(({ signups }) => signups), removals: [] };
        expect(await checkHistory(cell.sql, cell.waitlist, history)).toEqual([]);
        expect(await checkMails(cell.sql, cell.waitlist, cell.sink.received)).toEqual([]);
      }
    });
  },
);
