import type { Context as MailContext } from '../mail/context.ts';

/** What the operations that tell owners work with. */
export interface Context extends MailContext {}
