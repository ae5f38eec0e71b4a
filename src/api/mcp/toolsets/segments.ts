import { z } from 'zod';
import '../../../shared/capabilities.ts';
import { mostSegments, Segment } from '../../../shared/capabilities/segments/schema.ts';
import { pageOf } from '../../../shared/platform/schema/paging.ts';
import { reads, tool, waitlistId } from '../tool.ts';

/** For an argument of other tools. */
export const segment = z
  .guid()
  .optional()
  .describe(
    'Only people of this segment: an id from list_segments. It cannot be given beside other filters.',
  );

/** The names that the owner gave to groups of people: in each toolset that chooses people. */
export const listSegments = tool({
  name: 'list_segments',
  title: 'List segments',
  description:
    'Returns the segments of a waitlist: filters that the owner gave a name, such as beta testers. Use it when the user names a group of people; find_signups, draft_wave and draft_announcement take the id.',
  hints: reads,
  input: z.strictObject({
    waitlistId,
    limit: z
      .int()
      .min(1)
      .max(mostSegments)
      .default(mostSegments)
      .describe(`How many segments to return, 1 to ${mostSegments}.`),
    offset: z.int().min(0).default(0).describe('How many segments to skip.'),
  }),
  output: pageOf(Segment()),
  run: (operations, { waitlistId: id, ...page }) => operations.listSegments(id, page),
});
