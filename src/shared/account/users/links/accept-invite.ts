import { AppError } from '../../../platform/errors.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { Acting } from '../../audit/actor.ts';
import type { Context } from '../../context.ts';
import { addUser, userExists } from '../create-user.ts';
import { assertPasswords, hashPasswordOf, unknownPassword } from '../password.ts';
import { proveUser } from '../prove-user.ts';
import { lockUserAt, updateRole } from '../queries.ts';
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
 * @returns whose the address is that is proven now
 * @throws AppError invalid_request; conflict if the address has become that of a user; forbidden where there
 * are no passwords
 */
export async function acceptInvite(
  ctx: Context,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Pick<LinkRow, 'account_id' | 'email_key'>> {
  assertPasswords(ctx);
  const link = (await findOpenLink(ctx, 'invite', token)) ?? linkEnded();
  const hash = hashLinkToken(token) ?? linkEnded();
  await transaction(ctx.sql, async (tx) => {
    await joinAccount(tx, link, password);
    if (!(await useLink(tx, 'invite', hash))) linkEnded();
  });
  return link;
}

/**
 * Makes the user of an invitation whose address is proven. A user with the address who had not proven it
 * becomes this one, with the role of the invitation; nothing stays of how others could get in. Nobody knows
 * the password where none is given.
 * @throws AppError conflict if the account has a proven user with the address
 */
export async function joinAccount(
  tx: Tx,
  { account_id: accountId, email, email_key, role }: Omit<LinkRow, 'id' | 'account_name'>,
  password = unknownPassword(),
): Promise<void> {
  const by: Acting = { accountId, actor: { type: 'visitor', id: null, name: email } };
  const newRole = role ?? 'viewer';
  const user = await lockUserAt(tx, { account_id: accountId, email_key });
  if (user?.is_proven) throw userExists();
  if (user) {
    await proveUser(tx, by, user, await hashPasswordOf(tx, email_key, password));
    await updateRole(tx, user.id, newRole);
  } else await addUser(tx, by, { email, password, role: newRole, isProven: true });
}
