import type { Context as MailContext } from '../mail/context.ts';

/** What the operations of capabilities work with. */
export interface Context extends MailContext {}
