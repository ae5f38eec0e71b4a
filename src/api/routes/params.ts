import { z } from 'zod';

export const WaitlistParams = z.object({ id: z.guid() });
export const SignupParams = z.object({ id: z.guid(), signupId: z.guid() });
export const FieldParams = z.object({ id: z.guid(), key: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/) });

/** For 204: no body. */
export const Empty = z.undefined();
