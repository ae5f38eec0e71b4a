import type { Plant } from './plant.ts';

/** The person signs up by a form on the list that judges referrals (trust.ts). */
export const forms: Plant = {
  places: ({ sql, own, ofKind }) => ({
    'signups: by a form': ['signups', sql`${own(sql`id`)} AND status_mailed_at IS NOT NULL`],
    'mails: status': ['mails', ofKind('status')],
  }),
};
