import { z } from 'zod';
import { EventPage, EventQuery, IsoTime } from '../../../shared/events/feed/schema.ts';
import {
  IntegrationHealth,
  IntegrationTypeName,
  Redelivery,
  ReplayResult,
} from '../../../shared/events/integrations/schema.ts';
import { eventTypes } from '../../../shared/list/publishing/events.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { boundedList } from '../../../shared/platform/schema/bounded.ts';
import { withCount } from '../next-step.ts';
import { reads, type Tool, tool, writes } from '../tool.ts';

const type = IntegrationTypeName.describe('Which integration.');
const types = boundedList(z.array(z.enum(eventTypes)).min(1), 100, 'event types')
  .optional()
  .describe('Only these types of events.');

/** Tools for events and for what integrations missed (N2). */
export const eventTools: readonly Tool[] = [
  tool({
    name: 'list_events',
    title: 'List events',
    description:
      'Returns what happened on the account in the last 30 days, oldest first: signups, removals, and what became of signup emails. Go on with `after` set to the next_cursor of the answer. Use `from` to start at a time.',
    hints: reads,
    input: z.strictObject({
      after: EventQuery.shape.after,
      from: EventQuery.shape.from,
      types,
      waitlistId: z.guid().optional().describe('Only events of this waitlist.'),
      limit: z.int().min(1).max(200).default(50).describe('How many events to return, 1 to 200.'),
    }),
    output: EventPage,
    run: (operations, { waitlistId, ...query }) =>
      operations.listEvents({ ...query, waitlist_id: waitlistId }),
  }),
  tool({
    name: 'redeliver_event',
    title: 'Deliver an event again',
    description:
      'Sends one event of the last 30 days once more to an integration, whatever became of it before. The receiver sees the same id as before.',
    hints: { ...writes, openWorldHint: true, idempotentHint: false },
    input: z.strictObject({ type, eventId: z.guid().describe('Id of the event, from list_events.') }),
    output: Redelivery,
    run: (operations, args) => operations.redeliverEvent(args.type, args.eventId),
  }),
  tool({
    name: 'replay_events',
    title: 'Deliver many events again',
    description:
      'Sends the events of a time once more to an integration: those that failed or were missed, or all. First call it without `count`: it then only counts, and sends nothing. Tell the user the number, and call it again with that `count` to send.',
    hints: { ...writes, openWorldHint: true, idempotentHint: false },
    input: z.strictObject({
      type,
      since: IsoTime.describe('Events from this time on.'),
      until: IsoTime.optional().describe('Events before this time. Left out: until now.'),
      types,
      only: z
        .enum(['failed', 'all'])
        .default('failed')
        .describe('`failed`: events whose last attempt failed, or that had none. `all`: delivered ones too.'),
      count: z.int().min(0).optional().describe('How many events match, from a call without it.'),
    }),
    output: ReplayResult,
    next: ({ matched }, { count }) => withCount(matched, count),
    async run(operations, { type: of, count, ...input }) {
      const counted = await operations.replayEvents(of, { ...input, dry_run: true });
      if (count === undefined) return counted;
      if (count !== counted.matched)
        throw new AppError('invalid_request', `count: is ${count}, but ${counted.matched} events match`);
      return operations.replayEvents(of, { ...input, dry_run: false });
    },
  }),
  tool({
    name: 'integration_health',
    title: 'Read the health of an integration',
    description:
      'Returns whether the newest delivery to an integration failed, since when and why, and how many deliveries wait.',
    hints: reads,
    input: z.strictObject({ type }),
    output: IntegrationHealth,
    run: (operations, args) => operations.readHealth(args.type),
  }),
  tool({
    name: 'dismiss_missed_events',
    title: 'Dismiss events that have not arrived',
    description:
      'Says that nobody needs the events that have not arrived at an integration until now, so that its health counts anew. Nothing is deleted: replay_events can still deliver them. Read integration_health first, and tell the user how many are undelivered.',
    hints: writes,
    input: z.strictObject({ type }),
    output: z.object({ dismissed: z.literal(true).describe('It is done.') }),
    async run(operations, args) {
      await operations.dismissMissed(args.type);
      return { dismissed: true as const };
    },
  }),
];
