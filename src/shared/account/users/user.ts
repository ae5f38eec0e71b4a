import { AppError } from '../../platform/errors.ts';
import { toEmailKey } from '../../platform/schema/email-address.ts';
import type { UserRow } from './queries.ts';

/** A dashboard user of an account (C11.2). */
export interface User {
  user_id: string;
  email: string;
}

export function toUser(row: Pick<UserRow, 'id' | 'email'>): User {
  return { user_id: row.id, email: row.email };
}

/** The normalized email, which is unique in an account. @throws AppError invalid_request */
export function toUserKey(email: string): string {
  const key = toEmailKey(email);
  if (key === undefined) throw new AppError('invalid_request', 'email: must be an email address');
  return key;
}
