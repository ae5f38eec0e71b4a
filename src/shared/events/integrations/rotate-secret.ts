import type { Caller } from '../../account/api-keys/caller.ts';
import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { openConfig } from '../../platform/connections/sealed-config.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { assertIncluded } from '../assert-included.ts';
import type { Context } from '../context.ts';
import { webhook } from './providers/webhook.ts';
import { findRotation, lockIntegration, rotateSecrets, sealedIntegration } from './queries.ts';
import type { RotatedSecret, SecretRotation } from './schema.ts';

const type = 'webhook';

/**
 * Gives the webhook a new signing secret (N2). Until the overlap ends both secrets sign `webhook-signature`,
 * and `service-signature` stays with the old one. Without an overlap the old one ends at once, and with it
 * one of an earlier rotation. Stores the answer to a request with an idempotency key.
 * @throws AppError not_found; quota_exceeded; conflict while the overlap of an earlier rotation goes on
 */
export async function rotateSecret(
  ctx: Context,
  by: Acting & Pick<Caller, 'plan'>,
  { overlap_hours: hours }: SecretRotation,
  keepAnswer?: KeepAnswer<RotatedSecret>,
): Promise<RotatedSecret> {
  const { accountId } = by;
  assertIncluded(by.plan);
  const { vault } = ctx;
  const secret = webhook.newSigningSecret();
  return transaction(ctx.sql, async (tx) => {
    const id = (await lockIntegration(tx, accountId, type)) ?? notFound('integration');
    const row = (await findRotation(tx, accountId, type)) ?? notFound('integration');
    if (hours > 0 && row.previous_until !== null)
      throw new AppError(
        'conflict',
        `The secret was rotated before, and both sign until ${row.previous_until}. Rotate with overlap_hours 0 to end that.`,
      );
    const config = openConfig(ctx, sealedIntegration.config, row);
    const owner = { account_id: accountId, type };
    const sealedConfig = vault.seal(
      JSON.stringify({ ...config, signing_secret: secret }),
      sealedIntegration.config.boundTo(owner),
    );
    const sealedPrevious =
      hours === 0
        ? null
        : vault.seal(String(config.signing_secret), sealedIntegration.previous.boundTo(owner));
    const until = await rotateSecrets(tx, { accountId, id }, { sealedConfig, sealedPrevious, hours });
    const rotated = { signing_secret: secret, previous_expires_at: until };
    await recordAction(tx, by, 'integration.secret_rotated', { id, details: { type, overlap_hours: hours } });
    await keepAnswer?.(tx, rotated);
    return rotated;
  });
}
