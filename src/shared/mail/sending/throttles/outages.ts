import type { Tx } from '../../../platform/postgres/connection.ts';
import { statement } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import type { StartedEmail } from '../start-emails.ts';
import { beginOutage, endOutage } from './outage-queries.ts';
import { throttleSourceOf } from './throttle-queries.ts';

/** So many failures in a row, as one worker sees them, or two of one mail, show that a server is down. */
const failuresOfOutage = 3;

/** A server that is down gets a mail after a second, and then after as long as it has been down, or this. */
const longestPauseSeconds = 300;

/** How often servers have failed since they last answered this worker, by the source of their throttle. */
export type ServerFailures = Map<string, number>;

type Ctx = Pick<Context, 'log' | 'sql'> & { readonly failures: ServerFailures };

const sourceOf = ({ route, accountId }: StartedEmail) => throttleSourceOf(route, accountId);

/** Counts a failure that is the server's, not the mail's. @returns whether the server is down */
export function countFailure({ failures }: Pick<Ctx, 'failures'>, mail: StartedEmail): boolean {
  const inRow = (failures.get(sourceOf(mail)) ?? 0) + 1;
  failures.set(sourceOf(mail), inRow);
  return inRow >= failuresOfOutage || mail.outageSeconds !== null || mail.sendAttempts > 0;
}

/** Seconds until the next mail finds out if an outage is over; longer where the server asked for that. */
export const pauseOf = ({ outageSeconds }: StartedEmail, askedSeconds = 0): number =>
  Math.min(Math.max(outageSeconds ?? 0, askedSeconds, 1), longestPauseSeconds);

/** Notes that the server of a mail is down. To be called last in its transaction. */
export async function noteOutage(
  { log }: Pick<Ctx, 'log'>,
  tx: Tx,
  mail: StartedEmail,
  error: string,
  pauseSeconds: number,
): Promise<void> {
  const isProbe = mail.outageSeconds !== null;
  const isNews = await beginOutage(tx, sourceOf(mail), { error, pauseSeconds, isProbe });
  if (isNews) log.warn({ ...placeOf(mail), error }, 'a mail server is down: its mails wait');
}

/**
 * Notes what a mail that is not sent again, or was sent, has shown of its server. It must not fail, for the
 * mail has left: what is not noted, the next mail finds out.
 */
export async function noteState(
  ctx: Ctx,
  mail: StartedEmail,
  state: { readonly isDown: false } | { readonly isDown: true; readonly error: string },
): Promise<void> {
  try {
    if (state.isDown) {
      if (countFailure(ctx, mail))
        await statement(ctx.sql, (tx) => noteOutage(ctx, tx, mail, state.error, pauseOf(mail)));
      return;
    }
    ctx.failures.delete(sourceOf(mail));
    if (mail.outageSeconds === null) return;
    const seconds = await statement(ctx.sql, (tx) => endOutage(tx, sourceOf(mail)));
    if (seconds !== undefined) ctx.log.info({ ...placeOf(mail), seconds }, 'a mail server answers again');
  } catch (err) {
    ctx.log.warn({ err, ...placeOf(mail) }, 'the state of a mail server was not noted');
  }
}

/** What the log tells of the server: the service's own, or that of an account. */
const placeOf = ({ route, accountId, provider }: StartedEmail) => ({
  route,
  provider,
  ...(route === 'own' && { account: accountId }),
});
