import type { Caller } from '../../account/api-keys/caller.ts';
import { scopeForLinks } from '../../account/scopes.ts';
import type { Context } from '../context.ts';
import type { RenderedEmail } from '../design/rendered-email.ts';
import { kindOfEmail } from '../kinds.ts';
import { listRenderedMails } from './queries.ts';

/** A mail of a test mode, as it would have left. */
export interface TestMail extends Pick<RenderedEmail, 'subject' | 'text'> {
  readonly id: string;
  readonly kind: string;
}

/**
 * The mails of a signup in a test mode, oldest first (N8); none for a live account, which keeps no mail that
 * it has sent, and none for who only reads: they hold the links of the person.
 */
export async function listTestMails(
  ctx: Context,
  { accountId, isTest, scopes }: Caller,
  signupId: string,
): Promise<TestMail[]> {
  if (!isTest || !scopes.has(scopeForLinks)) return [];
  const signer = await ctx.linkSigner();
  const rows = await listRenderedMails(ctx.sql, accountId, signupId);
  return rows.map(({ id, kind, rendered }) => ({
    ...{ id, kind },
    ...(kindOfEmail(kind).show?.(rendered, signer, accountId) ?? rendered),
  }));
}
