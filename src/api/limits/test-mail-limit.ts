import { assertAttempts } from '../dashboard/attempt-limit.ts';
import type { WebContext } from '../web-context.ts';

const testsPerMinute = 10;

/** Counts a test mail that an account asks for. @throws AppError rate_limited from the 11th in a minute on */
export async function assertTestMails(ctx: WebContext, accountId: string): Promise<void> {
  await assertAttempts(ctx, 'test-email', [accountId], testsPerMinute);
}
