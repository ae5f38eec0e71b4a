import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { scopes } from '../../../src/shared/account/scopes.ts';
import type { Context } from '../../../src/shared/context.ts';
import { setIntegration } from '../../../src/shared/events/integrations/set-integration.ts';
import { insertWaitlist } from '../../../src/shared/list/waitlists/queries.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { makeAccount, makeKey, testModeOf } from '../service/make.ts';
import type { Lead } from './calls.ts';
import { type Account, Model } from './model.ts';
import { assertEvents, callSequences, type WireRequest } from './model-run.ts';

/** The real service: its database to create accounts, and its API. */
export interface RealService {
  readonly ctx: Context;
  send(request: WireRequest & { key: string }): Promise<{ status: number; type: string; text: string }>;
}

interface CheckOptions {
  readonly runs: number;
  readonly seed: number;
  /**
   * The client that makes most calls. If it is bob, he has a list that is two signups below the free plan's
   * limit (§8 rule 2).
   */
  readonly lead: Lead;
  /** The most calls in a run. */
  readonly maxCalls: number;
  /** The place of a failure, as its error message shows it. */
  readonly path?: string;
  readonly replayPath?: string;
  readonly onRun?: () => void;
}

const crowdSize = 548;

/**
 * Makes random calls of several clients to the service and the model, until an answer differs or all runs are
 * done.
 * @returns the number of calls, and the counts by operation and status
 * @throws Error with the shortest failing sequence, its seed and its path
 */
export async function checkAgainstModel(
  real: RealService,
  { lead, runs, seed, maxCalls, path, replayPath, onRun }: CheckOptions,
): Promise<{ calls: number; answers: ReadonlyMap<string, number> }> {
  let callCount = 0;
  const answers = new Map<string, number>();
  const onAnswer = (operation: string, status: number) => {
    const name = `${operation} ${status}`;
    answers.set(name, (answers.get(name) ?? 0) + 1);
  };
  const property = fc.asyncProperty(callSequences(lead, maxCalls, replayPath), async (calls) => {
    const { model, keys } = await makeClients(real.ctx, lead === 'bob');
    const transcript: string[] = [];
    const send = (request: WireRequest) => {
      callCount += 1;
      return real.send({ ...request, key: keys.get(request.client) ?? '' });
    };
    await fc.asyncModelRun(() => ({ model, real: { service: { send }, transcript, onAnswer } }), calls);
    for (const account of model.accounts.values())
      assertEvents(account, await pendingEvents(real.ctx, account));
    onRun?.();
  });
  await fc.assert(property, {
    seed,
    numRuns: runs,
    ...(path !== undefined && { path }),
  });
  return { calls: callCount, answers };
}

/**
 * Creates the accounts of a run: ada's with three keys, its test mode, which is tess's, bob's on the free
 * plan, and dora's, which has a webhook from an earlier, larger plan.
 */
async function makeClients(
  ctx: Context,
  almostFull: boolean,
): Promise<{ model: Model; keys: Map<string, string> }> {
  const model = new Model(await today());
  const { sql } = ctx;
  const [ada, bob, dora] = await Promise.all([
    makeAccount(sql, { plan: 'launch' }),
    makeAccount(sql, { plan: 'free' }),
    makeAccount(sql, { plan: 'launch' }),
  ]);
  const tess = await testModeOf({ ctx }, ada);
  model.addAccount('ada', ada.accountId, 'launch');
  model.addAccount('tess', tess.accountId, 'launch', ada.accountId);
  const ofBob = model.addAccount('bob', bob.accountId, 'free');
  const ofDora = model.addAccount('dora', dora.accountId, 'free');

  const reads = scopes.filter((scope) => scope.endsWith(':read'));
  for (const name of ['ada', 'tess', 'bob', 'dora']) model.addClient(name, name, scopes);
  model.addClient('ada-reads', 'ada', reads);
  model.addClient('ada-adds', 'ada', ['signups:write']);
  model.addClient('nobody', undefined, []);
  const keys = new Map([
    ['ada', ada.key],
    ['tess', tess.key],
    ['bob', bob.key],
    ['dora', dora.key],
    ['ada-reads', await makeKey(sql, ada.accountId, reads)],
    ['ada-adds', await makeKey(sql, ada.accountId, ['signups:write'])],
  ]);

  const caller = { accountId: dora.accountId, plan: 'launch' } as const;
  await setIntegration(ctx, caller, 'webhook', { config: { url: 'http://127.0.0.1:9/old' } });
  ofDora.integrations.set('webhook', { enabled: true, events: [] });
  ofDora.hasFeed = true;
  await sql`UPDATE accounts SET plan = 'free' WHERE id = ${dora.accountId}`;
  for (const account of model.accounts.values()) await makeFirstList(ctx, model, account);
  if (almostFull) await makeCrowd(ctx, model, ofBob);
  return { model, keys };
}

/** Most operations need a list. */
async function makeFirstList({ sql }: Context, model: Model, account: Account): Promise<void> {
  const id = newId();
  const { created_at } = await sql.begin((tx) =>
    insertWaitlist(tx, { id, account_id: account.id, name: 'Alpha' }),
  );
  model.addList(account, '1', { id, name: 'Alpha', created_at });
}

async function makeCrowd({ sql }: Context, model: Model, account: Account): Promise<void> {
  const id = newId();
  const { created_at } = await sql.begin((tx) =>
    insertWaitlist(tx, { id, account_id: account.id, name: 'Crowd' }),
  );
  await sql`
    INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, metadata, fields, created_at)
    SELECT ${account.id}, gen_random_uuid(), ${id}, n, n || '@example.com', n || '@example.com', substr(md5(${id} || n), 1, 10), '{}', '{}', clock_timestamp()
    FROM generate_series(1, ${crowdSize}::integer) n`;
  await sql`
    INSERT INTO signup_daily (account_id, waitlist_id, day, source, signups)
    VALUES (${account.id}, ${id}, (clock_timestamp() AT TIME ZONE 'UTC')::date, 'direct', ${crowdSize})`;
  await sql`UPDATE waitlist_counters SET live_count = ${crowdSize}, last_position = ${crowdSize} WHERE waitlist_id = ${id}`;
  model.addList(account, 'crowd', { id, name: 'Crowd', created_at }, crowdSize);
}

async function pendingEvents({ sql }: Context, { id }: Account): Promise<string[]> {
  const rows = await sql<{ event: string }[]>`
    SELECT concat_ws(' ', payload->>'type', payload->'data'->>'email', payload->'data'->>'previous_email') AS event FROM outbox
    WHERE job = 'fan-out-event' AND account_id = ${id} ORDER BY payload->>'fired_at'`;
  return rows.map(({ event }) => event);
}

/** The day in UTC. Waits for the next day if this one ends within a minute, so that no run spans two days. */
async function today(): Promise<string> {
  const dayMs = 86_400_000;
  const left = dayMs - (Date.now() % dayMs);
  if (left < 60_000) await sleep(left + 100);
  return new Date().toISOString().slice(0, 10);
}
