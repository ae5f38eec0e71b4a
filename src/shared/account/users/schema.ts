import { z } from 'zod';
import { Email } from '../../platform/schema/email-address.ts';
import { boundedText } from '../../platform/schema/text.ts';
import type { AccountConfig } from '../config.ts';
import { type Role, roleNames } from '../scopes.ts';

/** The email and password of a dashboard user (C11.2). */
export const Credentials = z.object({ email: Email, password: boundedText(200).min(8) });
export type Credentials = z.infer<typeof Credentials>;

export const UserRole = z.enum(roleNames);

const NoPassword = z.undefined('must be left out: users sign in at the OpenID provider only').optional();

/**
 * The email and the password of a new dashboard user; no password if users sign in at the OpenID provider
 * only (N8).
 */
export const newCredentials = ({ hasPasswords }: Pick<AccountConfig, 'hasPasswords'>) =>
  z.object({
    email: Credentials.shape.email,
    password: hasPasswords ? Credentials.shape.password : NoPassword,
  });

/** A new dashboard user: an owner, unless it has another role. */
export const userInput = (config: Pick<AccountConfig, 'hasPasswords'>) =>
  newCredentials(config).extend({ role: UserRole.default('owner') });
export interface UserInput {
  readonly email: string;
  readonly password?: string | undefined;
  readonly role?: Role | undefined;
}
