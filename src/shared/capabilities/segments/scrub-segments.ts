import { nilId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { withoutPerson } from '../people/index.ts';
import type { Scrubbing } from '../person-part.ts';
import { listSegmentsToScrub, updateSegment } from './queries.ts';

const segmentsPerPage = 1_000;

/** Takes the person out of the names and filters of segments, to the end. */
export async function scrubSegments(
  { sql }: Pick<Context, 'sql'>,
  { erasure, isPerson }: Scrubbing,
): Promise<boolean> {
  const { accountId } = erasure;
  for (let after = { waitlist_id: nilId, id: nilId }; ; ) {
    const segments = await listSegmentsToScrub(sql, erasure, after, segmentsPerPage);
    for (const { id, waitlist_id: waitlistId, name, filter } of segments) {
      const texts = { name, filter };
      const scrubbed = await withoutPerson(texts, isPerson);
      if (scrubbed !== texts)
        await transaction(sql, (tx) => updateSegment(tx, { accountId, waitlistId }, id, scrubbed));
    }
    const last = segments.at(-1);
    if (!last || segments.length < segmentsPerPage) return true;
    after = last;
  }
}
