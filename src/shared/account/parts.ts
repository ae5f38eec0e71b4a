import { openPlace } from '../platform/place.ts';
import type { Tx } from '../platform/postgres/connection.ts';
import type { JobNotification } from '../platform/queue/jobs.ts';

/** What others add to accounts. */
export interface AccountPart {
  /** Tells a user that ten codes in an hour were wrong. @returns the jobs `send-notice` */
  tellOfWrongCodes(tx: Tx, user: { account_id: string; id: string }): Promise<JobNotification[]>;
}

export const accountPlace = openPlace<AccountPart>('account/');
