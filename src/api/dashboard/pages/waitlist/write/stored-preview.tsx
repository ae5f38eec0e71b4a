import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  previewAnnouncement,
  previewText,
} from '../../../../../shared/capabilities/announcements/text/try-text.ts';
import { readEmailTemplate } from '../../../../../shared/mail/templates/read-email-template.ts';
import { WaitlistParams } from '../../../../routes/params.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addPage, type Show } from '../../../pages.ts';
import { PreviewDocument, previewPolicy } from '../email/email-preview.tsx';
import { inFrame } from '../in-frame.ts';

const Params = WaitlistParams.extend({ announcementId: z.union([z.literal('new'), z.guid()]) });

/** The mail of an announcement as the newest person would see it, in a frame; for `new` what one begins with. */
export function storedPreview(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async ({ session: { caller }, waitlist, params }) => {
    const { announcementId: id } = params as z.infer<typeof Params>;
    const preview =
      id === 'new'
        ? await previewText(
            ctx,
            caller,
            waitlist,
            (await readEmailTemplate(ctx, caller, waitlist.id, 'announcement')).template,
          )
        : await previewAnnouncement(ctx, caller, waitlist, id.toLowerCase());
    return <PreviewDocument preview={preview} />;
  };
  const options = { schema: { params: Params }, onRequest: inFrame(previewPolicy) };
  addPage(app, '/waitlists/:id/write/:announcementId/preview', options, show);
}
