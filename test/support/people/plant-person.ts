import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { type FakeProvider, readObject, startFakeProvider } from '../fakes/fake-provider.ts';
import { loopsKey } from '../fakes/loops.ts';
import {
  type FakeResend,
  managedOver,
  managedSecret,
  signResendEvent,
  startFakeResend,
} from '../fakes/resend.ts';
import { until } from '../until.ts';
import type { PlacedPerson } from './planted-places.ts';
import type { Planting } from './plants/plant.ts';
import { plants } from './plants/plants.ts';

/** The servers that the service talks to. */
export interface Outside {
  readonly resend: FakeResend;
  /**
   * Takes events, and is Loops. It repeats what it is sent. It refuses everything but `signup.removed`, which
   * it takes at the second attempt: so deliveries wait.
   */
  readonly receiver: FakeProvider;
  /** The environment of processes that use both. */
  readonly env: NodeJS.ProcessEnv;
  /** The ids of the removals that have arrived. */
  readonly arrived: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function startOutside(): Promise<Outside> {
  const resend = await startFakeResend();
  const attempts = new Map<string, number>();
  const arrived = new Set<string>();
  const receiver = await startFakeProvider((request) => {
    const { path, body, headers } = request;
    if (path.endsWith('/v1/api-key')) return { status: 200, body: { success: true } };
    if (path.endsWith('/v1/contacts/properties')) return { status: 200, body: { success: true } };
    if (!path.startsWith('/hook')) return { status: 422, body: { message: `Refused: ${body}` } };
    const id = `${headers['webhook-id']}`;
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    if (readObject(request).type !== 'signup.removed' || attempt === 1)
      return { status: 503, body: `again: ${body}` };
    arrived.add(id);
    return { status: 200, body: `thanks for ${body}` };
  });
  return {
    resend,
    receiver,
    arrived,
    env: {
      BASE_URL: 'https://waitlist.test',
      TRUST_PROXY: 'loopback',
      ENCRYPTION_KEY: '0'.repeat(64),
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
      ...managedOver(resend),
      LOOPS_API_URL: receiver.url,
    },
    async close() {
      await resend.close();
      await receiver.close();
    },
  };
}

/** Who asks the service, and where. */
export interface PersonWorld {
  readonly sql: Sql;
  readonly url: string;
  readonly accountId: string;
  readonly key: string;
  readonly outside: Outside;
}

/** A person that is everywhere. */
export interface Planted extends PlacedPerson {
  /** As it was signed up first, with capitals. */
  readonly email: string;
  /** Of the address, and what else the person has told. */
  readonly spellings: readonly string[];
  /** The lists of the first signup, of one that is asked to confirm its address, and of one that is gone. */
  readonly lists: readonly string[];
  /** Adds what a worker has not got to yet. Call it while none runs. */
  plantPending(): Promise<void>;
}

let addresses = 0;

/** Calls the API. @throws Error for any refusal */
export async function ask(
  { url, key }: Pick<PersonWorld, 'url' | 'key'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, never>> {
  addresses += 1;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'x-forwarded-for': `10.9.${(addresses >> 8) & 255}.${addresses & 255}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text.startsWith('{') ? JSON.parse(text) : {};
}

/**
 * Puts a person wherever the service keeps an address (N3). A worker must run, and have nothing else to do.
 */
export async function plantPerson(world: PersonWorld): Promise<Planted> {
  const { sql, accountId, outside } = world;
  const name = `planted.${randomBytes(6).toString('hex')}`;
  const email = `P${name.slice(1)}@Example.com`;
  const lower = email.toLowerCase();
  const upper = email.toUpperCase();
  const phone = `+1${randomBytes(8).toString('hex')}`;
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    ask(world, method, path, body, headers);
  const makeList = async (settings?: object): Promise<string> => {
    const { id } = await call('POST', '/v1/waitlists', { name: randomUUID() });
    if (settings) await call('PATCH', `/v1/waitlists/${id}/settings`, settings);
    return id as unknown as string;
  };
  const planting: Planting = { ...world, name, email, phone, call, makeList };
  const hook = `${outside.receiver.url}/hook`;
  const include = ['fields', 'display_position'];
  await call('PUT', '/v1/integrations/webhook', { config: { url: hook, retries: 'standard', include } });
  await call('PUT', '/v1/integrations/contacts', {
    config: { api_key: loopsKey, events: ['signup.created'] },
  });

  const open = await makeList();
  const confirming = await makeList({ confirmation: { enabled: true } });
  const former = await makeList();
  await call('POST', `/v1/waitlists/${open}/fields`, { key: 'contact', label: 'Contact', type: 'string' });
  await call('POST', `/v1/waitlists/${open}/fields`, { key: 'phone', label: 'Phone', type: 'string' });
  const signUp = (list: string, body: object) => call('POST', `/v1/waitlists/${list}/signups`, body);
  const friend = await signUp(open, { email: `friend.${name}x@example.com` });
  const signup = await signUp(open, {
    email,
    referral_code: friend.referral_code,
    utm_source: lower,
    referrer: `https://example.org/?mail=${encodeURIComponent(lower)}`,
    metadata: { invited: upper, phone },
    fields: { contact: lower, phone },
  });
  await call('PATCH', `/v1/waitlists/${open}/signups/${signup.id}`, { note: `Write to ${upper}` });
  await signUp(open, { email: `other.${name}x@example.com`, referral_code: signup.referral_code });
  await signUp(open, { email: upper });
  const keyed = (text: string) => ({ 'idempotency-key': `${text}-${lower}` });
  await call(
    'POST',
    `/v1/waitlists/${confirming}/signups/bulk`,
    { signups: [{ email }], notify: true },
    keyed('bulk'),
  );
  await call('POST', '/v1/suppressions', { email: upper, waitlist_id: former }, keyed('stop'));
  const misspelt = await signUp(former, { email });
  const right = { email: `other.${randomBytes(6).toString('hex')}@example.com` };
  await call('PATCH', `/v1/waitlists/${former}/signups/${misspelt.id}`, right);
  const gone = await signUp(former, { email, utm_source: lower });
  await call('DELETE', `/v1/waitlists/${former}/signups/${gone.id}`);
  for (const { plant } of plants) await plant?.(planting, { list: open, signup: String(signup.id) });

