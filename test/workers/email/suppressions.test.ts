import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { storeEmailEvents } from '../../../src/shared/mail/mail-events/event-queries.ts';
import { reopenRefusedEmails } from '../../../src/shared/mail/resending/refused-queries.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import { statement, transaction } from '../../../src/shared/platform/postgres/transaction.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const service = useService({ BASE_URL: 'https://waitlist.test' });
let sink: MailSink;
let worker: TestWorker;
let account: TestAccount;
let list: string;

beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  account = await service.account({ plan: 'launch' });
  list = await service.waitlist(account);
});
afterAll(async () => {
  await worker.close();
  await sink.close();
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = 'List-Unsubscribe=One-Click';

async function signUp(email: string, onList = list): Promise<string> {
  return (await service.signUp(account, onList, { email })).json().id;
}
/** The path of the link in the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const mail = (await sink.mailsTo(email)).at(-1);
  const [, url = ''] = /href="(https:\/\/waitlist\.test\/u\/[\w-]{68})"/.exec(mail?.html ?? '') ?? [];
  const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value;
  expect(header('list-unsubscribe')).toBe(`<${url}>`);
  expect(header('list-unsubscribe-post')).toBe(oneClick);
  return new URL(url).pathname;
}
const post = (path: string, payload = oneClick, headers: Record<string, string> = form) =>
  service.app.inject({ method: 'POST', url: path, payload, headers });
const suppressionsOf = async (email: string, key = account.key) =>
  (await service.call('GET', `/v1/suppressions?email=${encodeURIComponent(email)}`, key)).json();
const readSignup = async (id: string) =>
  (await service.call('GET', `/v1/waitlists/${list}/signups/${id}`, account.key)).json();
const exported = async () =>
  (await service.call('GET', `/v1/waitlists/${list}/signups/export`, account.key)).body
    .trim()
    .split('\n')
    .map((line) => line.split(','));
const change = (method: 'POST' | 'DELETE', payload: object, key = account.key) =>
  service.call(method, '/v1/suppressions', key, { payload });

describe('unsubscribing (N3)', () => {
  test('a link opened again and again changes nothing; the button and a mail program’s request do, once', async () => {
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: 'http://127.0.0.1:1/', events: ['signup.unsubscribed'] } },
    });
    const id = await signUp('Ada@example.com');
    await worker.sendAll();
    const path = await linkTo('ada@example.com');
    for (let scan = 0; scan < 3; scan++) {
      const page = await service.app.inject({ url: path });
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('<form method="post">');
      expect(page.body).not.toContain('<script');
      expect(page.headers['set-cookie']).toBeUndefined();
    }
    expect(await suppressionsOf('ada@example.com')).toMatchObject({ total: 0 });

    const multipart = `--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
    const answers = await Promise.all([
      post(path, multipart, { 'content-type': 'multipart/form-data; boundary=x' }),
      post(path),
      post(path, '', {}),
    ]);
    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(200);
      expect(headers.location).toBeUndefined();
    }
    const { data, total } = await suppressionsOf('ADA@example.com');
    expect(total).toBe(1);
    expect(data).toEqual([
      { id: expect.any(String), waitlist_id: list, reason: 'unsubscribed', created_at: expect.any(String) },
    ]);
    const events = await service.sql<{ payload: { data: object } }[]>`
      SELECT payload FROM outbox WHERE job = 'fan-out-event' AND payload ->> 'type' = 'signup.unsubscribed'`;
    expect(events.map(({ payload }) => payload.data)).toEqual([
      {
        ...{
          id,
          waitlist_id: list,
          waitlist_name: expect.any(String),
          email: 'Ada@example.com',
          position: 1,
        },
        unsubscribed_at: expect.any(String),
      },
    ]);
    // The person stays on the list, and the answers of the specification say nothing new.
    const signup = await readSignup(id);
    expect(signup).toMatchObject({ position: 1, email_status: 'sent' });
    expect(signup).not.toHaveProperty('unsubscribed_at');
    const [header = [], row = []] = await exported();
    expect(Date.parse(row[header.indexOf('unsubscribed_at')] ?? '')).toBeGreaterThan(0);
    const { total: ofAll } = (await service.call('GET', '/v1/suppressions', account.key)).json();
    expect(ofAll).toBe(1);
  });

  test('stops the mails of that list alone, takes no allowance, and a new signup after a removal lifts it', async () => {
    const other = await service.waitlist(account);
    await signUp('bob@example.com');
    await worker.sendAll();
    await post(await linkTo('bob@example.com'));
    const { reserved: before } = (await service.sql`SELECT reserved FROM email_usage`)[0] as {
      reserved: number;
    };
    await signUp('bob@example.com', other);
    await worker.sendAll();
    expect(sink.received.get('bob@example.com')).toBe(2);

    // A mail that is sent again by hand is stopped, too.
    const { id } = (
      await service.call('GET', `/v1/waitlists/${list}/signups?email=bob@example.com`, account.key)
    ).json().data[0];
    await service.sql`UPDATE mails SET state = 'failed', retries_exhausted = true, sent_at = NULL, reserved_month = NULL WHERE id = ${id}`;
    await service.sql`UPDATE signups SET email_status = ${rankOf('failed')} WHERE id = ${id}`;
    await transaction(service.sql, (tx) => reopenRefusedEmails(tx, account.accountId, [id]));
    await worker.sendAll();
    expect(sink.received.get('bob@example.com')).toBe(2);
    expect(await readSignup(id)).toMatchObject({ email_status: 'suppressed' });
    expect(await service.sql`SELECT error, reserved_month FROM mails WHERE id = ${id}`).toEqual([
      { error: 'The person has unsubscribed.', reserved_month: null },
    ]);
    expect(await service.sql`SELECT reserved FROM email_usage`).toEqual([{ reserved: before + 1 }]);

    await service.call('DELETE', `/v1/waitlists/${list}/signups/${id}`, account.key);
    expect(await post(await linkTo('bob@example.com'))).toMatchObject({ statusCode: 200 });
    await signUp('bob@example.com');
    await worker.sendAll();
    expect(sink.received.get('bob@example.com')).toBe(3);
    expect((await suppressionsOf('bob@example.com')).data).not.toContainEqual(
      expect.objectContaining({ waitlist_id: list }),
    );
  });

  test('a forged, cut or foreign link does nothing, and the link of a removed signup says so', async () => {
    const id = await signUp('cut@example.com');
    await worker.sendAll();
    const path = await linkTo('cut@example.com');
    const { status_token } = (
      await service.call('GET', `/v1/waitlists/${list}/signups/${id}/links`, account.key)
    ).json();
    const last = path.endsWith('A') ? 'B' : 'A';
    for (const bad of [path.slice(0, -1), `${path.slice(0, -2)}${last}${last}`, `/u/${status_token}`, '/u/'])
      for (const method of ['GET', 'POST'] as const)
        expect((await service.app.inject({ method, url: bad })).statusCode).toBe(404);
    expect(await suppressionsOf('cut@example.com')).toMatchObject({ total: 0 });
    await service.call('DELETE', `/v1/waitlists/${list}/signups/${id}`, account.key);
    const page = await service.app.inject({ url: path });
    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringContaining('not on this waitlist any more'),
    ]);
    await signUp('cut@example.com'); // under another signup, which the old link does not know
    const posted = await post(path);
    expect([posted.statusCode, posted.body]).toEqual([200, expect.stringContaining('in a newer email')]);
    expect(await suppressionsOf('cut@example.com')).toMatchObject({ total: 0 });
  });
});

test('what bounced, or was marked as spam, gets no more mails on any list of the account (N3)', async () => {
  for (const status of ['bounced', 'complained'] as const) {
    const email = `${status}@example.com`;
    const id = await signUp(email);
    await worker.sendAll();
    const event = {
      ...{ id: newId(), event_id: newId(), nonce: null, status_rank: rankOf(status), signup_id: id },
      ...{ occurred_at: new Date().toISOString(), provider_message_id: null },
    };
    await statement(service.sql, (tx) =>
      storeEmailEvents(tx, { account_id: platformAccountId, provider: 'smtp' }, [event]),
    );
    await worker.applyEvents();
    expect((await suppressionsOf(email)).data).toMatchObject([{ reason: status, waitlist_id: null }]);
    const other = await service.waitlist(account);
    const again = await signUp(email, other);
    await worker.sendAll();
    expect(sink.received.get(email)).toBe(1);
    expect(await service.sql`SELECT state FROM mails WHERE id = ${again}`).toEqual([{ state: 'suppressed' }]);
  }
});

describe('suppressions over REST (N3)', () => {
  test('are added, listed, exported and removed; another account sees none', async () => {
    const own = await service.account({ plan: 'launch' });
    const ownList = await service.waitlist(own);
    const added = await change('POST', { email: ' Eve@Example.com ' }, own.key);
    expect([added.statusCode, added.json()]).toEqual([
      201,
      { id: expect.any(String), waitlist_id: null, reason: 'manual', created_at: expect.any(String) },
    ]);
    expect((await change('POST', { email: 'eve@example.com', waitlist_id: null }, own.key)).json()).toEqual(
      added.json(),
    );
    const onList = await change('POST', { email: 'eve@example.com', waitlist_id: ownList }, own.key);
    expect(await suppressionsOf('EVE@example.com', own.key)).toMatchObject({ total: 2 });
    expect(await suppressionsOf('eve@example.com')).toMatchObject({ total: 0 });
    const id = (await service.signUp(own, ownList, { email: 'eve@example.com' })).json().id;
    await worker.sendAll();
    expect(sink.received.has('eve@example.com')).toBe(false);
    expect(await service.sql`SELECT state FROM mails WHERE id = ${id}`).toEqual([{ state: 'suppressed' }]);

    const csv = await service.call('GET', '/v1/suppressions/export', own.key);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.body.trim().split('\n')).toEqual([
      'id,waitlist_id,reason,created_at',
      ...[added.json(), onList.json()].map(
        ({ id, waitlist_id, reason, created_at }) => `${id},${waitlist_id ?? ''},${reason},${created_at}`,
      ),
    ]);
    expect(JSON.stringify(await service.sql`SELECT * FROM suppressions`).toLowerCase()).not.toContain(
      'example.com',
    );

    expect((await change('DELETE', { email: 'eve@example.com' }, own.key)).statusCode).toBe(204);
    expect((await change('DELETE', { email: 'eve@example.com' }, own.key)).statusCode).toBe(404);
    expect((await suppressionsOf('eve@example.com', own.key)).data).toEqual([onList.json()]);
    expect((await change('POST', { email: 'eve@example.com', waitlist_id: ownList })).statusCode).toBe(404);
    expect((await change('POST', { email: 'eve' }, own.key)).statusCode).toBe(400);
  });

  test('removing one lets the person get mails again, and leaves no trace on the signup', async () => {
    const id = await signUp('back@example.com');
    await worker.sendAll();
    await post(await linkTo('back@example.com'));
    expect((await change('DELETE', { email: 'back@example.com', waitlist_id: list })).statusCode).toBe(204);
    expect(await service.sql`SELECT unsubscribed_at FROM signups WHERE id = ${id}`).toEqual([
      { unsubscribed_at: null },
    ]);
  });

  test('go with their waitlist', async () => {
    const gone = await service.waitlist(account);
    await change('POST', { email: 'gone@example.com', waitlist_id: gone });
    await service.call('DELETE', `/v1/waitlists/${gone}`, account.key);
    await worker.run('purge-waitlist', { id: gone, accountId: account.accountId });
    expect(await service.sql`SELECT 1 FROM suppressions WHERE waitlist_id = ${gone}`).toEqual([]);
  });
});
