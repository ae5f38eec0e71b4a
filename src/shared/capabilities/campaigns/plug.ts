import { z } from 'zod';
import { type Campaign, campaignKeys } from '../../list/signups/campaign.ts';
import { boundedText } from '../../platform/schema/text.ts';
import type { Plug } from '../plug.ts';
import { campaignOf, deleteCampaignsOf, hasCampaigns, listCampaigns } from './queries.ts';
import { CampaignCounts, namedCampaigns } from './schema.ts';
import { tallyCampaigns } from './tally-campaigns.ts';

const text = z.string().nullable();
const StoredCampaign = z.object({
  utm_medium: text.describe('How the link was spread.'),
  utm_campaign: text.describe('What the link belongs to.'),
  utm_term: text.describe('The search term of an ad.'),
  utm_content: text.describe('Which of several links of a campaign it was.'),
} satisfies Record<keyof Campaign, z.ZodType>);

const CampaignFilter = boundedText(200)
  .min(1)
  .describe('Only people whose link had exactly this `utm_campaign`, whatever `match` says.');

declare module '../../list/parts.ts' {
  interface PeopleFilters {
    utm_campaign: z.infer<typeof CampaignFilter>;
  }
}

declare module '../person-part.ts' {
  interface PersonSignupFacts {
    campaign: Campaign | null;
  }
}

export const campaigns = {
  list: {
    filters: {
      utm_campaign: {
        schema: CampaignFilter,
        condition: (sql, accountId, name) =>
          sql`EXISTS (SELECT FROM signup_campaigns WHERE account_id = ${accountId} AND signup_id = s.id AND utm_campaign = ${name})`,
      },
    },
    removal: { of: (tx, { signups }) => deleteCampaignsOf(tx, signups) },
    purge: { ofSignups: deleteCampaignsOf },
    exported: {
      isUsed: hasCampaigns,
      join: (sql, accountId) => sql`LEFT JOIN LATERAL ${campaignOf(sql, accountId)} ON true`,
      columns: Object.fromEntries(
        campaignKeys.map((key) => [key, { type: 'text', value: (sql) => sql`campaign.${sql(key)}` }]),
      ),
    },
    details: {
      campaign: {
        schema: StoredCampaign.nullable().describe(
          'What the link said besides its source; null if it said nothing. Only with `include=campaign`.',
        ),
        read: listCampaigns,
      },
    },
    stats: {
      campaigns: {
        schema: CampaignCounts.describe(`${CampaignCounts.description} Only with \`include=campaigns\`.`),
        read: (tx, list, span) => tallyCampaigns(tx, list, span, namedCampaigns),
      },
    },
  },
  person: {
    ofSignups: {
      campaign: {
        schema: StoredCampaign.nullable().describe(
          'What the link said besides its source that led the person here; null if it said nothing.',
        ),
        read: listCampaigns,
      },
    },
  },
} satisfies Plug;
