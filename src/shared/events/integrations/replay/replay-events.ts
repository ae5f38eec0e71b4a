import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Acting } from '../../../account/audit/actor.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import { newId } from '../../../platform/ids.ts';
import { isStatementTimeout } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { assertIncluded } from '../../assert-included.ts';
import type { Context } from '../../context.ts';
import { findLastSeq, findSeqBefore } from '../../feed/queries.ts';
import type { IntegrationType } from '../../names.ts';
import { forgetMissed } from '../health/queries.ts';
import { findIntegration, lockIntegrationById } from '../queries.ts';
import type { ReplayInput, ReplayResult } from '../schema.ts';
import { countReplayed, insertReplay } from './queries.ts';
import { assertEnabled } from './redeliver-event.ts';

/** The most events of one replay. */
const mostReplayed = 100_000;

/**
 * Delivers many events once more to an integration (N2), also those of a time when it was paused or not yet
 * there. They go behind live events, a few at a time, and are chosen when their turn comes: what arrives
 * meanwhile is left out of `failed`. Stores the answer to a request with an idempotency key.
 * @throws AppError quota_exceeded; not_found; conflict while the integration is paused, or another replay of
 * it is under way; invalid_request for more than 100,000 events, or if counting them takes over 3 s
 */
export async function replayEvents(
  ctx: Context & { readonly notifier: JobNotifier },
  caller: Acting & Pick<Caller, 'plan'>,
  type: IntegrationType,
  { since, until, types, only, dry_run }: ReplayInput,
  keepAnswer?: KeepAnswer<ReplayResult>,
): Promise<ReplayResult> {
  const { accountId, plan } = caller;
  assertIncluded(plan);
  const { sql } = ctx;
  const integration = (await findIntegration(sql, accountId, type)) ?? notFound('integration');
  if (!dry_run) assertEnabled(integration);
  const key = { accountId, id: integration.id };
  const after = await findSeqBefore(sql, accountId, new Date(since).toISOString());
  const upTo = (await findLastSeq(sql, accountId)) ?? 0;
  const chosen = {
    until: until === undefined ? null : new Date(until).toISOString(),
    types: types ?? null,
    only,
  };
  const result = await transaction(sql, async (tx): Promise<ReplayResult> => {
    const matched = await countReplayed(tx, key, { ...chosen, after, upTo }, mostReplayed + 1);
    if (matched > mostReplayed)
      throw new AppError('invalid_request', 'since: more than 100,000 events match. Replay a shorter time.');
    const replay_id = dry_run || matched === 0 ? null : newId();
    if (replay_id !== null) {
      const replay = { replay_id, after_seq: after, up_to_seq: upTo, ...chosen };
      if (!(await insertReplay(tx, key, replay)))
        throw new AppError('conflict', 'Another replay of the integration is under way.');
      await recordAction(tx, caller, 'integration.replayed', {
        id: key.id,
        details: { type, matched, only },
      });
    }
    const answer = { replay_id, matched };
    await keepAnswer?.(tx, answer);
    return answer;
  }).catch((error: unknown) => {
    if (!isStatementTimeout(error)) throw error;
    throw new AppError('invalid_request', 'since: the search took too long. Replay a shorter time.', {
      cause: error,
    });
  });
  if (result.replay_id === null) return result;
  ctx.notifier.notify('replay-events', [key]);
  if (until === undefined && types === undefined)
    await transaction(sql, async (tx) => {
      if (await lockIntegrationById(tx, key)) await forgetMissed(tx, key, new Date(since).toISOString());
    });
  return result;
}
