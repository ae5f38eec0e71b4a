import type { AuditEntry } from '../../account/audit/schema.ts';
import type { Context } from '../context.ts';

/** What an id in the audit log stands for. */
export interface NamedObject {
  readonly kind:
    | 'waitlist'
    | 'wave'
    | 'announcement'
    | 'import'
    | 'invitation'
    | 'signup'
    | 'user'
    | 'api_key'
    | 'segment';
  /** Null for one without a name. */
  readonly name: string | null;
  /** Of what belongs to a waitlist. */
  readonly waitlist_id: string | null;
}

const Uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The ids that an entry names. */
const idsIn = ({ object, details }: AuditEntry): unknown[] => [
  object.id,
  details.segment_id,
  details.waitlist_id,
];

/**
 * The objects of entries by their ids, as they are called now. Those that are gone are left out. A signup and
 * its invitation have the address of the person: it is read, and nowhere kept with the log.
 */
export async function nameObjects(
  { sql }: Context,
  accountId: string,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, NamedObject>> {
  const found = entries.flatMap(idsIn).filter((id) => typeof id === 'string' && Uuid.test(id));
  const ids = [...new Set(found)] as string[];
  if (ids.length === 0) return new Map();
  const rows = await sql<({ id: string } & NamedObject)[]>`
    WITH given AS (SELECT unnest(${ids}::uuid[]) AS id)
    SELECT w.id, 'waitlist' AS kind, w.name, w.id AS waitlist_id FROM given JOIN waitlists w ON w.id = given.id
    WHERE w.account_id = ${accountId} AND w.deleted_at IS NULL
    UNION ALL
    SELECT w.id, 'wave', w.name, w.waitlist_id FROM given JOIN waves w ON w.id = given.id WHERE w.account_id = ${accountId}
    UNION ALL
    SELECT a.id, 'announcement', a.name, a.waitlist_id FROM given JOIN announcements a ON a.id = given.id
    WHERE a.account_id = ${accountId}
    UNION ALL
    SELECT i.id, 'import', NULL, i.waitlist_id FROM given JOIN imports i ON i.id = given.id WHERE i.account_id = ${accountId}
    UNION ALL
    SELECT g.id, 'segment', g.name, g.waitlist_id FROM given JOIN segments g ON g.id = given.id WHERE g.account_id = ${accountId}
    UNION ALL
    SELECT u.id, 'user', u.email, NULL FROM given JOIN users u ON u.id = given.id WHERE u.account_id = ${accountId}
    UNION ALL
    SELECT k.id, 'api_key', k.name, NULL FROM given JOIN api_keys k ON k.id = given.id WHERE k.account_id = ${accountId}
    UNION ALL
    SELECT given.id, 'signup', s.email, s.waitlist_id FROM given
    CROSS JOIN LATERAL (SELECT email, waitlist_id FROM signups WHERE account_id = ${accountId} AND id = given.id LIMIT 1) s
    UNION ALL
    SELECT given.id, 'invitation', s.email, i.waitlist_id FROM given
    CROSS JOIN LATERAL (SELECT signup_id, waitlist_id FROM invitations WHERE account_id = ${accountId} AND id = given.id LIMIT 1) i
    CROSS JOIN LATERAL (SELECT email FROM signups WHERE account_id = ${accountId} AND id = i.signup_id LIMIT 1) s`;
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}
