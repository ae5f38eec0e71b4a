import { z } from 'zod';
import { boundedText } from '../schema/text.ts';
import { SignupInput } from '../signups/schema.ts';

/** The email and password of a dashboard user (C11.2). */
export const Credentials = z.object({ email: SignupInput.shape.email, password: boundedText(200).min(8) });
export type Credentials = z.infer<typeof Credentials>;
