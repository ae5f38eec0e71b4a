import { z } from 'zod';
import { type ChatColor, eventType, IsoTime, signupFields, Uuid } from './event-type.ts';

const Referral = z.object({
  ...signupFields,
  referrer_id: Uuid.describe('The id of the signup whose code it passed.'),
  reasons: z.array(z.string()).describe('What speaks against the referral.'),
  occurred_at: IsoTime.describe('The time of the decision.'),
});

const referralEvent = (
  id: string,
  summary: string,
  description: string,
  { title, color }: { title: string; color: ChatColor },
) =>
  eventType({
    ...{ id, summary, description },
    data: Referral,
    at: 'occurred_at',
    chat: {
      title,
      color,
      facts: ({ reasons }) => (reasons.length > 0 ? [{ label: 'Reasons', value: reasons.join(', ') }] : []),
    },
  });

export const trustEvents = {
  'referral.credited': referralEvent(
    'ReferralCredited',
    'A referral got its credit',
    'Only of waitlists that judge referrals. Published with the signup, or later when it settles or somebody approves it.',
    { title: 'Referral credited', color: 'green' },
  ),
  'referral.withheld': referralEvent(
    'ReferralWithheld',
    'A referral was withheld',
    'Only of waitlists that judge referrals. `reasons` say why.',
    { title: 'Referral withheld', color: 'yellow' },
  ),
  'referral.revoked': referralEvent(
    'ReferralRevoked',
    'A referral lost its credit',
    'Its mail came back later, or somebody rejected it.',
    { title: 'Referral credit taken back', color: 'orange' },
  ),
};
