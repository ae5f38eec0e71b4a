import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../postgres/transaction.ts';
import { addUser } from '../create-user.ts';
import { assertPasswords } from '../password.ts';
import { findLink, type LinkKind, type LinkRow, useLink } from './queries.ts';
import { hashLinkToken } from './token.ts';

/** The link of a token; undefined if the token is unknown, expired or malformed. */
export async function findOpenLink(
  ctx: Context,
  kind: LinkKind,
  token: unknown,
): Promise<LinkRow | undefined> {
  const hash = hashLinkToken(token);
  return hash && findLink(ctx.sql, kind, hash);
}

export function linkEnded(): never {
  throw new AppError('invalid_request', 'This link was used, is too old or was replaced. Ask for a new one.');
}

/**
 * Makes the user of an invitation, once (N8), who has chosen a password. The invitation is used up in the
 * same transaction.
 * @throws AppError invalid_request; conflict if the address has become that of a user; forbidden where there
 * are no passwords
 */
export async function acceptInvite(
  ctx: Context,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  assertPasswords(ctx);
  const { account_id: accountId, email, role } = (await findOpenLink(ctx, 'invite', token)) ?? linkEnded();
  const hash = hashLinkToken(token) ?? linkEnded();
  const actor = { type: 'visitor', id: null, name: email } as const;
  await transaction(ctx.sql, async (tx) => {
    await addUser(tx, { accountId, actor }, { email, password, role: role ?? 'viewer' });
    if (!(await useLink(tx, 'invite', hash))) linkEnded();
  });
}
