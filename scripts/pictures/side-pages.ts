import { setTimeout as sleep } from 'node:timers/promises';
import { hashLinkToken, newLinkToken } from '../../src/shared/account/users/links/token.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import type { Sql } from '../../src/shared/platform/postgres/connection.ts';

/** What the pages beside the main ones show. Undefined where another build does not know it. */
export interface SidePages {
  /** A delivery that failed. */
  readonly delivery: string;
  /** An import that has been read and waits for its start. */
  readonly import?: string | undefined;
  /** The token of a link that invites a user, and of one to a new password. */
  readonly links?: { readonly invite: string; readonly reset: string } | undefined;
  /** A user who signs in with a code, too. */
  readonly withCode?: string | undefined;
}

/** Makes them for an account on whose waitlist deliveries have failed. `member` is a user of it. */
export async function makeSidePages(
  sql: Sql,
  url: string,
  account: { accountId: string; key: string; waitlist: string; owner: string; member: string },
): Promise<SidePages> {
  const [delivery] = await sql<[{ id: string }]>`
    SELECT id FROM deliveries WHERE status = 'failed' ORDER BY id DESC LIMIT 1`;
  return {
    delivery: delivery.id,
    import: await upload(sql, url, account),
    links: await mailLinks(sql, account).catch(() => undefined),
    withCode: await askForCodes(sql, account.member).catch(() => undefined),
  };
}

async function upload(
  sql: Sql,
  url: string,
  { key, waitlist }: { key: string; waitlist: string },
): Promise<string | undefined> {
  const answer = await fetch(`${url}/v1/waitlists/${waitlist}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: 'Email,Company,Joined\nemmy@example.org,Initech,2026-01-04\nno address,Hooli,2026-01-05\nhypatia@example.org,Globex,yesterday\n',
  });
  if (!answer.ok) return undefined;
  const { id } = (await answer.json()) as { id: string };
  const ready = () => sql`SELECT 1 FROM imports WHERE id = ${id} AND state = 'ready'`;
  while ((await ready()).length === 0) await sleep(100);
  return id;
}

async function mailLinks(
  sql: Sql,
  { accountId, owner }: { accountId: string; owner: string },
): Promise<SidePages['links']> {
  const make = async (kind: 'invite' | 'reset', email: string, role: string | null) => {
    const token = newLinkToken();
    await sql`
      INSERT INTO user_links (id, account_id, kind, email, email_key, role, token_hash, expires_at)
      VALUES (${newId()}, ${accountId}, ${kind}, ${email}, ${email}, ${role}, ${hashLinkToken(token) ?? null}, now() + interval '1 hour')`;
    return token;
  };
  return {
    invite: await make('invite', 'dora@orbit.example', 'editor'),
    reset: await make('reset', owner, null),
  };
}

/** Nobody enters a code here, so the secret is none. */
async function askForCodes(sql: Sql, email: string): Promise<string> {
  await sql`
    INSERT INTO user_totp (user_id, account_id, type, sealed_secret, confirmed_at)
    SELECT id, account_id, 'totp', 'none', now() FROM users WHERE email = ${email}`;
  return email;
}
