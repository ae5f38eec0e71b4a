import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { addressKeyOf, emailMac } from '../../platform/secrets/email-mac.ts';
import type { Context } from '../context.ts';
import { findSuppressionsOf } from './queries.ts';
import type { SuppressionReason } from './schema.ts';

/** A signup of whom it is asked whether mails may go there. */
interface Addressee {
  readonly id: string;
  readonly email_key: string;
  readonly signed_up_at: string | null;
}

/**
 * Why the addresses of signups of a waitlist get no mails (N3), by the ids of those that get none. A
 * suppression that was lifted stops none.
 */
export async function findReasons(
  sql: Sql | Tx,
  addressKey: Buffer,
  { accountId, id: waitlistId }: RowKey,
  people: readonly Addressee[],
): Promise<Map<string, SuppressionReason>> {
  const found = await findSuppressionsOf(
    sql,
    people.map(({ id, email_key, signed_up_at: signedUpAt }) => ({
      ...{ id, accountId, waitlistId, signedUpAt },
      mac: emailMac(addressKey, accountId, email_key),
    })),
  );
  const inForce = found.filter(({ is_lifted }) => !is_lifted);
  return new Map(inForce.map(({ mail_id, reason }) => [mail_id, reason]));
}

/** A mail that is about to start. */
interface StartingEmail {
  readonly id: string;
  readonly account_id: string;
  readonly waitlist_id: string;
  readonly email_key: string;
  readonly signed_up_at: string | null;
  readonly has_suppressions: boolean;
  readonly state: 'queued' | 'sending';
}

/** Which mails must not be sent, by id, and suppressions that were lifted by a new signup. */
export interface Suppressed {
  readonly suppressed: ReadonlyMap<string, SuppressionReason>;
  readonly lifted: readonly RowKey[];
}

/**
 * Looks up the addresses of mails that start (N3). Accounts without suppressions cost no query. One that may
 * have left already goes on as it is.
 */
export async function findSuppressed(
  ctx: Pick<Context, 'linkSigner'>,
  tx: Tx,
  emails: readonly StartingEmail[],
): Promise<Suppressed> {
  const asked = emails.filter(({ has_suppressions, state }) => has_suppressions && state === 'queued');
  if (asked.length === 0) return { suppressed: new Map(), lifted: [] };
  const addressKey = addressKeyOf(await ctx.linkSigner());
  const found = await findSuppressionsOf(
    tx,
    asked.map(
      ({ id, account_id: accountId, waitlist_id: waitlistId, email_key, signed_up_at: signedUpAt }) => ({
        ...{ id, accountId, waitlistId, signedUpAt },
        mac: emailMac(addressKey, accountId, email_key),
      }),
    ),
  );
  const inForce = found.filter(({ is_lifted }) => !is_lifted);
  const lifted = found.filter(({ is_lifted }) => is_lifted);
  return {
    suppressed: new Map(inForce.map(({ mail_id, reason }) => [mail_id, reason])),
    lifted: lifted.map(({ account_id: accountId, id }) => ({ accountId, id })),
  };
}