  const count = async (rows: PromiseLike<readonly { count: number }[]>) => (await rows)[0]?.count ?? 0;
  const ofAccount = () => sql`account_id = ${accountId}`;
  await until(
    async () =>
      (await count(
        sql`SELECT count(*) FROM mails WHERE ${ofAccount()} AND state IN ('queued', 'sending')`,
      )) === 0 &&
      // Another job, such as that of a reward, may add a mail.
      (await count(sql`
        SELECT count(*) FROM outbox
        WHERE ${ofAccount()} AND job <> 'deliver-with-retries' AND due_at < clock_timestamp() + interval '1 minute'`)) ===
        0,
    240,
  );
  for (const type of ['delivered', 'opened']) await report(world, type, String(signup.id));
  await report(world, 'opened', String(gone.id)); // its mail is unknown: the event stays unmatched
  await until(
    async () =>
      (await count(sql`SELECT count(*) FROM events WHERE ${ofAccount()} AND type LIKE 'signup.email%'`)) >= 2,
    240,
  );
  await until(
    async () =>
      (await count(sql`
        SELECT count(*) FROM outbox WHERE ${ofAccount()} AND job = 'deliver-with-retries' AND payload ->> 'body' IS NOT NULL`)) >=
        5 &&
      (await count(
        sql`SELECT count(*) FROM outbox WHERE ${ofAccount()} AND job IN ('fan-out-event', 'deliver-event')`,
      )) === 0,
    240,
  );
  await call('GET', '/v1/events');
  await call('GET', `/v1/waitlists/${open}/signups/export`);
  const signupIds = async () =>
    (
      await sql<
        { id: string }[]
      >`SELECT id FROM signups WHERE ${ofAccount()} AND email_key = ${lower} ORDER BY created_at, id`
    ).map(({ id }) => id);
  const planted = {
    accountId,
    name,
    email,
    spellings: [email, lower, upper, phone],
    lists: [open, confirming, former],
    signupIds: await signupIds(),
    async plantPending() {
      const latest = await makeList();
      await signUp(latest, { email });
      await report(world, 'clicked', String(signup.id));
      await plantDeadLetters(planting, await signUp(former, { email }), former);
      for (const plant of plants) await plant.plantPending?.(planting);
      planted.signupIds = await signupIds();
    },
  };
  return planted;
}

/** What workers have given up: the event of a signup that was deleted, and a delivery. */
async function plantDeadLetters(
  planting: Planting,
  gone: Record<string, never>,
  list: string,
): Promise<void> {
  const { sql, accountId, name, call } = planting;
  await call('DELETE', `/v1/waitlists/${list}/signups/${gone.id}`);
  await sql`
    UPDATE outbox SET due_at = 'infinity'
    WHERE account_id = ${accountId} AND job = 'fan-out-event' AND payload ->> 'type' = 'signup.removed' AND payload #>> '{data,id}' = ${String(gone.id)}`;
  await sql`
    UPDATE outbox SET due_at = 'infinity' WHERE id = (
      SELECT id FROM outbox WHERE account_id = ${accountId} AND job = 'deliver-with-retries' AND lower(payload ->> 'body') LIKE ${`%${name}@%`} ORDER BY id LIMIT 1)`;
}

/** Reports an event of a mail, as Resend does. */
async function report({ url }: PersonWorld, type: string, mailId: string): Promise<void> {
  const body = JSON.stringify({
    type: `email.${type}`,
    created_at: new Date().toISOString(),
    data: { email_id: randomUUID(), tags: { signup_id: mailId } },
  });
  const headers = signResendEvent(managedSecret, randomUUID(), Math.floor(Date.now() / 1_000), body);
  const { status } = await fetch(`${url}/v1/webhooks/email_provider`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (status !== 200) throw new Error(`An event of a mail was answered with ${status}`);
}
