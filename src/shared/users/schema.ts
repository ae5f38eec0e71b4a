import { z } from 'zod';
import { boundedText } from '../schema/text.ts';
import { roleNames } from '../scopes.ts';
import { SignupInput } from '../signups/schema.ts';

/** The email and password of a dashboard user (C11.2). */
export const Credentials = z.object({ email: SignupInput.shape.email, password: boundedText(200).min(8) });
export type Credentials = z.infer<typeof Credentials>;

export const UserRole = z.enum(roleNames);

/** A new dashboard user. Users from before there were roles could do everything, so that is the default. */
export const UserInput = Credentials.extend({ role: UserRole.default('owner') });
export type UserInput = z.input<typeof UserInput>;
