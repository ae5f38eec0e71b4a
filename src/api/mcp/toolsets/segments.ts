import { z } from 'zod';
import '../../../shared/capabilities.ts';
import {
  mostSegments,
  Segment,
  SegmentInput,
  SegmentPatch,
} from '../../../shared/capabilities/segments/schema.ts';
import { wideFilters } from '../../../shared/list/signups/selection/wide-filter.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { pageOf } from '../../../shared/platform/schema/paging.ts';
import { reads, type Tool, tool, waitlistId, writes } from '../tool.ts';
import { named, toBody } from './argument-names.ts';

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

const { name } = SegmentInput().shape;
const segmentId = z.guid().describe('Id of the segment, from list_segments.');
const filter = named(wideFilters()).describe('Who is in it. All that is given must hold.');

/** What makes, changes and deletes segments. */
export const segmentTools: readonly Tool[] = [
  listSegments,
  tool({
    name: 'create_segment',
    title: 'Make a segment',
    description: `Gives a filter of people a name, so that lists, waves and announcements can use it again. Use it when the user wants to keep a group of people; look with list_segments first, because names may repeat. Nobody is invited or mailed. A waitlist has at most ${mostSegments} segments.`,
    hints: { ...writes, idempotentHint: false },
    input: z.strictObject({ waitlistId, name, filter }),
    output: Segment(),
    next: ({ id }) => `find_signups with segment ${id} shows who is in it.`,
    run: (operations, { waitlistId: id, ...given }) =>
      operations.createSegment(id, toBody(SegmentInput(), given, ['filter'])),
  }),
  tool({
    name: 'update_segment',
    title: 'Rename or change a segment',
    description:
      'Renames a segment, or changes who is in it: a filter replaces the whole one. Drafts that were made with it stay as they are. Give at least one of the two.',
    hints: writes,
    input: z.strictObject({
      waitlistId,
      segmentId,
      name: name.optional(),
      filter: filter.optional(),
    }),
    output: Segment(),
    run(operations, { waitlistId: id, segmentId: segment, ...given }) {
      if (given.name === undefined && given.filter === undefined)
        throw new AppError('invalid_request', 'must have name, filter or both');
      return operations.updateSegment(id, segment, toBody(SegmentPatch(), given, ['filter']));
    },
  }),
  tool({
    name: 'delete_segment',
    title: 'Delete a segment',
    description:
      'Deletes a segment: the name and the filter, none of its people. There is no undo, so ask the user before you call it. Drafts that were made with it stay as they are.',
    hints: { ...writes, destructiveHint: true },
    input: z.strictObject({ waitlistId, segmentId }),
    output: z.object({ deleted: z.literal(true) }),
    async run(operations, { waitlistId: id, segmentId: segment }) {
      await operations.deleteSegment(id, segment);
      return { deleted: true as const };
    },
  }),
];
