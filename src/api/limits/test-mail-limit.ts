import { assertAttempts } from '../dashboard/attempt-limit.ts';
import type { WebContext } from '../web-context.ts';

/** A provider may take up to a minute to accept a mail. */
export const testMailLimitMs = 62_000;

const testsPerMinute = 10;

/**
 * Counts a test mail that an account or a user asks for, by the id. @throws AppError rate_limited from the
 * 11th in a minute on
 */
export async function assertTestMails(ctx: WebContext, sender: string): Promise<void> {
  await assertAttempts(ctx, 'test-email', [sender], testsPerMinute);
}
