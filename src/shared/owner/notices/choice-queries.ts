import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { NoticeChat, NoticeKind } from './schema.ts';

interface Choices {
  readonly muted: readonly NoticeKind[];
  readonly weeklyDigest: boolean;
}

export async function findChoices(sql: Sql, userId: string): Promise<Choices> {
  const [row] = await sql<Choices[]>`
    SELECT muted_notices AS muted, weekly_digest AS "weeklyDigest" FROM users WHERE id = ${userId}`;
  return row ?? { muted: [], weeklyDigest: false };
}

export async function updateChoices(tx: Tx, userId: string, { muted, weeklyDigest }: Choices): Promise<void> {
  await tx`
    UPDATE users
    SET muted_notices = ${muted as NoticeKind[]}, weekly_digest = ${weeklyDigest},
        digest_up_to = CASE WHEN weekly_digest THEN digest_up_to ELSE date_trunc('week', clock_timestamp() AT TIME ZONE 'UTC')::date END
    WHERE id = ${userId}`;
}

export async function findNoticeChat(sql: Sql, accountId: string): Promise<NoticeChat | null> {
  const [row] = await sql<{ notice_chat: NoticeChat | null }[]>`
    SELECT notice_chat FROM accounts WHERE id = ${accountId}`;
  return row?.notice_chat ?? null;
}

export async function updateNoticeChat(tx: Tx, accountId: string, chat: NoticeChat | null): Promise<void> {
  await tx`UPDATE accounts SET notice_chat = ${chat} WHERE id = ${accountId}`;
}
