import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { boundedText } from '../../platform/schema/text.ts';
import type { Context } from '../context.ts';
import type { Session } from '../sessions/session.ts';
import { assertPasswords, isPassword } from '../users/password.ts';
import { findCredentials } from '../users/queries.ts';
import { Credentials } from '../users/schema.ts';
import { setPasswordOf } from '../users/set-password.ts';

export const PasswordChange = z.object({ current: boundedText(200), next: Credentials.shape.password });
export type PasswordChange = z.infer<typeof PasswordChange>;

/**
 * Changes the password of a signed-in user and ends all of their sessions.
 * @throws AppError invalid_request if the current password is wrong; forbidden where there are no passwords
 */
export async function changePassword(
  ctx: Context,
  { userId, home }: Session,
  { current, next }: PasswordChange,
): Promise<void> {
  assertPasswords(ctx);
  const user = await findCredentials(ctx.sql, userId);
  if (!user || !(await isPassword(current, user.password_hash)))
    throw new AppError('invalid_request', 'The current password is wrong.', { field: 'current' });
  await setPasswordOf(ctx, home, userId, next);
}
