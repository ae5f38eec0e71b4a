import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { listPlace, type WaitlistKey } from '../../parts.ts';

/** A segment in the body of a request that takes a filter. */
export const SegmentId = z
  .guid()
  .describe(
    'Only the people of this segment of the waitlist. Its filter is taken as it is now, and stored; it cannot be given beside `filter`.',
  );

/**
 * The filter of a segment, for something that takes a filter of this shape.
 * @throws AppError invalid_request for a segment that the waitlist does not have, or that narrows by more
 */
export async function readSegmentFilter<T extends z.ZodType>(
  sql: Sql,
  list: WaitlistKey,
  id: string,
  shape: T,
): Promise<z.infer<T>> {
  const reader = listPlace.parts().find(({ segment }) => segment !== undefined);
  const filter = await reader?.segment?.(sql, list, id.toLowerCase());
  if (filter === undefined) throw refused('the waitlist has no such segment');
  const { data, error } = shape.safeParse(filter);
  if (!error) return data;
  const names = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])],
  );
  throw refused(`its filter has ${names.join(', ')}, which cannot be used here`);
}

/** Puts the filter of a segment in place of `filter`. @throws AppError invalid_request also for both */
export async function withSegment<T extends { filter?: unknown; segment?: string | null | undefined }>(
  sql: Sql,
  list: WaitlistKey,
  { segment, ...input }: T,
  shape: z.ZodType<NonNullable<T['filter']>>,
): Promise<Omit<T, 'segment'>> {
  if (segment == null) return input;
  if (input.filter != null) throw refused('cannot be given beside filter');
  return { ...input, filter: await readSegmentFilter(sql, list, segment, shape) };
}

const refused = (problem: string) =>
  new AppError('invalid_request', `segment: ${problem}`, { field: 'segment' });
