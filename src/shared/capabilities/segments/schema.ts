import { z } from 'zod';
import { shownWideFilters, type WideFilter, wideFilters } from '../../list/signups/selection/wide-filter.ts';
import { named, Timestamp } from '../../platform/schema/described.ts';
import { oneLine } from '../../platform/schema/text.ts';

/** The most segments of a waitlist. */
export const mostSegments = 50;

const texts = {
  name: 'What you call it.',
  filter: 'Who is in it. All that is given must hold.',
};

/** The filter of a segment, in the body of a request and as it is stored. */
const SegmentFilter = () => z.strictObject(wideFilters()) as unknown as z.ZodType<WideFilter>;

/** The body of POST segments. */
export const SegmentInput = () =>
  named(
    'NewSegment',
    z.strictObject({
      name: oneLine(100).describe(texts.name),
      filter: SegmentFilter().describe(texts.filter),
    }),
  );
export type SegmentInput = z.infer<ReturnType<typeof SegmentInput>>;

/** The body of PATCH segment. */
export const SegmentPatch = () =>
  named(
    'SegmentPatch',
    z.strictObject({
      name: oneLine(100).optional().describe(texts.name),
      filter: SegmentFilter().optional().describe(texts.filter),
    }),
  );
export type SegmentPatch = z.infer<ReturnType<typeof SegmentPatch>>;

/** A segment, as answers have it. */
export const Segment = () =>
  named(
    'Segment',
    z.object({
      id: z.uuid().describe('The id of the segment.'),
      waitlist_id: z.uuid().describe('Its waitlist.'),
      name: z.string().describe(texts.name),
      filter: (z.object(shownWideFilters()) as unknown as z.ZodType<WideFilter>).describe(texts.filter),
      created_at: Timestamp.describe('When it was made.'),
      updated_at: Timestamp.describe('When it was last changed.'),
    }),
  );
export type Segment = z.infer<ReturnType<typeof Segment>>;
