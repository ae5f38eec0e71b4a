import { keysOf, lockByKey, type RowKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { RenderedEmail } from '../design/rendered-email.ts';

/** Whose credentials a mail goes out on: the account's own, or the service's. */
export type EmailRoute = 'own' | 'managed';

/** A mail as it was first handed over. */
export type KeptEmail = RenderedEmail & {
  readonly from: string;
  /** Of the header of mail programs. */
  readonly unsubscribeUrl: string | null;
};

/** The signup that a mail `m` goes to. */
export const signupIdOf = (sql: Sql | Tx) => sql`coalesce(m.signup_id, m.id)`;

/** Holds mails until commit. */
export const lockEmails = (tx: Tx, emails: readonly RowKey[]) =>
  lockByKey(tx, 'mails', keysOf(tx, emails), tx`FOR UPDATE`);
