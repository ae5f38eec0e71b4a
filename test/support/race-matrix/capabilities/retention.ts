import { deleteExpired } from '../../../../src/shared/capabilities/retention/apply-retention.ts';
import type { Operations } from '../world.ts';

export const retention: Operations = {
  'delete signups that are not kept': {
    async prepare({ contexts, notifier, accountId, lists }) {
      await contexts[0]
        .sql`UPDATE waitlist_counters SET delete_before = '2000-01-01' WHERE waitlist_id = ${lists[0]}`;
      await contexts[0].sql`
        UPDATE signups SET confirmable_until = clock_timestamp() - interval '1 hour' WHERE account_id = ${accountId} AND position % 2 = 0`;
      await contexts[0]
        .sql`UPDATE waitlist_counters SET unconfirmed_days = 0, converted_days = 0 WHERE waitlist_id = ${lists[0]}`;
      return contexts.map((ctx) => async () => {
        await deleteExpired({ ...ctx, notifier }, { accountId, id: lists[0] });
        return undefined;
      });
    },
  },
};
