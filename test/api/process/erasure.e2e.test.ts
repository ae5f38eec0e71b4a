import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRemains } from '../../support/people/find-remains.ts';
import {
  ask,
  type Outside,
  type Planted,
  plantPerson,
  startOutside,
} from '../../support/people/plant-person.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';

/** Where the address is before it is erased: each feature keeps it. */
const places = ['delivery_details', 'events', 'idempotency_keys', 'outbox', 'signup_daily', 'signups'];

describe('the erasure of a person (N3)', () => {
  const service = useService();
  let outside: Outside;
  let account: TestAccount;
  let neighbour: TestAccount;
  let web: ServiceProcess;
  let planted: Planted;
  const processes: ServiceProcess[] = [];

  const start = async (kind: 'web' | 'worker') => {
    const { DATABASE_URL, REDIS_URL } = service.env;
    const made = await startProcess(kind, { DATABASE_URL, REDIS_URL, ...outside.env }, { logLevel: 'trace' });
    processes.push(made);
    return made;
  };
  const remains = () =>
    findRemains(
      {
        sql: service.sql,
        redisUrl: service.env.REDIS_URL ?? '',
        more: processes.map((each, index) => ({
          name: `the log of process ${index}`,
          bytes: Buffer.from(each.output()),
        })),
      },
      planted.spellings,
    );
  const world = () => ({ sql: service.sql, url: web.url, outside });

  beforeAll(async () => {
    outside = await startOutside();
    [account, neighbour] = [await service.account(), await service.account()];
    web = await start('web');
    const worker = await start('worker');
    planted = await plantPerson({ ...world(), ...account });
    await worker.stop();
    await planted.plantPending();
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.stop()));
    await outside.close();
  });

  test('the export has all that is kept', async () => {
    const exported = (
      await service.call('POST', '/v1/people/export', account.key, {
        payload: { email: planted.email.toUpperCase() },
      })
    ).json();
    expect(exported).toMatchObject({
      complete: true,
      signups: [
        { email: planted.email, fields: { contact: planted.email.toLowerCase() }, confirmation: null },
        { email: planted.email, confirmation: { confirmed_at: null, sent: 1 } },
        { email: planted.email },
      ],
      mails: [{ kind: 'signup', state: 'sent' }, { kind: 'confirm', state: 'sent' }, { state: 'queued' }],
      suppressions: [{ reason: 'manual', waitlist_id: planted.lists[2] }],
    });
    expect(exported.mail_events.map(({ status }: { status: string }) => status)).toEqual([
      'delivered',
      'opened',
      'clicked',
    ]);
    const types = exported.events.map(({ type }: { type: string }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['signup.created', 'signup.removed', 'signup.email_opened']),
    );
    expect(exported.deliveries.length).toBeGreaterThan(5);
    expect(JSON.stringify(exported.deliveries)).toContain(planted.email);
  });

  test('leaves no spelling of the address in Postgres, Redis and the logs', async () => {
    expect(await remains()).toEqual(places.map((table) => `table public.${table}`));
    const foreign = { ...world(), ...neighbour };
    const { id: list } = await ask(foreign, 'POST', '/v1/waitlists', { name: 'Other' });
    const same = await ask(foreign, 'POST', `/v1/waitlists/${list}/signups`, { email: planted.email });

    const erasure = await ask({ ...world(), ...account }, 'POST', '/v1/people/erase', {
      email: planted.email.toUpperCase(),
    });
    expect(erasure).toEqual({
      erasure_id: expect.any(String),
      signups: 3,
      mails: 3,
      events: expect.any(Number),
    });
    expect(Number(erasure.events)).toBeGreaterThan(6);
    expect(
      await service.sql`SELECT 1 FROM signups WHERE account_id = ${account.accountId} AND email = ${planted.email}`,
    ).toHaveLength(0);

    await start('worker');
    const isFinished = async () =>
      (await service.sql`SELECT 1 FROM erasures WHERE finished_at IS NOT NULL`).length === 1;
    await until(isFinished, 120);
    expect(outside.arrived.size).toBe(3); // the connected tool has learned of each removal
    await ask(foreign, 'DELETE', `/v1/waitlists/${list}/signups/${same.id}`); // another account keeps its own
    expect(await remains()).toEqual([]);
    expect(await service.pendingJobs('erase-person')).toEqual([]);
  });

  test('leaves ids and times in the feed, which nobody can deliver again', async () => {
    const { data } = (await service.call('GET', '/v1/events?limit=200', account.key)).json();
    const erased = data.filter((event: { data: object }) => !('email' in event.data));
    expect(erased.length).toBeGreaterThan(6);
    for (const event of erased)
      expect(Object.keys(event.data)).toEqual(expect.arrayContaining(['id', 'waitlist_id']));
    const [{ id }] = erased;
    const again = await service.call('POST', `/v1/integrations/webhook/events/${id}/redeliver`, account.key);
    expect([again.statusCode, again.json().error.code]).toEqual([409, 'conflict']);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const replay = await service.call('POST', '/v1/integrations/webhook/replay', account.key, {
      payload: { since, only: 'all', dry_run: true },
    });
    expect(replay.json().matched).toBe(data.length - erased.length);
  });

  test('suppresses the address, which can sign up again', async () => {
    const { data } = (
      await service.call('GET', `/v1/suppressions?email=${planted.email}`, account.key)
    ).json();
    expect(data.map(({ reason }: { reason: string }) => reason)).toEqual(['erased', 'manual']);
    const again = await service.signUp(account, planted.lists[0] ?? '', { email: planted.email });
    expect([again.statusCode, again.json().position]).toEqual([201, 4]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });
});
