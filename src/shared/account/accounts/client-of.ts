import type { HttpClient } from '../../platform/outbound/http-client.ts';
import type { Context } from '../context.ts';
import { isTestAccount } from './test-account.ts';

/** What sends the requests that an account's settings ask for (N8). */
export function clientOf(ctx: Pick<Context, 'httpClient' | 'testClient'>, accountId: string): HttpClient {
  return isTestAccount(accountId) ? ctx.testClient : ctx.httpClient;
}
