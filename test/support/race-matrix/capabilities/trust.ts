import { randomUUID } from 'node:crypto';
import { AbuseSettings, toPolicy } from '../../../../src/shared/capabilities/trust/abuse-settings.ts';
import { judgeClaims } from '../../../../src/shared/capabilities/trust/claims/judge-claims.ts';
import {
  enqueueDueClaims,
  finishAsking,
  forgetOldTraces,
  listAsking,
  saveMailDomains,
} from '../../../../src/shared/capabilities/trust/domains/queries.ts';
import type { Context } from '../../../../src/shared/context.ts';
import { rankOf } from '../../../../src/shared/list/mail-state/status.ts';
import type { RowKey } from '../../../../src/shared/platform/postgres/by-key.ts';
import { statement, transaction } from '../../../../src/shared/platform/postgres/transaction.ts';
import { enqueueJobs } from '../../../../src/shared/platform/queue/outbox.ts';
import { claimByIds } from '../../keys.ts';
import { recount } from '../../storm/invariants.ts';
import { idsOf, type Operations } from '../world.ts';

/**
 * Has the list judge its referrals, as if it had from the beginning: all but the first signup have a claim.
 */
async function judgeAll({ sql }: Context, list: string): Promise<void> {
  const policy = { ...toPolicy(AbuseSettings.parse({ mode: 'enforce' })) };
  await sql.begin(async (tx) => {
    await tx`SELECT 1 FROM waitlist_counters WHERE waitlist_id = ${list} FOR UPDATE`;
    await tx`UPDATE waitlist_counters SET abuse_mode = 'enforce' WHERE waitlist_id = ${list}`;
    await tx`
      INSERT INTO waitlist_settings (account_id, waitlist_id, settings, abuse_policy)
      SELECT account_id, waitlist_id, '{"abuse": {"mode": "enforce"}}', ${JSON.stringify(policy)}::text::jsonb
      FROM waitlist_counters WHERE waitlist_id = ${list}
      ON CONFLICT (account_id, waitlist_id) DO UPDATE SET abuse_policy = excluded.abuse_policy`;
    await tx`
      INSERT INTO referral_claims (account_id, signup_id, waitlist_id, referrer_id, email_domain, verdict, state, is_hard, credited, asks_domain,
                                   created_at, reasons, settles_at)
      SELECT account_id, id, waitlist_id, referred_by, 'example.com', 'flagged', 'open', false, uncredited IS NULL, true, created_at, '{scripted}',
             clock_timestamp()
      FROM signups WHERE waitlist_id = ${list} AND referred_by IS NOT NULL
      ON CONFLICT DO NOTHING`;
    await tx`
      INSERT INTO referral_claim_counts (account_id, referrer_id, waitlist_id, claims, credited, open)
      SELECT account_id, referrer_id, waitlist_id, count(*), count(*) FILTER (WHERE credited), count(*) FROM referral_claims
      WHERE waitlist_id = ${list} GROUP BY 1, 2, 3
      ON CONFLICT DO NOTHING`;
  });
}

export const trust: Operations = {
  'judge referrals': {
    needs: 'sent',
    async prepare({ contexts, accountId, call, lists, notifier }, signups) {
      await judgeAll(contexts[0], lists[0]);
      const keys = signups.map(({ id }) => ({ accountId, id }));
      await statement(contexts[0].sql, async (tx) => {
        await tx`UPDATE signups SET email_status = ${rankOf('bounced')} WHERE id = ANY(${idsOf(signups)}::uuid[])`;
        await enqueueJobs(tx, 'judge-referral', keys);
      });
      await recount(contexts[0].sql, lists[0]);
      const judge = (ctx: Context, order: readonly RowKey[]) =>
        Promise.all(
          order.map(async (key) => {
            const jobs = await claimByIds(ctx.sql, 'judge-referral', [key.id]);
            const job = jobs.get(key.id);
            if (job) await judgeClaims({ ...ctx, notifier }, [job]);
          }),
        ).then(() => undefined);
      return [
        () => judge(contexts[0], keys),
        () => judge(contexts[1], keys.toReversed()),
        () => call('PATCH', `/v1/waitlists/${lists[0]}/settings`, { abuse: { mode: 'monitor' } }),
        () => statement(contexts[0].sql, (tx) => enqueueDueClaims(tx, 10)).then(() => undefined),
      ];
    },
  },
  'review referrals': {
    async prepare({ contexts, call, lists, signups: all }, signups) {
      await judgeAll(contexts[0], lists[0]);
      const path = `/v1/waitlists/${lists[0]}/reviews`;
      const filter = { referrer_id: all[0]?.id };
      return [
        ...signups.flatMap(({ id }) => [
          () => call('POST', `${path}/${id}/reject`),
          () => call('POST', `${path}/${id}/approve`),
        ]),
        () => call('POST', `${path}/bulk`, { action: 'reject', filter }),
        () => call('POST', `${path}/bulk`, { action: 'approve', filter }),
        () => call('GET', `${path}/referrers`),
      ];
    },
  },
  'sign up with a code that is judged': {
    async prepare({ contexts, call, lists, signups: all }) {
      await judgeAll(contexts[0], lists[0]);
      const add = (email: string) => () =>
        call('POST', `/v1/waitlists/${lists[0]}/signups`, { email, referral_code: all[0]?.code });
      return [
        ...[1, 2, 3].map((tag) => add(`new+${tag}@judged.example`)),
        add(`${randomUUID()}@mailinator.com`),
        () => statement(contexts[1].sql, (tx) => forgetOldTraces(tx, 10)).then(() => undefined),
        async () => {
          const asking = await listAsking(contexts[1].sql, 100);
          const found = asking.map(({ email_domain: domain }) => domain);
          const names = [...new Set(found)].map((domain) => ({ domain, takes_mail: false }));
          await statement(contexts[1].sql, (tx) => saveMailDomains(tx, names));
          await transaction(contexts[1].sql, (tx) => finishAsking(tx, asking));
          return undefined;
        },
      ];
    },
  },
};
