import type { Plant, Planting } from './plant.ts';

/** Has the person sign up over links that name the address, and names it in a filter. */
async function plantCampaigns({ email, call, makeList }: Planting): Promise<void> {
  const list = await makeList({});
  await call('POST', `/v1/waitlists/${list}/signups`, {
    email,
    utm_medium: `to ${email}`,
    utm_campaign: email,
    utm_term: email.toLowerCase(),
    utm_content: `<${email}>`,
  });
  const filter = { utm_campaign: email };
  await call('POST', `/v1/waitlists/${list}/segments`, { name: 'One of them', filter });
}

export const campaigns: Plant = {
  plant: plantCampaigns,
  places: ({ sql, named }) => ({
    'signup_campaigns: a medium': ['signup_campaigns', named(sql`utm_medium`)],
    'signup_campaigns: a campaign': ['signup_campaigns', named(sql`utm_campaign`)],
    'signup_campaigns: a term': ['signup_campaigns', named(sql`utm_term`)],
    'signup_campaigns: a content': ['signup_campaigns', named(sql`utm_content`)],
    'segments: a campaign': ['segments', named(sql`filter ->> 'utm_campaign'`)],
  }),
};
