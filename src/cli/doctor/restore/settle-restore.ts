import { pauseAnnouncement } from '../../../shared/capabilities/announcements/control-announcement.ts';
import { listGoingOut } from '../../../shared/capabilities/announcements/queries.ts';
import type { Context } from '../../../shared/context.ts';
import { skipPlaces } from '../../../shared/events/feed/queries.ts';
import { skipPositions } from '../../../shared/list/waitlists/queries.ts';
import { holdWaitingEmails } from '../../../shared/mail/sending/waiting-emails.ts';
import type { Sql } from '../../../shared/platform/postgres/connection.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import { withTimeout } from '../../../shared/platform/process/with-timeout.ts';
import { operatorOf } from '../../operator.ts';
import { type Check, ok, problem, reasonOf, warning } from '../check.ts';
import { findRestoredTo, isRemembered } from './restored-to.ts';

/** More events than an account has in a day: no cursor of before a restore is beyond it. */
const skippedPlaces = 1_000_000;
const timeoutMs = 5_000;
const mostAnnouncements = 1_000;

/** What an operator asks for after a restore, before web and worker start. */
export interface RestoreWishes {
  readonly holdMails: boolean;
  /** The URL of the database as it was when everything stopped: it knows which mails had left. */
  readonly oldDatabase: string | undefined;
  /** Positions that no signup of any list gets; undefined leaves the feeds as they are, too. */
  readonly leaveGap: number | undefined;
}

/**
 * Does what was asked for, and nothing if `old` does not answer, the database as it was when everything
 * stopped. @returns what was done
 */
export async function settleRestore(
  ctx: Context,
  { holdMails, leaveGap }: RestoreWishes,
  old: Sql | undefined,
): Promise<Check[]> {
  try {
    if (old) await withTimeout(timeoutMs, 'The old database', old`SELECT 1`);
  } catch (error) {
    const message = `The old database cannot be asked, and nothing was done: ${reasonOf(error)}`;
    return [problem('old_database', message, 'Start it, and check the URL of --old-database.')];
  }
  return [
    ...(leaveGap === undefined ? [] : [await leaveGaps(ctx, leaveGap)]),
    ...(holdMails ? [await holdMailsOf(ctx, old), ...(await pauseAnnouncements(ctx))] : []),
  ];
}

async function leaveGaps({ sql }: Context, positions: number): Promise<Check> {
  const { lists, feeds } = await transaction(sql, async (tx) => ({
    lists: positions === 0 ? 0 : await skipPositions(tx, positions),
    feeds: await skipPlaces(tx, skippedPlaces),
  }));
  const gap =
    positions === 0
      ? 'Positions go on without a gap.'
      : `${lists} waitlists leave out ${positions} positions.`;
  return ok('gap', `${gap} New events of ${feeds} feeds come behind all cursors.`);
}

async function holdMailsOf({ sql, config }: Context, old: Sql | undefined): Promise<Check> {
  const search = { managed: config.email.managed, isRemembered: isRemembered(await findRestoredTo(sql)) };
  const held = await holdWaitingEmails(sql, search, old);
  return ok('held_mails', `${held} mails are not sent. A worker records them as perhaps sent.`);
}

async function pauseAnnouncements(ctx: Context): Promise<Check[]> {
  const found = await listGoingOut(ctx.sql, mostAnnouncements);
  const checks: Check[] = [];
  for (const { id, account_id: accountId } of found)
    try {
      const caller = await operatorOf(ctx, accountId, 'announcement');
      await pauseAnnouncement({ ...ctx, notifier: { notify: () => {} } }, caller, id);
      checks.push(ok('paused', `Announcement ${id} is paused.`));
    } catch (error) {
      checks.push(
        warning(
          'paused',
          `Announcement ${id} is not paused: ${reasonOf(error)}`,
          `Run \`announcement cancel ${id}\`.`,
        ),
      );
    }
  return checks;
}
