import { makeLinkToken } from '../../../../src/shared/list/links/link-token.ts';
import { idsOf, type Operations } from '../world.ts';

export const confirmations: Operations = {
  'confirm signups': {
    async prepare({ contexts, accountId, call, lists }, signups) {
      const { sql } = contexts[0];
      const { key } = await contexts[0].linkSigner();
      const confirmation = { enabled: true, credit: 'on_confirm' };
      // As if the list had asked for it from the beginning.
      await sql.begin(async (tx) => {
        await tx`SELECT 1 FROM waitlist_counters WHERE waitlist_id = ${lists[0]} FOR UPDATE`;
        await tx`
          UPDATE signups SET confirmable_until = clock_timestamp() + interval '1 hour', uncredited = CASE WHEN referred_by IS NOT NULL THEN 'unconfirmed' END
          WHERE waitlist_id = ${lists[0]}`;
        await tx`UPDATE signups SET referral_count = 0 WHERE waitlist_id = ${lists[0]}`;
        await tx`UPDATE waitlist_counters SET referred_count = 0 WHERE waitlist_id = ${lists[0]}`;
        await tx`UPDATE referral_claims SET credited = false WHERE waitlist_id = ${lists[0]}`;
        await tx`UPDATE referral_claim_counts SET credited = 0 WHERE waitlist_id = ${lists[0]}`;
      });
      const change = () => call('PATCH', `/v1/waitlists/${lists[0]}/settings`, { confirmation });
      const calls = signups.flatMap(({ id }) => {
        const token = makeLinkToken(key, 'confirm', { accountId, id, epoch: 0, generation: 0 });
        return [() => call('POST', `/c/${token}`), () => call('POST', '/v1/confirmations', { token })];
      });
      return [change, ...calls];
    },
  },
  'sign up again unconfirmed': {
    async prepare({ contexts, call, lists }, signups) {
      await call('PATCH', `/v1/waitlists/${lists[0]}/settings`, { confirmation: { enabled: true } });
      await contexts[0].sql`
        UPDATE signups SET confirmable_until = clock_timestamp() + interval '1 hour' WHERE id = ANY(${idsOf(signups)}::uuid[])`;
      return signups.flatMap(({ email }) => [
        () => call('POST', `/v1/waitlists/${lists[0]}/signups`, { email }),
        () => call('POST', `/v1/waitlists/${lists[0]}/signups`, { email }),
      ]);
    },
  },
};
