import type { PlatformConfig } from '../platform/config.ts';
import type { Context as PlatformContext } from '../platform/context.ts';
import type { AccountConfig } from './config.ts';

/** What the operations of accounts work with. */
export interface Context extends PlatformContext {
  readonly config: PlatformConfig & AccountConfig & MailsUsers;
}

/**
 * Whether the service has credentials of its own for mail; null if not. What they are is known to `mail/`.
 */
interface MailsUsers {
  readonly email: { readonly managed: object | null };
}
