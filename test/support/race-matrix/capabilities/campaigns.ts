import { randomUUID } from 'node:crypto';
import type { Operations } from '../world.ts';

export const campaigns: Operations = {
  'sign up from a campaign': {
    async prepare({ contexts, accountId, lists, call }, signups) {
      const [list] = lists;
      const [{ sql }] = contexts;
      // What removals find of each.
      await sql`
        INSERT INTO signup_campaigns (account_id, signup_id, waitlist_id, utm_campaign, created_at)
        SELECT account_id, id, waitlist_id, 'launch', created_at FROM signups
        WHERE account_id = ${accountId} AND id = ANY (${signups.map(({ id }) => id)}::uuid[]) ON CONFLICT DO NOTHING`;
      const path = `/v1/waitlists/${list}`;
      return [
        ...Array.from({ length: 3 }, (_, index) => () => {
          const signup = { email: `${randomUUID()}@example.com`, utm_campaign: `launch ${index}` };
          return call('POST', `${path}/signups`, signup);
        }),
        () => call('GET', `${path}/stats?include=campaigns`),
      ];
    },
  },
};
