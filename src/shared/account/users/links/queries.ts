import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { Role } from '../../scopes.ts';

export type LinkKind = 'invite' | 'reset';

const lifetimes = { invite: '7 days', reset: '1 hour' } as const satisfies Record<LinkKind, string>;

export interface LinkRow {
  id: string;
  account_id: string;
  account_name: string;
  email: string;
  email_key: string;
  role: Role | null;
}

/**
 * Stores a link with its mail. An invitation takes the place of an earlier one; a link to a new password does
 * not, for anybody can ask for one. The job that sends it must be enqueued, too.
 */
export async function insertLink(
  tx: Tx,
  link: Omit<LinkRow, 'account_name'> & { kind: LinkKind },
): Promise<void> {
  const { id, account_id, kind, email_key } = link;
  if (kind === 'invite')
    await tx`
      DELETE FROM user_links WHERE account_id = ${account_id} AND kind = 'invite' AND email_key = ${email_key}`;
  await tx`
    INSERT INTO user_links (id, account_id, kind, email, email_key, role, expires_at)
    VALUES (${id}, ${account_id}, ${kind}, ${link.email}, ${email_key}, ${link.role}, clock_timestamp() + ${lifetimes[kind]}::interval)`;
  await tx`INSERT INTO mails (account_id, id, kind) VALUES (${account_id}, ${id}, 'notice')`;
}

/** So many links to a new password may be open for a user. */
const mostResets = 3;

/**
 * Whether another link to a new password would be too many: one is of less than a minute ago, or three are
 * open.
 */
export async function hasEnoughResets(
  tx: Tx,
  { account_id, email_key }: Pick<LinkRow, 'account_id' | 'email_key'>,
): Promise<boolean> {
  const [row] = await tx<[{ open: number; is_recent: boolean }]>`
    SELECT count(*) AS open, coalesce(bool_or(created_at > clock_timestamp() - interval '1 minute'), false) AS is_recent
    FROM user_links
    WHERE account_id = ${account_id} AND kind = 'reset' AND email_key = ${email_key} AND expires_at > clock_timestamp()`;
  return row.is_recent || row.open >= mostResets;
}

/** Ends all links to a new password of a user, whom the caller holds. */
export async function deleteResets(
  tx: Tx,
  { account_id, email_key }: Pick<LinkRow, 'account_id' | 'email_key'>,
): Promise<void> {
  await tx`
    DELETE FROM user_links WHERE account_id = ${account_id} AND kind = 'reset' AND email_key = ${email_key}`;
}

/** The link of a token that is neither used nor too old. */
export async function findLink(sql: Sql, kind: LinkKind, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await sql<LinkRow[]>`
    SELECT l.id, l.account_id, a.name AS account_name, l.email, l.email_key, l.role
    FROM user_links l JOIN accounts a ON a.id = l.account_id
    WHERE l.token_hash = ${tokenHash} AND l.kind = ${kind} AND l.expires_at > clock_timestamp()`;
  return row;
}

/** Uses up a link. @returns whether it was still there: only one of several who use it at once gets true */
export async function useLink(tx: Tx, kind: LinkKind, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx`
    DELETE FROM user_links WHERE token_hash = ${tokenHash} AND kind = ${kind} AND expires_at > clock_timestamp()`;
  return count > 0;
}

/** The open invitations to an address in all accounts, oldest first. */
export function listInvitesTo(sql: Sql, emailKey: string): Promise<LinkRow[]> {
  return sql<LinkRow[]>`
    SELECT l.id, l.account_id, a.name AS account_name, l.email, l.email_key, l.role
    FROM user_links l JOIN accounts a ON a.id = l.account_id
    WHERE l.kind = 'invite' AND l.email_key = ${emailKey} AND l.expires_at > clock_timestamp() ORDER BY l.created_at, l.id`;
}

export interface InviteRow extends Pick<LinkRow, 'id' | 'email'> {
  role: Role;
  created_at: string;
  expires_at: string;
  /** Of its mail; null once that is forgotten. */
  mail_state: string | null;
}

/** The invitations that can still be accepted, oldest first. */
export function listInvites(sql: Sql, accountId: string): Promise<InviteRow[]> {
  return sql<InviteRow[]>`
    SELECT l.id, l.email, l.role, l.created_at, l.expires_at, m.state AS mail_state
    FROM user_links l LEFT JOIN LATERAL (SELECT state FROM mails WHERE id = l.id AND account_id = l.account_id LIMIT 1) m ON true
    WHERE l.account_id = ${accountId} AND l.kind = 'invite' AND l.expires_at > clock_timestamp()
    ORDER BY l.created_at, l.id`;
}

export async function countInvites(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    SELECT count(*) FROM user_links
    WHERE account_id = ${accountId} AND kind = 'invite' AND expires_at > clock_timestamp()`;
  return row.count;
}

/** @returns the address that was invited */
export async function deleteInvite(tx: Tx, { accountId, id }: RowKey): Promise<string | undefined> {
  const [row] = await tx<{ email: string }[]>`
    DELETE FROM user_links WHERE id = ${id} AND account_id = ${accountId} AND kind = 'invite' RETURNING email`;
  return row?.email;
}

/** Up to `limit` links that nobody can use any more. */
export async function deleteOldLinks(tx: Tx, limit: number): Promise<number> {
  const { count } = await tx`
    DELETE FROM user_links WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM user_links WHERE expires_at < statement_timestamp() LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}

/** A link whose mail is to be sent. */
export interface StartedLink extends LinkRow {
  kind: LinkKind;
  /** How many attempts at sending it have failed. */
  send_attempts: number;
  /** Whether it was handed over before, and nobody knows whether it left. */
  was_sending: boolean;
}

/**
 * Marks the mail of a link as being sent, and gives the link this token. One that may have left keeps the
 * token that it left with.
 * @returns undefined if the link was used, revoked or replaced, or is too old
 */
export async function startLink(
  tx: Tx,
  { accountId, id }: RowKey,
  tokenHash: Buffer,
  provider: string,
): Promise<StartedLink | undefined> {
  const [link] = await tx<Omit<StartedLink, 'send_attempts' | 'was_sending'>[]>`
    SELECT l.id, l.account_id, a.name AS account_name, l.kind, l.email, l.email_key, l.role
    FROM user_links l JOIN accounts a ON a.id = l.account_id
    WHERE l.id = ${id} AND l.account_id = ${accountId} AND l.expires_at > clock_timestamp() FOR UPDATE OF l`;
  if (!link) return undefined;
  const [mail] = await tx<Pick<StartedLink, 'send_attempts' | 'was_sending'>[]>`
    SELECT send_attempts, state = 'sending' AS was_sending FROM mails
    WHERE id = ${id} AND account_id = ${accountId} AND state IN ('queued', 'sending') FOR UPDATE`;
  if (!mail) return undefined;
  if (!mail.was_sending) {
    await tx`UPDATE user_links SET token_hash = ${tokenHash} WHERE id = ${id}`;
    await tx`
      UPDATE mails SET state = 'sending', route = 'managed', provider = ${provider} WHERE id = ${id} AND account_id = ${accountId}`;
  }
  return { ...link, ...mail };
}
