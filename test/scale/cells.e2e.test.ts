import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, createAccount, createWaitlist } from '../support/deployment/build.ts';
import { type Deployment, startDeployment } from '../support/deployment/deployment.ts';
import { type FrontDoor, findNginx, startFrontDoor } from '../support/deployment/front-door.ts';
import { quietPort } from '../support/network/quiet-port.ts';
import type { ServiceProcess } from '../support/service/processes.ts';
import { checkHistory } from '../support/storm/check-history.ts';
import { checkMails } from '../support/storm/check-mails.ts';
import type { History } from '../support/storm/history.ts';
import { type StormOptions, storm } from '../support/storm/storm.ts';

const version = await findNginx();
if (version === undefined)
  console.error('SKIPPED: nginx is not installed, so cells are not tried behind one address');

interface Cell extends Deployment, Account {
  readonly port: number;
  readonly waitlist: string;
  /** Starts its web process. */
  serve(): Promise<void>;
  kill(): Promise<void>;
}

async function openCell(name: string): Promise<Cell> {
  const more = { CELL: name, BASE_URL: `http://${name}.waitlist.example` };
  const deployment = await startDeployment({ webs: 0, workers: 1 }, more);
  const account = await createAccount({ cwd: process.cwd(), env: deployment.env });
  const port = await quietPort();
  let web: ServiceProcess | undefined;
  const serve = async () => {
    web = await deployment.start('web', { PORT: String(port) });
  };
  await serve();
  const waitlist = await createWaitlist(web?.url ?? '', account);
  return {
    ...deployment,
    ...account,
    port,
    waitlist,
    serve,
    async kill() {
      await web?.stop('SIGKILL');
    },
  };
}

describe.skipIf(version === undefined)('two cells behind one address (N7)', () => {
  let first: Cell;
  let second: Cell;
  let door: FrontDoor;
  const histories = new Map<Cell, History[]>();

  beforeAll(async () => {
    [first, second] = await Promise.all([openCell('1'), openCell('2')]);
    door = await startFrontDoor([`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`]);
  });
  afterAll(async () => {
    await door?.close();
    await Promise.all([first?.close(), second?.close()]);
  });

  const get = (path: string, key?: string) =>
    fetch(`${door.url}${path}`, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } });
  /** Signs up from many callers over the front door, and keeps what they saw. */
  async function run(cell: Cell, options: Partial<StormOptions> & { seed: number }): Promise<History> {
    const { key, waitlist } = cell;
    const rates = { concurrency: 16, repeats: 0.1, referrals: 0.1, removals: 0 };
    const history = await storm({ urls: [door.url], key, waitlist, requests: 200, ...rates, ...options });
    histories.set(cell, [...(histories.get(cell) ?? []), history]);
    return history;
  }
  const statuses = ({ signups }: History) => [...new Set(signups.map(({ status }) => status))];

  test('a key goes to the cell that made it, and a key without a cell to the first', async () => {
    expect(first.key).toMatch(/^wl_1_/);
    expect(second.key).toMatch(/^wl_2_/);
    for (const cell of [first, second]) {
      const account = await get('/v1/account', cell.key);
      expect(await account.json()).toMatchObject({ account_id: cell.id });
      const lists = await get('/v1/waitlists', cell.key);
      expect(await lists.json()).toMatchObject({ total: 1, data: [{ id: cell.waitlist }] });
    }
    const foreign = await get(`/v1/waitlists/${second.waitlist}`, first.key);
    expect(foreign.status).toBe(404);
    const older = await createAccount({ cwd: process.cwd(), env: { ...first.env, CELL: '' } });
    expect(older.key).toMatch(/^wl_[^_]+$/);
    expect(await (await get('/v1/account', older.key)).json()).toMatchObject({ account_id: older.id });
    expect((await get('/v1/account')).status).toBe(401);
    expect((await get('/v1/account', first.key.replace('wl_1_', 'wl_2_'))).status).toBe(401);
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

  test('signups of both at once have the positions, codes and mails of their own cell', async () => {
    const [one, two] = await Promise.all([run(first, { seed: 1 }), run(second, { seed: 2 })]);
    expect(statuses(one)).toEqual([201]);
    expect(statuses(two)).toEqual([201]);
    for (const { sql, env } of [first, second]) {
      const rows = await sql<
        { start: string }[]
      >`SELECT DISTINCT left(referral_code, 1) AS start FROM signups`;
      expect(rows).toEqual([{ start: env.CELL }]);
    }
  });

  test('while one is away, callers of the other notice nothing', async () => {
    const away = run(second, { seed: 3, retry: true });
    await second.kill();
    const refused = await get('/v1/account', second.key);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ error: { code: 'internal_error' } });
    expect(statuses(await run(first, { seed: 4 }))).toEqual([201]);
    await second.serve();
    await away;
  });

  test('each list is what its callers saw, and each mail was sent once', async () => {
    for (const [cell, parts] of histories) {
      await cell.waitForMails();
      const history = {
        signups: parts.flatMap(({ signups }) => signups),
        removals: parts.flatMap(({ removals }) => removals),
      };
      expect(await checkHistory(cell.sql, cell.waitlist, history)).toEqual([]);
      expect(await checkMails(cell.sql, cell.waitlist, cell.sink.received)).toEqual([]);
    }
  });
});
