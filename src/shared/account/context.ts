import type { PlatformConfig } from '../platform/config.ts';
import type { Context as PlatformContext } from '../platform/context.ts';
import type { HttpClient } from '../platform/outbound/http-client.ts';
import { isTestAccount } from './accounts/test-account.ts';
import type { AccountConfig } from './config.ts';

/** What the operations of accounts work with. */
export interface Context extends PlatformContext {
  readonly config: PlatformConfig & AccountConfig & MailsUsers;
}

/** Whether the service has credentials of its own for mail; null if not. What they are is known to `mail/`. */
interface MailsUsers {
  readonly email: { readonly managed: object | null };
}

/** What sends the requests that an account's settings ask for (N8). */
export function clientOf(ctx: Pick<Context, 'httpClient' | 'testClient'>, accountId: string): HttpClient {
  return isTestAccount(accountId) ? ctx.testClient : ctx.httpClient;
}
