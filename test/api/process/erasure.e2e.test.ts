import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personPlace } from '../../../src/shared/capabilities/person-part.ts';
import { findRemains } from '../../support/people/find-remains.ts';
import { listPendingRemovals } from '../../support/people/pending-removals.ts';
import {
  ask,
  type Outside,
  type Planted,
  plantPerson,
  startOutside,
} from '../../support/people/plant-person.ts';
import { countInPlaces } from '../../support/people/planted-places.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is compared as it came
type Body = any;

/** The tables that have the address before it is erased. */
const tables = [
  'announcements',
  'conversions',
  'delivery_details',
  'events',
  'idempotency_keys',
  'import_outcomes',
  'import_rows',
  'imports',
  'outbox',
  'referral_aliases',
  'segments',
  'signup_campaigns',
  'signup_daily',
  'signups',
  'waves',
];

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
  const places = async (is: 'empty' | 'full') =>
    Object.entries(await countInPlaces(service.sql, planted))
      .filter(([, count]) => (count === 0) === (is === 'empty'))
      .map(([place]) => place);
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
    const [open, confirming, former] = planted.lists;
    const exported: Body = (
      await service.call('POST', '/v1/people/export', account.key, {
        payload: { email: planted.email.toUpperCase() },
      })
    ).json();
    expect(exported).toMatchObject({
      complete: true,
      suppressions: [{ reason: 'manual', waitlist_id: former }],
    });
    expect(exported.signups.map(({ id }: { id: string }) => id)).toEqual(planted.signupIds);
    const on = (list = '') => exported.signups.find((signup: Body) => signup.waitlist_id === list);
    expect(on(open)).toMatchObject({
      email: planted.email,
      fields: { contact: planted.email.toLowerCase() },
      confirmation: null,
    });
    expect(on(confirming).confirmation).toMatchObject({ confirmed_at: null, sent: 1 });
    const mails = exported.mails.map(({ kind, state }: Body) => `${kind} ${state}`);
    expect([...new Set(mails)].toSorted()).toEqual([
      'announcement sent',
      'confirm sent',
      'invite sent',
      'reward sent',
      'signup queued',
      'signup sent',
      'status sent',
    ]);
    expect(exported.mail_events.map(({ status }: { status: string }) => status)).toEqual([
      'delivered',
      'opened',
      'clicked',
    ]);
    const [claim] = exported.referral_claims;
    const { id, referred_by } = exported.signups.find((signup: Body) => signup.id === claim.signup_id);
    expect(exported.referral_claims).toEqual([claim]);
    expect(claim).toMatchObject({
      signup_id: id,
      referrer_id: referred_by,
      state: 'approved',
      credited: true,
      reviewed_at: expect.any(String),
    });
    expect(exported.invitations.map(({ state }: Body) => state).toSorted()).toEqual(['converted', 'invited']);
    expect(exported.conversions).toMatchObject([{ external_id: planted.email.toLowerCase() }]);
    expect(exported.import_rows.length).toBeGreaterThan(2);
    // Whatever a capability adds to the export, the person has it.
    for (const { lists = {}, ofSignups = {} } of personPlace.parts()) {
      for (const key of Object.keys(lists)) expect([key, exported[key]]).not.toEqual([key, []]);
      for (const key of Object.keys(ofSignups)) {
        const values = exported.signups.map((signup: Body) => signup[key]);
        expect([key, values.filter((value: Body) => value && value.length !== 0)]).not.toEqual([key, []]);
      }
    }
    const types = exported.events.map(({ type }: { type: string }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['signup.created', 'signup.removed', 'signup.email_opened']),
    );
    expect(exported.deliveries.length).toBeGreaterThan(5);
    expect(JSON.stringify(exported.deliveries)).toContain(planted.email);
  });

  test('leaves no spelling of the address in Postgres, Redis and the logs', async () => {
    expect(await places('empty')).toEqual([]);
    expect(await remains()).toEqual(tables.map((table) => `table public.${table}`));
    const foreign = { ...world(), ...neighbour };
    const { id: list } = await ask(foreign, 'POST', '/v1/waitlists', { name: 'Other' });
    const same = await ask(foreign, 'POST', `/v1/waitlists/${list}/signups`, { email: planted.email });

    const mails =
      await service.sql`SELECT 1 FROM mails WHERE account_id = ${account.accountId} AND coalesce(signup_id, id) = ANY (${[...planted.signupIds]}::uuid[])`;
    const erasure = await ask({ ...world(), ...account }, 'POST', '/v1/people/erase', {
      email: planted.email.toUpperCase(),
    });
    expect(erasure).toEqual({
      erasure_id: expect.any(String),
      signups: planted.signupIds.length,
      mails: mails.length,
      events: expect.toBeOneOf([null, expect.any(Number)]), // null on a machine that is busy for two seconds
    });
    if (erasure.events !== null) expect(Number(erasure.events)).toBeGreaterThan(6);
    expect(
      await service.sql`SELECT 1 FROM signups WHERE account_id = ${account.accountId} AND email = ${planted.email}`,
    ).toHaveLength(0);

    const removals = await listPendingRemovals(service.sql);
    expect(removals.length).toBeGreaterThanOrEqual(planted.signupIds.length);
    await start('worker');
    const isFinished = async () =>
      (await service.sql`SELECT 1 FROM erasures WHERE finished_at IS NOT NULL`).length === 1;
    await until(isFinished, 120);
    // The connected tool has learned of each removal.
    expect([...outside.arrived]).toEqual(expect.arrayContaining(removals));
    await ask(foreign, 'DELETE', `/v1/waitlists/${list}/signups/${same.id}`); // another account keeps its own
    expect(await places('full')).toEqual([]);
    expect(await remains()).toEqual([]);
    expect(await service.pendingJobs('erase-person')).toEqual([]);
    await until(async () => (await service.pendingJobs('select-wave')).length === 0, 60);
    const waves = await service.sql`SELECT state, matched FROM waves WHERE name = 'Still to be selected'`;
    // A filter without its value would match others.
    expect(waves).toEqual([{ state: 'cancelled', matched: 0 }]);
  });

  test('leaves ids and times in the feed, which nobody can deliver again', async () => {
    const { data } = (await service.call('GET', '/v1/events?limit=200', account.key)).json();
    expect(JSON.stringify(data)).not.toMatch(/"\d{4}-\d\d-\d\dT[^"]*[^Z"]"/); // times are in UTC
    const erased = data.filter(
      ({ type, data }: Body) =>
        type !== 'import.finished' && type !== 'announcement.sent' && !('email' in data),
    );
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
