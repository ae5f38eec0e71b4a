import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInvitingList, tokenOf } from '../../support/release/inviting.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { readRecords } from '../../support/values/read-csv.ts';

describe('invitations in other answers (N5)', () => {
  const service = useService();
  let account: TestAccount;
  let worker: TestWorker;
  beforeAll(async () => {
    account = await service.account();
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  test('are in signups where they are asked for, and in the export', async () => {
    const list = await makeInvitingList(service, account, worker);
    const ids: string[] = [];
    for (const name of ['none', 'open', 'used', 'direct'])
      ids.push((await list.add({ email: `${name}@example.com` })).id);
    const [none, open, used, direct] = ids;
    const exported = async () => {
      const { body } = await service.call('GET', `${list.url}/signups/export`, account.key);
      return readRecords(body).map((row) => [row.invitation_state, row.invited_at, row.converted_at]);
    };
    expect(await exported()).toEqual([1, 2, 3, 4].map(() => ['', '', '']));
    const first = await list.inviteByLink(open ?? '');
    await list.call('POST', `/invitations/${first.id}/revoke`);
    const second = await list.inviteByLink(open ?? '');
    const third = await list.inviteByLink(used ?? '');
    await list.call('POST', '/conversions', { token: third.token, email: 'used@example.com' });
    await list.call('POST', '/conversions', {
      waitlist_id: list.id,
      signup_id: direct,
      external_id: 'user 1',
    });
    const plain = await list.page();
    expect(plain.data[0]).not.toHaveProperty('invitation');
    const both = await list.page('include=invitation,confirmation');
    const answers = both.data.map((signup) => (signup as unknown as { invitation: unknown }).invitation);
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(answers.toReversed()).toEqual([
      null,
      { id: second.id, wave_id: null, state: 'invited', invited_at: at, expires_at: at, converted_at: null },
      { id: third.id, wave_id: null, state: 'converted', invited_at: at, expires_at: at, converted_at: at },
      { id: null, wave_id: null, state: 'converted', invited_at: null, expires_at: null, converted_at: at },
    ]);
    expect(both.data[0]).toHaveProperty('confirmation', null);
    const one = await list.call('GET', `/waitlists/${list.id}/signups/${none}?include=invitation`);
    expect(one.body).toMatchObject({ id: none, invitation: null });
    for (const include of ['verdict', 'invitation,', ''])
      expect((await list.call('GET', `/waitlists/${list.id}/signups?include=${include}`)).status).toBe(400);
    expect(await exported()).toEqual([
      ['', '', ''],
      ['invited', at, ''],
      ['converted', at, at],
      ['converted', '', at],
    ]);
    const filtered = await service.call(
      'GET',
      `${list.url}/signups/export?email=open@example.com`,
      account.key,
    );
    const invited = {
      invitation_state: 'invited',
      invited_at: expect.stringMatching(/Z$/),
      converted_at: '',
    };
    expect(readRecords(filtered.body)).toMatchObject([invited]);
  });

  test('are in the status of a person, and on the hosted page', async () => {
    const list = await makeInvitingList(service, account, worker);
    await list.call('PATCH', `/waitlists/${list.id}/settings`, { links: { status_page: true } });
    const person = async (email: string) => {
      const { id } = await list.add({ email });
      const { status_token } = (await list.call('GET', `/waitlists/${list.id}/signups/${id}/links`)).body;
      const state = async () => {
        const headers = { authorization: `Status ${status_token}` };
        const { invitation_state } = (await service.app.inject({ url: '/v1/public/status', headers })).json();
        const { body } = await service.app.inject({ url: `/s/${status_token}` });
        return [
          invitation_state,
          /You are invited|You have joined|has expired|have declined/.exec(body)?.[0],
        ];
      };
      return { id, state };
    };
    const ada = await person('ada@example.com');
    expect(await ada.state()).toEqual([null, undefined]);
    const { id, token } = await list.inviteByLink(ada.id);
    expect(await ada.state()).toEqual(['invited', 'You are invited']);
    await list.call('POST', `/invitations/${id}/revoke`);
    expect(await ada.state()).toEqual(['revoked', undefined]);
    expect((await list.call('POST', '/invitations/decline', { token })).status).not.toBe(200);
    const next = await list.inviteByLink(ada.id);
    await service.sql`UPDATE invitations SET state = 'expired' WHERE id = ${next.id}`;
    expect(await ada.state()).toEqual(['expired', 'has expired']);
    const grace = await person('grace@example.com');
    await list.call('POST', '/invitations/decline', { token: (await list.inviteByLink(grace.id)).token });
    expect(await grace.state()).toEqual(['declined', 'have declined']);
    const direct = await person('direct@example.com');
    await list.call('POST', '/conversions', {
      waitlist_id: list.id,
      signup_id: direct.id,
      external_id: 'u1',
    });
    expect(await direct.state()).toEqual(['converted', 'You have joined']);
  });

  test('have their link in the status where the settings show it, while it is open', async () => {
    const list = await makeInvitingList(service, account, worker);
    const settings = (invitations: object) =>
      list.call('PATCH', `/waitlists/${list.id}/settings`, { invitations });
    const { id } = await list.add({ email: 'shown@example.com' });
    const { status_token } = (await list.call('GET', `/waitlists/${list.id}/signups/${id}/links`)).body;
    const url = async () => {
      const headers = { authorization: `Status ${status_token}` };
      return (await service.app.inject({ url: '/v1/public/status', headers })).json().invitation_url;
    };
    const invitation = await list.inviteByLink(id);
    expect(await url()).toBeNull();
    await settings({ show_link: true });
    expect(tokenOf((await url()) ?? '')).toBe(invitation.token);
    // Sent again, it has another token, and the old one ends.
    await service.sql`UPDATE invitations SET last_mailed_at = now() - interval '2 hours' WHERE id = ${invitation.id}`;
    const again = await list.call('POST', `/invitations/${invitation.id}/resend`);
    expect(await url()).toBe(again.body.url);
    expect(tokenOf(again.body.url)).not.toBe(invitation.token);
    await service.sql`UPDATE invitations SET expires_at = now() WHERE id = ${invitation.id}`;
    expect(await url()).toBeNull();
    await service.sql`UPDATE invitations SET expires_at = now() + interval '1 day' WHERE id = ${invitation.id}`;
    await settings({ url: null });
    expect(await url()).toBeNull();
    await settings({ url: 'https://notes.test/welcome' });
    await list.call('POST', '/invitations/decline', { token: tokenOf(again.body.url) });
    expect(await url()).toBeNull();
  });

  test('are in the export of a person, and go when the person is erased', async () => {
    const list = await makeInvitingList(service, account, worker);
    const { id } = await list.add({ email: 'person@example.com' });
    const { token } = await list.inviteByLink(id);
    await list.call('POST', '/conversions', {
      token,
      email: 'person@example.com',
      external_id: 'person-8412',
    });
    const { body } = await list.call('POST', '/people/export', { email: 'Person@example.com' });
    expect(body.invitations).toMatchObject([{ signup_id: id, state: 'converted' }]);
    expect(body.conversions).toEqual([
      {
        signup_id: id,
        invitation_id: body.invitations[0].id,
        external_id: 'person-8412',
        converted_at: expect.any(String),
      },
    ]);
    expect((await list.call('POST', '/people/erase', { email: 'person@example.com' })).status).toBe(200);
    expect(await service.sql`SELECT 1 FROM conversions WHERE external_id = 'person-8412'`).toHaveLength(0);
  });

  test('are kept with an idempotency key without the address and the link', async () => {
    const list = await makeInvitingList(service, account, worker);
    const { id } = await list.add({ email: 'kept@example.com' });
    const invite = () =>
      service.call('POST', `${list.url}/signups/${id}/invite`, account.key, {
        payload: { deliver: 'link' },
        headers: { 'idempotency-key': 'invite-kept' },
      });
    const [first, again] = [await invite(), await invite()];
    expect(first.json()).toMatchObject({
      email: 'kept@example.com',
      url: expect.stringMatching(/token=inv_/),
    });
    expect([again.statusCode, again.json()]).toEqual([201, { ...first.json(), email: null, url: null }]);
    const [row] = await service.sql`SELECT answer FROM idempotency_keys WHERE key = 'invite-kept'`;
    expect(row?.answer).not.toMatch(/kept@|inv_/);
  });

  test('are deleted with their waitlist', async () => {
    const list = await makeInvitingList(service, account, worker);
    for (const name of ['a', 'b', 'c']) await list.add({ email: `${name}@example.com` });
    await list.launch({ size: 2, deliver: 'link' });
    await list.draft();
    await list.call('POST', '/conversions', { waitlist_id: list.id, email: 'c@example.com' });
    expect((await service.call('DELETE', list.url, account.key)).statusCode).toBe(204);
    expect((await list.call('GET', `/waitlists/${list.id}/waves`)).status).toBe(404);
    await worker.run('purge-waitlist', { id: list.id, accountId: account.accountId });
    const [left] = await service.sql`
      SELECT (SELECT count(*) FROM waves WHERE waitlist_id = ${list.id}) + (SELECT count(*) FROM invitations WHERE waitlist_id = ${list.id})
           + (SELECT count(*) FROM conversions WHERE waitlist_id = ${list.id}) AS rows,
             (SELECT count(*) FROM wave_parts p WHERE NOT EXISTS (SELECT FROM waves v WHERE v.id = p.wave_id)) AS parts`;
    expect(left).toEqual({ rows: 0, parts: 0 });
  });

  test('are off at first, and cost the settings of a list nothing', async () => {
    const url = `/v1/waitlists/${await service.waitlist(account)}/settings`;
    const off = { url: null, require_email_match: true, show_link: false };
    expect((await service.call('GET', url, account.key)).json().invitations).toEqual(off);
    for (const invitations of [{ url: 'ftp://x.example' }, { url: 'http://x.example' }, { page: 1 }]) {
      const payload = { invitations };
      expect((await service.call('PATCH', url, account.key, { payload })).statusCode).toBe(400);
    }
  });
});
