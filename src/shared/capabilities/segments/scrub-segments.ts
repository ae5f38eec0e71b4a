import { nilId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { filterInSlices } from '../../platform/process/slices.ts';
import type { Context } from '../context.ts';
import { mentions } from '../people/index.ts';
import type { IsPerson, Scrubbing } from '../person-part.ts';
import { listSegmentsToScrub, updateSegment } from './queries.ts';
import type { Segment, SegmentInput } from './schema.ts';

const segmentsPerPage = 1_000;
/** In place of a text: without one, the segment would have people who do not meet its filter. */
const erased = '(erased)';

/** Takes the person out of the names and filters of segments, to the end. */
export async function scrubSegments(
  { sql }: Pick<Context, 'sql'>,
  { erasure, isPerson }: Scrubbing,
): Promise<boolean> {
  const { accountId } = erasure;
  for (let after = { waitlist_id: nilId, id: nilId }; ; ) {
    const segments = await listSegmentsToScrub(sql, erasure, after, segmentsPerPage);
    for (const segment of segments) {
      const scrubbed = await toScrubbed(segment, isPerson);
      if (!scrubbed) continue;
      const list = { accountId, waitlistId: segment.waitlist_id };
      await transaction(sql, (tx) => updateSegment(tx, list, segment.id, scrubbed));
    }
    const last = segments.at(-1);
    if (!last || segments.length < segmentsPerPage) return true;
    after = last;
  }
}

/** The texts without the person; undefined if they do not name them. */
async function toScrubbed({ name, filter }: Segment, isPerson: IsPerson): Promise<SegmentInput | undefined> {
  const { fields = {}, not_fields: notFields = {}, ...others } = filter;
  const named = await filterInSlices(
    [name, ...Object.values(others), ...Object.values(fields), ...Object.values(notFields)],
    (value) => typeof value === 'string' && mentions(value, isPerson),
  );
  if (named.length === 0) return undefined;
  const without = (values: object) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        (named as unknown[]).includes(value) ? erased : value,
      ]),
    );
  return {
    name: (named as unknown[]).includes(name) ? erased : name,
    filter: {
      ...without(others),
      ...(filter.fields && { fields: without(fields) }),
      ...(filter.not_fields && { not_fields: without(notFields) }),
    },
  };
}
