import { lockSignups } from '../../../list/signups/queries.ts';
import { lockEmails } from '../../../mail/mails/mails.ts';
import { isByKey, keysOf, lockByKey, type RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import type { ChangedInvitation } from './queries.ts';

/**
 * Notes that mails of invitations left, the first time: their time begins. The caller holds the mails.
 * @returns the invitations whose first mail it was
 */
export async function markInvitationsSent(tx: Tx, emails: readonly RowKey[]): Promise<ChangedInvitation[]> {
  const keys = await tx<RowKey[]>`
    SELECT i.account_id AS "accountId", i.id FROM ${keysOf(tx, emails)}
    CROSS JOIN LATERAL (SELECT signup_id FROM mails WHERE id = key.id AND account_id = key.account_id LIMIT 1) m
    CROSS JOIN LATERAL (
      SELECT account_id, id, sent_at FROM invitations
      WHERE account_id = key.account_id AND signup_id = m.signup_id AND valid_days > 0 AND mail_id = key.id OFFSET 0) i
    WHERE i.sent_at IS NULL`;
  if (keys.length === 0) return [];
  await lockByKey(tx, 'invitations', keysOf(tx, keys), tx`FOR UPDATE`);
  return tx<ChangedInvitation[]>`
    UPDATE invitations SET sent_at = clock_timestamp(), expires_at = clock_timestamp() + make_interval(days => valid_days)
    WHERE ${isByKey(tx, 'invitations', keysOf(tx, keys))} AND sent_at IS NULL
    RETURNING account_id AS "accountId", id, signup_id, wave_id, sent_at AS at`;
}

/**
 * Revokes invitations of a cancelled wave that nobody has: their mails have not begun to be sent, or their
 * links were never downloaded, which a cancelled wave does not offer. In the order of their ids. @returns the
 * last one that was looked at; undefined if none is left
 */
export async function revokeUnsent(
  tx: Tx,
  { accountId, id: waveId }: RowKey,
  after: string | undefined,
  limit: number,
): Promise<string | undefined> {
  const found = await tx<{ id: string; signup_id: string; mail_id: string | null }[]>`
    SELECT id, signup_id, mail_id FROM invitations i
    WHERE account_id = ${accountId} AND wave_id = ${waveId} AND wave_id IS NOT NULL AND (${after ?? null}::uuid IS NULL OR id > ${after ?? null}::uuid)
      AND state = 'invited' AND ${isUntaken(tx)}
    ORDER BY id LIMIT ${limit}`;
  if (found.length === 0) return undefined;
  const keyOf = (id: string): RowKey => ({ accountId, id });
  const emails = found.flatMap(({ mail_id }) => (mail_id === null ? [] : [keyOf(mail_id)]));
  const invitations = () =>
    keysOf(
      tx,
      found.map(({ id }) => keyOf(id)),
    );
  await lockSignups(
    tx,
    found.map(({ signup_id }) => keyOf(signup_id)),
  );
  await lockEmails(tx, emails);
  await lockByKey(tx, 'invitations', invitations(), tx`FOR UPDATE`);
  await tx`
    UPDATE invitations i SET state = 'revoked', ended_at = clock_timestamp()
    WHERE ${isByKey(tx, 'invitations', invitations())} AND i.state = 'invited' AND ${isUntaken(tx)}
      AND coalesce((SELECT state FROM mails WHERE id = i.mail_id AND account_id = i.account_id LIMIT 1), 'queued') NOT IN ('sending', 'sent')`;
  return found.at(-1)?.id;
}

/**
 * The condition that no mail of an invitation `i` has left; and of a link that it was not made again for one
 * person.
 */
const isUntaken = (tx: Tx) =>
  tx`((i.mail_id IS NOT NULL AND i.sent_at IS NULL) OR (i.deliver = 'link' AND i.generation = 0))`;
