import { pipeline, type Tx } from '../../../platform/postgres/connection.ts';
import { tallyBy } from '../../../platform/process/tally.ts';
import { countReferredLess, type RemovedSignup } from './removal-queries.ts';

/** Subtracts deleted signups from all counts of their waitlist. The caller must have locked the counter. */
export async function subtractFromCounts(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  removed: readonly RemovedSignup[],
): Promise<void> {
  const ofList = () => tx`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  const sum = (name: 'sent' | 'delivered' | 'opened' | 'clicked' | 'confirmed') =>
    removed.reduce((total, signup) => total + signup[name], 0);
  const days = tallyBy(removed, ({ day, source }) => JSON.stringify({ day, source }));
  const domains = tallyBy(removed, ({ referrer_domain: domain }) => JSON.stringify({ domain }));
  domains.delete(JSON.stringify({ domain: null }));
  const less = (counts: ReadonlyMap<string, number>) =>
    JSON.stringify([...counts].map(([key, count]) => ({ ...JSON.parse(key), count })));
  await pipeline(
    tx`
    UPDATE waitlist_counters SET live_count = live_count - ${removed.length}, referred_count = referred_count - ${countReferredLess(removed)}
    WHERE ${ofList()}`,
    tx`
    UPDATE signup_email_counts
    SET sent = sent - ${sum('sent')}, delivered = delivered - ${sum('delivered')}, opened = opened - ${sum('opened')}, clicked = clicked - ${sum('clicked')},
      confirmed = confirmed - ${sum('confirmed')}
    WHERE ${ofList()}`,
    tx`
    UPDATE signup_daily d SET signups = d.signups - less.count
    FROM (
      SELECT held.place, l.count FROM json_to_recordset(${less(days)}::text::json) AS l(day date, source text, count integer)
      CROSS JOIN LATERAL (SELECT ctid AS place FROM signup_daily WHERE ${ofList()} AND day = l.day AND source = l.source LIMIT 1) held) less
    WHERE d.ctid = less.place`,
    tx`
    UPDATE signup_domains d SET signups = d.signups - less.count
    FROM (
      SELECT held.place, l.count FROM json_to_recordset(${less(domains)}::text::json) AS l(domain text, count integer)
      CROSS JOIN LATERAL (SELECT ctid AS place FROM signup_domains WHERE ${ofList()} AND domain = l.domain LIMIT 1) held) less
    WHERE d.ctid = less.place`,
  );
}
