import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  createSegment,
  deleteSegment,
  updateSegment,
} from '../../../../../../shared/capabilities/segments/change-segments.ts';
import { SegmentInput } from '../../../../../../shared/capabilities/segments/schema.ts';
import { listFields } from '../../../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../../../shared/list/fields/schema.ts';
import { addDays } from '../../../../../../shared/list/stats/window.ts';
import { AppError } from '../../../../../../shared/platform/errors.ts';
import { SegmentParams } from '../../../../../routes/params.ts';
import type { WebContext } from '../../../../../web-context.ts';
import {
  addForm,
  type FormValues,
  readForm,
  readValues,
  redirectWithFlash,
  type Show,
} from '../../../../pages.ts';
import { toUrl } from '../../../../parts/pager.tsx';
import { toFilter } from '../../who/people-filter.ts';
import { readSegments } from '../../who/segment.ts';
import { filtersIn, givenIn } from '../search.ts';
import { labelsOf } from '../signup-filters.tsx';

/** The filters of the search that segments have, too. */
const kept: ReadonlySet<string> = new Set([
  ...['utm_source', 'match', 'created_from', 'created_to', 'confirmed', 'email_status'],
  ...['invitation_state', 'reward', 'utm_campaign', 'not_email_domains'],
]);

/** The filters of a search that a segment cannot keep. The source `direct` also finds signups without one. */
export function lostFilters(given: FormValues): string[] {
  return Object.entries(filtersIn(given)).flatMap(([name, value]) => {
    const isDirect = name === 'utm_source' && String(value).toLowerCase() === 'direct';
    return (kept.has(name) || /^(?:not_)?field\./.test(name)) && !isDirect ? [] : [name];
  });
}

/** Saves a search as a segment, renames segments and deletes them. */
export function segmentForms(app: FastifyInstance, ctx: WebContext, show: Show): void {
  addForm(app, '/waitlists/:id/segments', {}, show, async (request, reply) => {
    const { name } = (request.body ?? {}) as FormValues;
    const filter = await readFilter(ctx, request);
    const input = readValues(SegmentInput(), { name, filter });
    const { id: list } = request.waitlist;
    const { id } = await createSegment(ctx, request.session.caller, list, input);
    const page = toUrl(`/dashboard/waitlists/${list}`, { segment: id });
    return redirectWithFlash(reply, page, `Saved as the segment ${input.name}.`);
  });

  const options = { schema: { params: SegmentParams } };
  addForm(app, '/waitlists/:id/segments/:segmentId/rename', options, show, async (request, reply) => {
    const { segmentId } = request.params as z.infer<typeof SegmentParams>;
    const { name } = readForm(SegmentInput().pick({ name: true }), {
      name: (request.body as FormValues).name,
    });
    const { id: list } = request.waitlist;
    const { id } = await updateSegment(ctx, request.session.caller, list, segmentId, { name });
    const page = toUrl(`/dashboard/waitlists/${list}`, { segment: id });
    return redirectWithFlash(reply, page, `The segment is called ${name} now.`);
  });

  addForm(app, '/waitlists/:id/segments/:segmentId/delete', options, show, async (request, reply) => {
    const { segmentId } = request.params as z.infer<typeof SegmentParams>;
    const { id } = request.waitlist;
    await deleteSegment(ctx, request.session.caller, id, segmentId);
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}`, 'The segment is deleted. Its people stay.');
  });
}

/** The search in the address of the form. @throws AppError invalid_request for what a segment cannot keep */
async function readFilter(
  ctx: WebContext,
  request: FastifyRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const fields = await readFields(ctx, request);
  const lost = lostFilters(givenIn(request));
  if (lost.length > 0) {
    const names = new Intl.ListFormat('en').format(lost.map(labelsOf(fields)));
    throw new AppError('invalid_request', `A segment cannot keep ${names}.`);
  }
  return toFilter(toSearch(request), {
    fields,
    timeZone: request.session.timeZone,
    ids: undefined,
    segments: [],
  });
}

/**
 * The search in the address of a page, as announcements are narrowed; undefined if they cannot be.
 * @throws AppError invalid_request
 */
export async function readWideFilter(
  ctx: WebContext,
  request: FastifyRequest,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (lostFilters(givenIn(request)).some((name) => name !== 'segment')) return undefined;
  const [fields, segments] = await Promise.all([readFields(ctx, request), readSegments(ctx, request)]);
  const { timeZone } = request.session;
  try {
    return toFilter(toSearch(request), { fields, timeZone, ids: undefined, segments });
  } catch (error) {
    // Both the segment and the search narrow by the same.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function readFields(ctx: WebContext, { session, waitlist }: FastifyRequest) {
  const page = { limit: maxFieldsPerWaitlist, offset: 0 };
  return (await listFields(ctx, session.caller, waitlist.id, page)).data;
}

/** The search as the controls of people have it, which end before a day. */
function toSearch(request: FastifyRequest): FormValues {
  const { created_to, ...given } = filtersIn(givenIn(request));
  const day = z.iso.date().safeParse(created_to).data;
  const end = day === undefined ? created_to : addDays(day, 1);
  return { ...given, ...(end !== undefined && { created_before: end }) };
}
