import type { Plant, Planting } from './plant.ts';

/** Has the person reach a reward, which a mail tells. */
async function plantReward({ sql, accountId, name, email, call, makeList }: Planting): Promise<void> {
  const list = await makeList({ rewards: [{ at: 1, key: 'sticker' }] });
  await sql`
    INSERT INTO mail_templates (account_id, waitlist_id, kind, subject, html)
    VALUES (${accountId}, ${list}, 'reward', 'Well done', '<p>{{reward.key}}</p>')`;
  const path = `/v1/waitlists/${list}/signups`;
  const { referral_code } = await call('POST', path, { email });
  await call('POST', path, { email: `referred.${name}x@example.com`, referral_code });
}

export const rewards: Plant = {
  plant: plantReward,
  places: ({ sql, own, ofKind }) => ({
    'reward_grants: of the person': ['reward_grants', own(sql`signup_id`)],
    'mails: reward': ['mails', ofKind('reward')],
  }),
};
