import { randomUUID } from 'node:crypto';
import { createSegment } from '../../../../src/shared/capabilities/segments/change-segments.ts';
import { callerOf, refusalOnly } from '../callers.ts';
import type { Operations } from '../world.ts';

export const segments: Operations = {
  'change segments': {
    async prepare(world) {
      const { contexts, lists, call } = world;
      const [list] = lists;
      const path = `/v1/waitlists/${list}/segments`;
      const input = { name: 'Friends', filter: { utm_source: 'ads' } };
      const made = await createSegment(contexts[0], callerOf(world), list, input).catch(refusalOnly);
      const id = made?.id ?? '';
      return [
        () => call('POST', path, input),
        () => call('PATCH', `${path}/${id}`, { name: 'Others', filter: {} }),
        () => call('DELETE', `${path}/${id}`),
      ];
    },
  },
};

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
