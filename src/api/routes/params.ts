import { z } from 'zod';
import { IntegrationTypeName } from '../../shared/integrations/schema.ts';

export const WaitlistParams = z.object({ id: z.guid() });
export const SignupParams = z.object({ id: z.guid(), signupId: z.guid() });
export const FieldParams = z.object({ id: z.guid(), key: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/) });
/** An unsupported type is a 404, as every path that names nothing (§4.7). */
export const IntegrationParams = z.object({ type: IntegrationTypeName });

/** For 204: no body. */
export const Empty = z.undefined();
