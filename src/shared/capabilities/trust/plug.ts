import { Assessment } from '../../list/signups/schema.ts';
import type { Plug } from '../plug.ts';
import { listAssessments } from './claims/assessment-queries.ts';
import { clearSomeClaims, deleteClaimCount, deleteClaimsOf, purgeClaims } from './claims/removal-queries.ts';
import './jobs.ts';

export const trust: Plug = {
  list: {
    removal: { of: deleteClaimsOf, clear: clearSomeClaims, forget: deleteClaimCount },
    purge: { rows: purgeClaims },
    details: {
      assessment: {
        schema: Assessment.nullable().describe(
          'What the waitlist thinks of its referral; null if it judged none. Only with `include=assessment`. Do not show it on a page: it would teach people who farm codes.',
        ),
        read: listAssessments,
      },
    },
  },
};
