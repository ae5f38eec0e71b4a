import { lockSignups } from '../../../list/signups/queries.ts';
import { findReasons } from '../../../mail/suppressions/find-suppressed.ts';
import { keysIn, type RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { addressKeyOf } from '../../../platform/secrets/email-mac.ts';
import type { Context } from '../../context.ts';
import { type InvitationJobs, makeInvitations } from '../invitations/make-invitations.ts';
import {
  type CandidateRow,
  countMembers,
  findWaveParts,
  finishWave,
  listCandidates,
  lockWave,
  takeFromPart,
  takeParts,
  type WaveRow,
} from './queries.ts';
import type { LeftOutReason } from './schema.ts';

/** What is to happen next with a wave. */
export type NextOfWave =
  | { readonly next: 'more' | 'done' }
  | { readonly next: 'wait'; readonly seconds: number };

const nobody: InvitationJobs = { ids: [], emails: [], fired: [] };

/**
 * Invites the next members of a wave that was launched, up to `most` parts of them, in one transaction that
 * also forgets them (N5). A repeat, after a crash or beside another worker, finds the next ones. Members who
 * unsubscribed, were removed, invited or converted since the draft are left out and counted. A wave with
 * `per_hour` invites those of a minute, then waits.
 */
export async function sendMembers(
  ctx: Context & { readonly notifier: JobNotifier },
  key: RowKey,
  most = 1,
): Promise<NextOfWave> {
  const { jobs, ...next } = await transaction(ctx.sql, (tx) => sendNext(ctx, tx, key, most));
  ctx.notifier.notify('send-signup-email', jobs.emails);
  ctx.notifier.notify('fan-out-event', jobs.fired);
  return next;
}

async function sendNext(
  ctx: Context,
  tx: Tx,
  key: RowKey,
  most: number,
): Promise<NextOfWave & { jobs: InvitationJobs }> {
  const wave = await lockWave(tx, key);
  if (wave?.state !== 'sending') return { next: 'done', jobs: nobody };
  if (wave.wait_seconds > 0) return { next: 'wait', seconds: wave.wait_seconds, jobs: nobody };
  const parts = await findWaveParts(tx, key, wave.per_hour === null ? most : 1);
  const [first] = parts;
  if (!first) {
    await finishWave(tx, key, 'sent');
    return { next: 'done', jobs: nobody };
  }
  const members = parts.flatMap(({ signup_ids }) => signup_ids);
  const ids = members.slice(0, perTurn(wave));
  await lockSignups(tx, keysIn(key.accountId, ids));
  const { invited, leftOut } = await chooseNow(ctx, tx, key.accountId, wave, ids);
  const terms = {
    waitlistId: wave.waitlist_id,
    waveId: wave.id,
    deliver: wave.deliver,
    validDays: wave.expires_in_days,
  };
  const jobs = await makeInvitations(ctx, tx, key.accountId, terms, invited);
  if (ids.length < members.length) await takeFromPart(tx, key, first, ids.length);
  else await takeParts(tx, key, parts);
  const pause = wave.per_hour === null ? 0 : (3_600 * invited.length) / wave.per_hour;
  await countMembers(tx, key, invited.length, leftOut, pause);
  const [more] = await findWaveParts(tx, key, 1);
  if (!more) await finishWave(tx, key, 'sent');
  if (more && pause > 0) return { next: 'wait', seconds: pause, jobs };
  return { next: more ? 'more' : 'done', jobs };
}

/**
 * How many are invited at once: those of one minute, so that after a pause of the service no backlog is sent.
 */
const perTurn = ({ per_hour }: WaveRow) =>
  per_hour === null ? undefined : Math.max(1, Math.floor(per_hour / 60));

/** Those of the members who may be invited now, and how many of the wave were left out until now. */
async function chooseNow(
  ctx: Pick<Context, 'linkSigner'>,
  tx: Tx,
  accountId: string,
  { waitlist_id: waitlistId, left_out }: WaveRow,
  ids: readonly string[],
): Promise<{ invited: string[]; leftOut: WaveRow['left_out'] }> {
  const candidates = await listCandidates(tx, accountId, waitlistId, ids);
  const addressKey = addressKeyOf(await ctx.linkSigner());
  const suppressed = await findReasons(tx, addressKey, { accountId, id: waitlistId }, candidates);
  const leftOut = { ...left_out };
  const count = (reason: LeftOutReason, people = 1) => {
    if (people > 0) leftOut[reason] = (leftOut[reason] ?? 0) + people;
  };
  count('removed', ids.length - candidates.length);
  const invited = candidates.flatMap((candidate) => {
    const reason = reasonAgainst(candidate, suppressed);
    if (reason) count(reason);
    return reason ? [] : [candidate.id];
  });
  return { invited, leftOut };
}

function reasonAgainst(
  { id, unsubscribed, invited, converted }: CandidateRow,
  suppressed: ReadonlyMap<string, unknown>,
): LeftOutReason | undefined {
  if (invited) return 'invited';
  if (converted) return 'converted';
  return unsubscribed || suppressed.has(id) ? 'suppressed' : undefined;
}
