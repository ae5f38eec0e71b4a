import { assertId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Acting } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import type { Role } from '../scopes.ts';
import { findUser, type UserName } from './find-user.ts';
import { assertOtherOwner, lockMember } from './last-owner.ts';
import { updateRole } from './queries.ts';
import { toUser, type User } from './user.ts';

/**
 * Changes what a user of the account may do (N8). Takes effect with the next request of the user.
 * @throws AppError not_found; conflict if the last owner would be lowered
 */
export async function setRole(
  ctx: Context,
  by: Acting,
  userId: string,
  role: Role,
): Promise<User & { role: Role }> {
  assertId(userId, 'user');
  return transaction(ctx.sql, async (tx) => {
    const user = await lockMember(tx, by.accountId, userId);
    if (role !== 'owner') await assertOtherOwner(tx, user);
    await updateRole(tx, user.id, role);
    const details = { email: user.email, from: user.role, to: role };
    await recordAction(tx, by, 'user.role_changed', { id: user.id, details });
    return { ...toUser(user), role };
  });
}

/** Like `setRole`, for operators, who know the email of the user. @throws AppError not_found; conflict */
export async function setRoleByEmail(
  ctx: Context,
  name: UserName,
  role: Role,
): Promise<User & { role: Role }> {
  const user = await findUser(ctx, name);
  return setRole(ctx, { accountId: user.account_id }, user.id, role);
}
