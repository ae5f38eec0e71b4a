import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';
import { rankOf } from './status.ts';

/**
 * The class that the email of a signup `s` came back with. A scalar: a plan for EXISTS may hash all mails
 * instead of looking one up.
 */
const classOf = (sql: Sql | Tx): Fragment =>
  sql`(SELECT m.bounce_class FROM mails m WHERE m.account_id = s.account_id AND m.id = s.id LIMIT 1)`;

/** The class of a signup `s` whose email came back, else null. Looks at its mail only then. */
export const bounceClassOf = (sql: Sql | Tx): Fragment =>
  sql`(CASE WHEN s.email_status = ${rankOf('bounced')} THEN coalesce(${classOf(sql)}, 'permanent') END)`;

/** The condition that the email of a signup `s` came back for now: a later one may arrive. */
export const cameBackForNow = (sql: Sql | Tx): Fragment =>
  sql`(s.email_status = ${rankOf('bounced')} AND ${classOf(sql)} IS NOT DISTINCT FROM 'transient')`;

/** The condition that the email of a signup `s` came back for good, or that this is not known. */
export const cameBackForGood = (sql: Sql | Tx): Fragment =>
  sql`(s.email_status = ${rankOf('bounced')} AND ${classOf(sql)} IS DISTINCT FROM 'transient')`;
