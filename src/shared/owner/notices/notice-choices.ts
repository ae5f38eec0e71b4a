import { statement } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { findChoices, findNoticeChat, updateChoices, updateNoticeChat } from './choice-queries.ts';
import type { NoticeChat, NoticeKind } from './schema.ts';

/** What a user wants by mail (N8). */
export interface NoticeChoices {
  /** Kinds of notices that the user does not want. Later kinds are wanted. */
  readonly muted: readonly NoticeKind[];
  readonly weeklyDigest: boolean;
}

export async function readNoticeChoices(
  { sql }: Pick<Context, 'sql'>,
  userId: string,
): Promise<NoticeChoices> {
  return findChoices(sql, userId);
}

/** Saves a user's own choices. The first digest is that of the week that has begun. */
export async function saveNoticeChoices(
  { sql }: Pick<Context, 'sql'>,
  userId: string,
  choices: NoticeChoices,
): Promise<void> {
  await statement(sql, (tx) => updateChoices(tx, userId, choices));
}

/** The chat that an account chose for its notices, whether or not that integration is set up. */
export function readNoticeChat({ sql }: Pick<Context, 'sql'>, accountId: string): Promise<NoticeChat | null> {
  return findNoticeChat(sql, accountId);
}

/** Chooses the chat that notices of an account are posted to as well; null for none (N8). */
export async function saveNoticeChat(
  { sql }: Pick<Context, 'sql'>,
  accountId: string,
  chat: NoticeChat | null,
): Promise<void> {
  await statement(sql, (tx) => updateNoticeChat(tx, accountId, chat));
}
