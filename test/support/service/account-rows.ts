import { newId } from '../../../src/shared/platform/ids.ts';
import { draftAnnouncementOn } from '../announcements/announcing.ts';
import type { Visitor } from '../dashboard.ts';
import { insertReadyImport } from '../imports/imports.ts';
import { draftOn } from '../release/inviting.ts';
import type { TestAccount } from './make.ts';
import type { Service } from './service.ts';

/** Creates one row for every parameter of a path. */
export async function insertRows(
  service: Service,
  account: TestAccount,
  { email }: Visitor,
): Promise<Record<string, string>> {
  const id = await service.waitlist(account);
  const signup = await service.signUp(account, id, { email: 'ada@example.com' });
  const field = { key: 'team', label: 'Team', type: 'string' };
  await service.call('POST', `/v1/waitlists/${id}/fields`, account.key, { payload: field });
  const hook = { config: { url: 'http://127.0.0.1:9/hook' } };
  await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: hook });
  const [key] = await service.sql<
    { id: string }[]
  >`SELECT id FROM api_keys WHERE account_id = ${account.accountId}`;
  const [user] = await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`;
  const deliveryId = newId();
  await service.sql`
    INSERT INTO deliveries (account_id, id, integration_id, event_type, status)
    SELECT account_id, ${deliveryId}, id, 'signup.created', 'failed' FROM integrations WHERE account_id = ${account.accountId}`;
  const inviteId = newId();
  await service.sql`
    INSERT INTO user_links (id, account_id, kind, email, email_key, role, expires_at)
    VALUES (${inviteId}, ${account.accountId}, 'invite', 'guest@example.com', 'guest@example.com', 'viewer', clock_timestamp() + interval '7 days')`;
  const [session] = await service.sql<{ id: string }[]>`
    SELECT left(encode(token_hash, 'hex'), 32) AS id FROM sessions WHERE user_id = ${user?.id ?? null}`;
  const appId = newId();
  await service.sql`
    INSERT INTO connected_apps (id, user_id, account_id, grant_id, client_id, name, redirect_host, scopes, is_test)
    VALUES (${appId}, ${user?.id ?? null}, ${account.accountId}, ${appId}, 'chat', 'Chat', 'chat.example', '{waitlists:read}', false)`;
  const segment = { payload: { name: 'Ads', filter: { utm_source: 'ads' } } };
  const made = await service.call('POST', `/v1/waitlists/${id}/segments`, account.key, segment);
  const linkId = newId();
  await service.sql`
    INSERT INTO statistics_links (account_id, waitlist_id, id, token_hash) VALUES (${account.accountId}, ${id}, ${linkId}, ${Buffer.from(linkId)})`;
  return {
    linkId,
    segmentId: made.json().id,
    appId,
    inviteId,
    sessionId: session?.id ?? '',
    id,
    deliveryId,
    waveId: await draftOn(service, account, id),
    invitationId: newId(),
    announcementId: await draftAnnouncementOn(service, account, id),
    signupId: signup.json().id,
    importId: await insertReadyImport(service.sql, account.accountId, id),
    key: 'team',
    keyId: key?.id ?? '',
    userId: user?.id ?? '',
    type: 'webhook',
    provider: 'smtp',
  };
}

/** All rows of an account, to detect changes. */
export async function stateOf(service: Service, { accountId }: TestAccount): Promise<string> {
  const [row] = await service.sql<[{ state: string }]>`
    SELECT concat_ws('|',
      (SELECT string_agg(w::text || c::text, ',' ORDER BY w.id) FROM waitlists w JOIN waitlist_counters c ON c.waitlist_id = w.id WHERE w.account_id = ${accountId}),
      (SELECT string_agg(s::text, ',' ORDER BY s.id) FROM signups s JOIN waitlists w ON w.id = s.waitlist_id WHERE w.account_id = ${accountId}),
      (SELECT string_agg(f::text, ',' ORDER BY f.key) FROM field_definitions f JOIN waitlists w ON w.id = f.waitlist_id WHERE w.account_id = ${accountId}),
      (SELECT string_agg(g::text, ',' ORDER BY g.id) FROM segments g WHERE g.account_id = ${accountId}),
      (SELECT string_agg(h::text, ',' ORDER BY h.id) FROM statistics_links h WHERE h.account_id = ${accountId}),
      (SELECT string_agg(v::text, ',' ORDER BY v.id) FROM waves v WHERE v.account_id = ${accountId}),
      (SELECT string_agg(a::text, ',' ORDER BY a.id) FROM announcements a WHERE a.account_id = ${accountId}),
      (SELECT string_agg(n::text, ',' ORDER BY n.id) FROM invitations n WHERE n.account_id = ${accountId}),
      (SELECT string_agg(t::text, ',') FROM waitlist_settings t WHERE t.account_id = ${accountId}),
      (SELECT string_agg(e::text, ',') FROM mail_templates e JOIN waitlists w ON w.id = e.waitlist_id WHERE w.account_id = ${accountId}),
      (SELECT string_agg(p::text, ',') FROM email_providers p WHERE p.account_id = ${accountId}),
      (SELECT string_agg(i::text, ',' ORDER BY i.id) FROM integrations i WHERE i.account_id = ${accountId}),
      (SELECT string_agg(concat(k.id, k.revoked_at), ',' ORDER BY k.id) FROM api_keys k WHERE k.account_id = ${accountId}),
      (SELECT string_agg(concat(o.id, o.scopes), ',' ORDER BY o.id) FROM connected_apps o WHERE o.account_id = ${accountId}),
      (SELECT string_agg(m::text, ',' ORDER BY m.id) FROM imports m WHERE m.account_id = ${accountId}),
      (SELECT string_agg(l::text, ',' ORDER BY l.id) FROM user_links l WHERE l.account_id = ${accountId}),
      (SELECT string_agg(u::text, ',' ORDER BY u.id) FROM users u WHERE u.account_id = ${accountId})) AS state`;
  return row.state;
}
