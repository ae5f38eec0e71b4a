import type { FastifyRequest } from 'fastify';
import { readAnnouncement } from '../../../../../shared/capabilities/announcements/read-announcements.ts';
import type { AnnouncementReport } from '../../../../../shared/capabilities/announcements/schema.ts';
import { notFound } from '../../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../../web-context.ts';

/** An announcement of the waitlist of a page. @throws AppError not_found, also for one of another waitlist */
export async function readOfList(
  ctx: WebContext,
  { session, waitlist }: FastifyRequest,
  announcementId: string,
): Promise<AnnouncementReport> {
  const found = await readAnnouncement(ctx, session.caller, announcementId);
  return found.waitlist_id === waitlist.id ? found : notFound('announcement');
}
