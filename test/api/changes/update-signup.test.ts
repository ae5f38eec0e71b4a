import { describe, expect, test } from 'vitest';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { readRecords } from '../../support/values/read-csv.ts';

const fields = [
  { key: 'company', label: 'Company', type: 'string', required: true },
  { key: 'team_size', label: 'Team size', type: 'number' },
  { key: 'vip', label: 'VIP', type: 'boolean' },
];

describe('PATCH /v1/waitlists/{id}/signups/{signupId}', () => {
  const service = useService();

  /** A list with fields and a signup, on an account whose events are kept. */
  async function setUp() {
    const account = await service.account({ plan: 'launch' });
    const list = await service.waitlist(account);
    await service.call('GET', '/v1/events', account.key);
    for (const payload of fields)
      await service.call('POST', `/v1/waitlists/${list}/fields`, account.key, { payload });
    const { id } = (
      await service.signUp(account, list, {
        email: 'Ada@example.com',
        metadata: { page: 'pricing' },
        fields: { company: 'Acme', vip: true },
      })
    ).json();
    return { account, list, id, url: `/v1/waitlists/${list}/signups/${id}` };
  }
  const patch = (account: TestAccount, url: string, payload: object) =>
    service.call('PATCH', url, account.key, { payload });
  const updated = async ({ accountId }: TestAccount) =>
    (
      await service.sql<{ payload: { type: string; data: Record<string, unknown> } }[]>`
        SELECT payload FROM outbox WHERE account_id = ${accountId} AND job = 'fan-out-event' ORDER BY id`
    ).filter(({ payload }) => payload.type === 'signup.updated');
  const log = async (account: TestAccount) =>
    (await service.call('GET', '/v1/audit-log', account.key))
      .json()
      .data.filter(({ action }: { action: string }) => action === 'signup.updated');

  test('merges fields by key, removes with null, keeps all else, and tells so (N9)', async () => {
    const { account, url, id, list } = await setUp();
    const before = (await service.call('GET', url, account.key)).json();
    const answer = await patch(account, url, {
      fields: { team_size: 12.5, vip: null, other: 'dropped', company: 'Acme' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ...before, fields: { company: 'Acme', team_size: 12.5 } },
    ]);
    expect((await service.call('GET', url, account.key)).json()).toEqual(answer.json());
    const [event, ...others] = await updated(account);
    expect(others).toEqual([]);
    expect(event?.payload.data).toEqual({
      id,
      waitlist_id: list,
      waitlist_name: expect.any(String),
      email: 'Ada@example.com',
      position: 1,
      changed_fields: ['team_size', 'vip'],
      metadata: { page: 'pricing' },
      created_at: before.created_at,
      updated_at: expect.stringMatching(/Z$/),
    });
    const [entry] = await log(account);
    expect(entry).toMatchObject({
      actor: { type: 'api_key' },
      object: { type: 'signup', id },
      details: { fields: ['team_size', 'vip'] },
    });
    expect(JSON.stringify(entry)).not.toMatch(/12\.5|Ada@/);
  });

  test('tells nothing where nothing changes', async () => {
    const { account, url } = await setUp();
    for (const payload of [
      { fields: {} },
      { fields: { company: 'Acme', vip: true, team_size: null, other: null } },
      { note: null },
      { note: ' ' },
    ])
      expect((await patch(account, url, payload)).statusCode).toBe(200);
    expect([await updated(account), await log(account)]).toEqual([[], []]);
  });

  test.each([
    [{ fields: { team_size: '12' } }, 'fields.team_size: must be a number'],
    [{ fields: { company: null } }, 'fields.company: is required'],
    [{ fields: { company: 'x'.repeat(1_001) } }, 'fields.company: must be at most 1000 characters'],
    [{ fields: { vip: [] } }, 'fields.vip: must be true or false'],
    [{ fields: null }, 'fields: must be an object'],
    [{ note: 'x'.repeat(2_001) }, 'note: must be at most 2000 characters'],
    [{ note: 7 }, 'note: must be a string'],
    [{}, 'body: must have email, fields or note'],
    [{ metadata: {}, note: 'x' }, 'metadata: cannot be changed'],
    [{ email: 'bob@example', note: 'x' }, 'email: must be an email address'],
    [{ email: null }, 'email: must be a string'],
    [{ notify: false }, 'body: must have email, fields or note'],
    [{ email: 'bob@example.com', notify: 'yes' }, 'notify: must be true or false'],
    [{ fields: { team_size: 1, company: 7 } }, 'fields.company: must be a string'],
  ])('refuses %j, and changes nothing (§2.5)', async (payload, message) => {
    const { account, url } = await setUp();
    const before = (await service.call('GET', `${url}?include=note`, account.key)).json();
    const { statusCode, body } = await patch(account, url, payload);
    expect([statusCode, JSON.parse(body).error]).toEqual([400, { code: 'invalid_request', message }]);
    expect((await service.call('GET', `${url}?include=note`, account.key)).json()).toEqual(before);
  });

  test('leaves a field alone that became required later, and removes what a deleted one left', async () => {
    const { account, url, list } = await setUp();
    const field = `/v1/waitlists/${list}/fields`;
    await service.call('PATCH', `${field}/team_size`, account.key, { payload: { required: true } });
    expect((await patch(account, url, { fields: { vip: false } })).json().fields).toEqual({
      company: 'Acme',
      vip: false,
    });
    await service.call('DELETE', `${field}/vip`, account.key);
    expect((await patch(account, url, { fields: { vip: true } })).json().fields).toEqual({
      company: 'Acme',
      vip: false,
    });
    expect((await patch(account, url, { fields: { vip: null } })).json().fields).toEqual({ company: 'Acme' });
  });

  test('keeps a note with who wrote it, in the CSV and in the export of the person, and publishes none (N9)', async () => {
    const { account, url, id, list } = await setUp();
    const key = await service.key(account, ['signups:update']);
    const text = 'Invite "her" first,\nthen Bob. =1+1';
    const answer = await service.call('PATCH', `${url}?include=note`, key, {
      payload: { note: ` ${text} ` },
    });
    const note = { text, by: expect.any(String), written_at: expect.stringMatching(/Z$/) };
    expect([answer.statusCode, answer.json().note]).toEqual([200, note]);
    expect((await service.call('GET', url, account.key)).json()).not.toHaveProperty('note');
    const listed = await service.call('GET', `/v1/waitlists/${list}/signups?include=note`, account.key);
    expect(listed.json().data[0].note).toEqual(answer.json().note);
    const csv = await service.call('GET', `/v1/waitlists/${list}/signups/export`, account.key);
    expect(readRecords(csv.body)).toMatchObject([{ notes: text }]);
    const person = { payload: { email: 'ADA@example.com' } };
    const exported = await service.call('POST', '/v1/people/export', account.key, person);
    expect(exported.json().signups[0].note).toEqual({ text, written_at: answer.json().note.written_at });
    expect(await updated(account)).toEqual([]);
    expect(await log(account)).toMatchObject([{ object: { id }, details: { note: 'written' } }]);
    expect((await patch(account, `${url}?include=note`, { note: null })).json().note).toBeNull();
    expect((await log(account))[0]).toMatchObject({ details: { note: 'removed' } });
    const empty = await service.call('GET', `/v1/waitlists/${list}/signups/export`, account.key);
    expect(empty.body).not.toContain('Invite');
  });

  test('goes with the signup, and finds none of another list or account (§4.2)', async () => {
    const { account, url, id, list } = await setUp();
    const other = await service.waitlist(account);
    const stranger = await service.account();
    await patch(account, url, { note: 'x' });
    for (const [who, path] of [
      [account, `/v1/waitlists/${other}/signups/${id}`],
      [stranger, url],
    ] as const)
      expect((await patch(who, path, { note: 'y' })).statusCode).toBe(404);
    await service.call('DELETE', url, account.key);
    expect((await patch(account, url, { note: 'y' })).statusCode).toBe(404);
    const again = await service.signUp(account, list, { email: 'ada@example.com', fields: { company: 'A' } });
    const { body } = await service.call(
      'GET',
      `/v1/waitlists/${list}/signups/${again.json().id}?include=note`,
      account.key,
    );
    expect(JSON.parse(body).note).toBeNull();
  });

  test('two at once both have their effect', async () => {
    const { account, url } = await setUp();
    const changes = [{ company: 'One' }, { team_size: 2 }, { vip: null }];
    const answers = await Promise.all(changes.map((each) => patch(account, url, { fields: each })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await service.call('GET', url, account.key)).json().fields).toEqual({
      company: 'One',
      team_size: 2,
    });
    expect(await updated(account)).toHaveLength(3);
  });
});
