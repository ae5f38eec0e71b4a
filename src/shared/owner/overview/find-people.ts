import type { Caller } from '../../account/api-keys/caller.ts';
import type { Context } from '../context.ts';

/** Somebody on one of the waitlists of an account. */
export interface FoundPerson {
  readonly id: string;
  readonly email: string;
  readonly waitlist_id: string;
  readonly waitlist_name: string;
}

/** DEL sorts after every character of an address. */
const lastCharacter = '\u007f';
/** Each list costs one look into its index. */
const mostLists = 50;

/**
 * People whose address begins with a text, whatever its case, on the newest waitlists: a few of each, so that
 * the size of no list matters.
 */
export function findPeople(
  { sql }: Pick<Context, 'sql'>,
  { accountId }: Pick<Caller, 'accountId'>,
  text: string,
  limit: number,
): Promise<FoundPerson[]> {
  const start = text.toLowerCase();
  return sql<FoundPerson[]>`
    SELECT s.id, s.email, w.id AS waitlist_id, w.name AS waitlist_name
    FROM (SELECT id, name FROM waitlists WHERE account_id = ${accountId} AND deleted_at IS NULL
          ORDER BY created_at DESC, id DESC LIMIT ${mostLists}) w
    CROSS JOIN LATERAL (
      SELECT id, email, email_key FROM signups
      WHERE account_id = ${accountId} AND waitlist_id = w.id AND email_key >= ${start} AND email_key < ${start + lastCharacter}
      ORDER BY email_key LIMIT ${limit}) s
    ORDER BY s.email_key LIMIT ${limit}`;
}
