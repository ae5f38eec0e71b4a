import { listEvents } from '../../../src/shared/events/feed/list-events.ts';
import { EventQuery, type FeedEvent } from '../../../src/shared/events/feed/schema.ts';
import type { Deployment } from '../../support/deployment/deployment.ts';
import { asOperator } from '../../support/deployment/operator.ts';

/** The whole feed of an account, page by page. */
export function readFeed(deployment: Pick<Deployment, 'env'>, accountId: string): Promise<FeedEvent[]> {
  return asOperator(deployment, async (ctx) => {
    const events: FeedEvent[] = [];
    for (let after = 'e0'; ; ) {
      const query = EventQuery.parse({ after, limit: '200' });
      const page = await listEvents(ctx, { accountId, plan: 'scale' }, query);
      events.push(...page.data);
      after = page.next_cursor;
      if (!page.has_more && page.data.length === 0) return events;
    }
  });
}
