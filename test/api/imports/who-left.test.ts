import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Preset } from '../../../src/shared/capabilities/imports/schema.ts';
import { exportOf, makeMembers, tools } from '../../support/imports/exports.ts';
import { importsOf, type TestImports } from '../../support/imports/imports.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { type InvitingList, makeInvitingList } from '../../support/release/inviting.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

describe('who has left (N6)', () => {
  const service = useService();
  let sink: MailSink;
  let worker: TestWorker;
  beforeAll(async () => {
    sink = await startMailSink();
    worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  });
  afterAll(async () => {
    await worker.close();
    await sink.close();
  });

  async function start(): Promise<{ list: InvitingList; imports: TestImports }> {
    const account = await service.account();
    const list = await makeInvitingList(service, account, worker);
    return { list, imports: importsOf(service, worker, list) };
  }
  const patch = (list: InvitingList, id: string, mapping: object) =>
    list.call('PATCH', `/waitlists/${list.id}/imports/${id}`, { mapping });
  /** Invites everybody who may be invited, and sends all mails. */
  async function inviteAll(list: InvitingList): Promise<void> {
    await list.launch({ size: 1_000 });
    await worker.sendAll();
  }
  const mailsTo = (email: string) => sink.received.get(email) ?? 0;
  const suppressions = async ({ account }: InvitingList) =>
    (
      await service.sql`
        SELECT reason, waitlist_id IS NULL AS is_of_all, count(*) FROM suppressions WHERE account_id = ${account.accountId} GROUP BY 1, 2 ORDER BY 1, 2`
    ).map(({ reason, is_of_all, count }) => `${count} ${reason}${is_of_all ? ' on all lists' : ''}`);

  const size = 25;
  test.each(Object.keys(tools) as Preset[])(
    'of %s is mailed neither at once nor in a wave, and all others are',
    async (preset) => {
      const { list, imports } = await start();
      const members = makeMembers(preset, size);
      const csv = exportOf(tools[preset] as NonNullable<(typeof tools)[Preset]>, members);
      const query = `notify=true&events=true${preset === 'launchlist' ? '&preset=launchlist' : ''}`;
      const ready = await imports.dryRun(csv, query);
      const left = members.filter((member) => member.left !== null);
      expect(ready).toMatchObject({ preset, would_create: size, rejected: 0, questions: [] });
      expect(Object.values(ready.left).reduce((sum, count) => sum + count, 0)).toBe(left.length);
      expect(await imports.finish(ready.id)).toMatchObject({ created: size });
      await worker.sendAll();
      await inviteAll(list);
      for (const member of members)
        expect([member.email, mailsTo(member.email) > 0]).toEqual([member.email, member.left === null]);
      expect(await findBrokenInvariants(service.sql)).toEqual([]);
    },
  );

  test('of this service’s own export is suppressed as there', async () => {
    const { list, imports } = await start();
    const header = 'position,email,created_at,email_status,id,referral_code,unsubscribed_at';
    const at = '2025-01-02T03:04:05.000Z';
    const done = await imports.run(
      [
        header,
        `1,b@own.example,${at},bounced,,,`,
        `2,c@own.example,${at},complained,,,`,
        `3,u@own.example,${at},opened,,,${at}`,
        `4,s@own.example,${at},suppressed,,,`,
        `5,ok@own.example,${at},delivered,,,`,
      ].join('\n'),
    );
    expect(done.left).toEqual({ unsubscribed: 1, bounced: 1, complained: 1, suppressed: 1 });
    expect(await suppressions(list)).toEqual([
      '1 bounced on all lists',
      '1 complained on all lists',
      '1 manual',
      '1 unsubscribed',
    ]);
    expect((await list.draft()).excluded).toMatchObject({ suppressed: 4 });
  });

  test('by any row of the file, also one that is double, on the list already or cannot be imported', async () => {
    const { list, imports } = await start();
    await list.add({ email: 'here@rows.example' });
    const ready = await imports.dryRun(
      [
        'Email,Created At,Status',
        'twice@rows.example,2025-01-01,active',
        'Twice@rows.example,2025-01-02,unsubscribed',
        'later@rows.example,2025-01-01,active',
        'later@rows.example,99/99/2025,complained',
        'here@rows.example,2025-01-01,bounced',
        'fresh@rows.example,,unsubscribed',
        'in@rows.example,2025-01-01,active',
      ].join('\n'),
      'notify=true',
    );
    expect(ready.questions.map(({ kind, column }) => [kind, column])).toEqual([['subscription', 'Status']]);
    await patch(list, ready.id, { Status: 'subscription' });
    expect(await imports.validate(ready.id)).toMatchObject({
      left: { unsubscribed: 2, bounced: 1, complained: 1 },
      questions: [],
    });
    await imports.finish(ready.id);
    await worker.sendAll();
    await inviteAll(list);
    for (const name of ['twice', 'later', 'fresh', 'here'])
      expect([name, mailsTo(`${name}@rows.example`)]).toEqual([name, 0]);
    expect(mailsTo('in@rows.example')).toBe(2);
    const { id } = await list.find('fresh@rows.example');
    // As a later mail of any kind, such as one about a reward: the signup is younger than the suppression.
    const { accountId } = list.account;
    await service.sql`INSERT INTO mails (account_id, id, kind, signup_id) VALUES (${accountId}, ${id}, 'signup', NULL)`;
    await service.sql`INSERT INTO outbox (account_id, job, id, payload) VALUES (${accountId}, 'send-signup-email', ${id}, '{}')`;
    await worker.sendAll();
    expect(mailsTo('fresh@rows.example')).toBe(0);
  });

  test('is asked for where a column looks like it, and nothing starts until it is answered', async () => {
    const { list, imports } = await start();
    await list.field('newsletter', 'string');
    const ready = await imports.dryRun(
      [
        'email,Mail status,Newsletter,Do not email,Plan,Agreed to marketing',
        'a@ask.example,cancelled,Weekly,,free,checked',
        'b@ask.example,active,Nein danke,TRUE,pro,',
      ].join('\n'),
    );
    expect(ready.columns.mapped).toEqual({ email: 'email', Newsletter: 'fields.newsletter' });
    expect(ready.questions).toEqual([
      {
        kind: 'subscription',
        column: 'Mail status',
        values: ['cancelled'],
        text: 'The column “Mail status” looks as if it told who has left (it has “cancelled”). Map it to subscription, so that they get no mails, or to null if it tells something else.',
      },
      expect.objectContaining({ column: 'Newsletter', values: [] }),
      expect.objectContaining({ column: 'Do not email', values: ['true'] }),
      expect.objectContaining({ column: 'Agreed to marketing' }),
    ]);
    const refused = await imports.act(ready.id, 'start', { expected_count: 2 });
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      409,
      expect.stringContaining('The import asks something first. The column “Mail status”'),
    ]);
    await patch(list, ready.id, { 'Mail status': 'subscription', Newsletter: 'fields.newsletter' });
    expect((await imports.act(ready.id, 'start')).statusCode).toBe(409);
    const again = await imports.validate(ready.id);
    expect(again.questions.map(({ column }) => column)).toEqual(['Do not email', 'Agreed to marketing']);
    await patch(list, ready.id, { 'Do not email': 'subscription', 'Agreed to marketing': null });
    expect(await imports.validate(ready.id)).toMatchObject({ questions: [], left: { unsubscribed: 2 } });
    expect(await imports.finish(ready.id)).toMatchObject({ created: 2 });
    await list.add({ email: 'stays@ask.example' }); // a wave of nobody is refused
    expect((await list.draft()).excluded).toMatchObject({ suppressed: 2 });
  });

  test('a cell that tells neither is no signup', async () => {
    const { list, imports } = await start();
    const ready = await imports.dryRun(
      'email,State\na@odd.example,perhaps\nb@odd.example,\nc@odd.example,subscribed\n',
    );
    expect(ready.questions).toEqual([]);
    await patch(list, ready.id, { State: 'subscription' });
    expect(await imports.validate(ready.id)).toMatchObject({ would_create: 2, rejected: 1 });
    expect((await imports.rows(ready.id, 'outcome=rejected')).map(({ reason }) => reason)).toEqual([
      'State: “perhaps” does not tell whether mails go there',
    ]);
  });

  test('is not published to integrations, which would mail them', async () => {
    const { list, imports } = await start();
    await service.call('GET', '/v1/events', list.account.key);
    await imports.run(
      'email,unsubscribed_at\nout@told.example,2025-01-01\nin@told.example,\n',
      'events=true',
    );
    await worker.fanOut();
    const feed = (await service.call('GET', '/v1/events', list.account.key)).json().data as {
      type: string;
      data: { email?: string };
    }[];
    expect(feed.flatMap(({ type, data }) => (type === 'signup.created' ? data.email : []))).toEqual([
      'in@told.example',
    ]);
  });
});
