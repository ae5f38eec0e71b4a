import type { z } from 'zod';
import { recountCredits } from '../../list/credits.ts';
import { Assessment } from '../../list/signups/schema.ts';
import { noFacts } from '../../platform/queue/jobs.ts';
import type { Plug } from '../plug.ts';
import { AbusePatch, AbuseSettings, abuseText, toPolicy } from './abuse-settings.ts';
import { listAssessments } from './claims/assessment-queries.ts';
import { confirmClaim } from './claims/confirm-queries.ts';
import { moveClaim } from './claims/move-claim.ts';
import { rejudgeReported } from './claims/rejudge-queries.ts';
import { clearSomeClaims, deleteClaimCounts, deleteClaimsOf, purgeClaims } from './claims/removal-queries.ts';
import { trustMaintenance } from './maintenance.ts';
import { personOfTrust } from './person.ts';
import { saveAbusePolicy } from './policy-queries.ts';
import { hasReviews } from './reviews/queries.ts';

declare module '../../platform/queue/jobs.ts' {
  interface Jobs {
    'judge-referral': typeof noFacts;
  }
}

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    abuse: z.infer<typeof AbusePatch>;
  }
  interface WaitlistSettings {
    abuse: AbuseSettings;
  }
}

export const trust = {
  jobs: { 'judge-referral': noFacts },
  mail: { onReported: rejudgeReported },
  list: {
    settings: {
      abuse: {
        whole: AbuseSettings.prefault({}).describe(abuseText),
        patch: AbusePatch.nullish().describe(abuseText),
        changesSignups: true,
        async save(_, tx, waitlist, { abuse }) {
          await saveAbusePolicy(tx, waitlist.accountId, waitlist.waitlistId, toPolicy(abuse));
          await recountCredits(tx, waitlist); // other referrals may count now
        },
      },
    },
    onConfirmed: confirmClaim,
    correction: { of: moveClaim },
    removal: { of: deleteClaimsOf, clear: clearSomeClaims, forget: deleteClaimCounts },
    purge: { rows: purgeClaims },
    exported: {
      isUsed: hasReviews,
      columns: {
        /** Null if its referral was judged ok, or not at all. */
        review_state: {
          type: 'word',
          value: (sql, accountId) => sql`(
            SELECT state FROM referral_claims c
            WHERE account_id = ${accountId} AND signup_id = s.id AND (verdict <> 'ok' OR state <> 'open'))`,
        },
      },
    },
    details: {
      assessment: {
        schema: Assessment.nullable().describe(
          'What the waitlist thinks of its referral; null if it judged none. Only with `include=assessment`. Do not show it on a page: it would teach people who farm codes.',
        ),
        read: listAssessments,
      },
    },
  },
  person: personOfTrust,
  maintenance: trustMaintenance,
} satisfies Plug;
