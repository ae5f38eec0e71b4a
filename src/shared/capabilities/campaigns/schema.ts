import { z } from 'zod';

/** As many as there are sources with a name in an answer. */
export const namedCampaigns = 200;

const count = z.int().min(0);

/** The campaigns of a window, as answers have them. */
export const CampaignCounts = z
  .array(
    z.object({
      utm_campaign: z.string().nullable().describe('The campaign; null for all further ones together.'),
      signups: count.describe('Signups from it in the window.'),
      confirmed: count.describe('How many of them have confirmed their address.'),
      users: count.describe('How many of them became users.'),
    }),
  )
  .max(namedCampaigns + 1)
  .describe(
    `The campaigns of signups in the window, most signups first, then by name. Beyond ${namedCampaigns}, the last entry has all further ones.`,
  );
