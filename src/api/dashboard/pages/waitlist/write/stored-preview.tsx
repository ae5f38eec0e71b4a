import type { FastifyInstance } from 'fastify';
import { previewAnnouncement } from '../../../../../shared/capabilities/announcements/text/try-text.ts';
import { AnnouncementParams, WaitlistParams } from '../../../../routes/params.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addPage, type Show } from '../../../pages.ts';
import { PreviewDocument, previewPolicy } from '../email/email-preview.tsx';
import { inFrame } from '../in-frame.ts';

/** The mail of an announcement as the first of its people would see it, in a frame. */
export function storedPreview(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async ({ session: { caller }, waitlist, params }) => {
    const { announcementId } = params as { announcementId: string };
    const preview = await previewAnnouncement(ctx, caller, waitlist, announcementId.toLowerCase());
    return <PreviewDocument preview={preview} />;
  };
  const schema = { params: WaitlistParams.extend(AnnouncementParams.shape) };
  const options = { schema, onRequest: inFrame(previewPolicy) };
  addPage(app, '/waitlists/:id/write/:announcementId/preview', options, show);
}
