import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  draftAnnouncement,
  updateAnnouncement,
} from '../../../../../../shared/capabilities/announcements/draft-announcement.ts';
import { readAnnouncementFilter } from '../../../../../../shared/capabilities/announcements/read-announcements.ts';
import type { AnnouncementReport } from '../../../../../../shared/capabilities/announcements/schema.ts';
import { countRecipients } from '../../../../../../shared/capabilities/announcements/selection/count-recipients.ts';
import { previewText, testText } from '../../../../../../shared/capabilities/announcements/text/try-text.ts';
import { rewardNames } from '../../../../../../shared/capabilities/rewards/schema.ts';
import { listFilterValues } from '../../../../../../shared/list/signups/search/filter-values.ts';
import { readRemaining } from '../../../../../../shared/mail/allowance/read-usage.ts';
import { EmailDesign } from '../../../../../../shared/mail/design/email-design.ts';
import { readEmailTemplate } from '../../../../../../shared/mail/templates/read-email-template.ts';
import { AppError } from '../../../../../../shared/platform/errors.ts';
import { Email } from '../../../../../../shared/platform/schema/email-address.ts';
import { assertTestMails, testMailLimitMs } from '../../../../../limits/test-mail-limit.ts';
import { WaitlistParams } from '../../../../../routes/params.ts';
import type { WebContext } from '../../../../../web-context.ts';
import { addForm, addPage, type FormError, type FormValues, type Show, sendPage } from '../../../../pages.ts';
import { readListOfCards } from '../../cards/settings-card.tsx';
import { draftIn, PreviewDocument, previewPolicy } from '../../email/email-preview.tsx';
import { isSimple, maxFormBytes } from '../../email/email-template.tsx';
import { inFrame } from '../../in-frame.ts';
import { WaitlistLayout } from '../../waitlist-layout.tsx';
import type { FilterOf } from '../../who/people-filter.ts';
import { readSegments } from '../../who/segment.ts';
import { readOfList } from '../read-of-list.ts';
import type { Counted } from '../recipients.tsx';
import { toAnnouncementInput, toCountedFilter, toFormValues } from './announcement-input.ts';
import { EditForm, inEditor, toDesignValues } from './edit-form.tsx';

/** The draft that is written, or `new`. */
const EditParams = WaitlistParams.extend({ announcementId: z.union([z.literal('new'), z.guid()]) });

const idOf = (request: FastifyRequest) =>
  (request.params as z.infer<typeof EditParams>).announcementId.toLowerCase();
const listPathOf = ({ waitlist }: FastifyRequest) => `/dashboard/waitlists/${waitlist.id}/write`;
const pathOf = (request: FastifyRequest) => `${listPathOf(request)}/${idOf(request)}`;

interface Shown {
  /** What was entered. */
  readonly values?: FormValues | undefined;
  readonly counted?: Counted | null;
  readonly formError?: FormError | undefined;
}

/** Writes a new announcement, or a draft: who gets it, the mail with its preview and a test, and when. */
export function editPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/write/:announcementId/edit';
  const options = { schema: { params: EditParams }, bodyLimit: maxFormBytes };

  /** @throws AppError not_found; conflict for one that is launched */
  const readDraft = async (request: FastifyRequest): Promise<AnnouncementReport | undefined> => {
    if (idOf(request) === 'new') return undefined;
    const draft = await readOfList(ctx, request, idOf(request));
    if (draft.state === 'draft' || draft.state === 'counting') return draft;
    throw new AppError('conflict', 'Only a draft can be changed.');
  };

  /** The announcement that a new one is to be like, if the address names one. @throws AppError not_found */
  const readLike = async (request: FastifyRequest): Promise<AnnouncementReport | undefined> => {
    const { like } = request.query as FormValues;
    const id = idOf(request) === 'new' ? z.guid().safeParse(like).data : undefined;
    return id === undefined ? undefined : readOfList(ctx, request, id.toLowerCase());
  };

  const readTemplate = ({ session, waitlist }: FastifyRequest) =>
    readEmailTemplate(ctx, session.caller, waitlist.id, 'announcement');

  const showWith = async (request: FastifyRequest, { values, counted, formError }: Shown) => {
    const { caller, timeZone, email } = request.session;
    const { id } = request.waitlist;
    const [draft, like, stored, list, suggestions, segments] = await Promise.all([
      readDraft(request),
      readLike(request),
      readTemplate(request),
      readListOfCards(ctx, request),
      listFilterValues(ctx.sql, caller.accountId, id),
      readSegments(ctx, request),
    ]);
    const beginning = draft ?? like;
    const empty = { ...stored.defaultDesign, headline: '', text: '' };
    const design = beginning?.design ? EmailDesign.parse(beginning.design) : empty;
    const begun: FormValues = beginning
      ? { ...toFormValues(beginning, timeZone), ...(beginning.design && toDesignValues(design)) }
      : { editor: 'simple' };
    const { send_at: _, id_count: __, ...again } = begun;
    const path = `${pathOf(request)}/edit`;
    return (
      <WaitlistLayout
        title="Write"
        request={request}
        formError={formError}
        scripts={['email-preview.js', 'unsaved.js', 'invite.js']}
      >
        <p>
          <a href={draft ? pathOf(request) : listPathOf(request)}>
            {draft ? 'Back to the draft' : 'All announcements'}
          </a>
        </p>
        <EditForm
          path={path}
          preview={values || !draft ? undefined : `${pathOf(request)}/preview`}
          stored={stored}
          design={design}
          fields={list.fields}
          rewards={rewardNames(list.settings.rewards)}
          suggestions={suggestions}
          segments={segments}
          values={values ?? (draft ? begun : again)}
          unsaved={values !== undefined}
          counted={counted}
          hasAllowance={!caller.hasEmailProvider}
          timeZone={timeZone}
          addressHref={
            list.settings.mail.postal_address ? undefined : `/dashboard/waitlists/${id}/settings/mail`
          }
          email={email}
        />
      </WaitlistLayout>
    );
  };
  const show: Show = (request, formError) => showWith(request, { values: formError?.values, formError });
  addPage(app, url, options, show);

  const formOf = ({ body }: FastifyRequest) => (body ?? {}) as FormValues;
  const readFilterOf = async (request: FastifyRequest): Promise<FilterOf> => {
    const { caller, timeZone } = request.session;
    const isOfIds = formOf(request).id_count !== undefined && idOf(request) !== 'new';
    const [{ fields }, segments, filter] = await Promise.all([
      readListOfCards(ctx, request),
      readSegments(ctx, request),
      isOfIds ? readAnnouncementFilter(ctx, caller, idOf(request)) : undefined,
    ]);
    return { fields, timeZone, segments, ids: filter?.ids };
  };

  addForm(app, url, options, show, async (request, reply) => {
    const draft = await readDraft(request);
    const { caller } = request.session;
    const input = toAnnouncementInput(formOf(request), await readFilterOf(request));
    const { id } = draft
      ? await updateAnnouncement(ctx, caller, draft.id, input)
      : await draftAnnouncement(ctx, caller, request.waitlist.id, input);
    return reply.redirect(`${listPathOf(request)}/${id}`, 303);
  });

  addForm(app, `${url}/count`, options, show, async (request, reply) => {
    const { caller } = request.session;
    const filter = toCountedFilter(formOf(request), await readFilterOf(request)) ?? {};
    const [count, remaining] = await Promise.all([
      countRecipients(ctx, caller, request.waitlist.id, filter),
      readRemaining(ctx, caller),
    ]);
    const counted = count === undefined ? null : { ...count, remaining };
    return sendPage(reply, await showWith(request, { values: formOf(request), counted }));
  });

  addForm(app, `${url}/editor`, options, show, async (request, reply) => {
    const values = inEditor(formOf(request), await readTemplate(request));
    return sendPage(reply, await showWith(request, { values }));
  });

  addForm(
    app,
    `${url}/test`,
    { ...options, config: { timeLimitMs: testMailLimitMs } },
    show,
    async (request, reply) => {
      const { session, waitlist } = request;
      const form = formOf(request);
      const { subject, design, html } = toAnnouncementInput(
        { ...form, name: form.name === '' ? 'Test' : (form.name ?? '') },
        await readFilterOf(request),
      );
      const to = Email.safeParse(form.to);
      if (!to.success) throw new AppError('invalid_request', 'To: must be an email address', { field: 'to' });
      await assertTestMails(ctx, session.userId);
      const text = { subject, design, html, to: to.data };
      const { from } = await testText(ctx, session.caller, waitlist, text, session);
      request.flash = { tone: 'good', text: `The test email was sent to ${to.data} from ${from}.` };
      return sendPage(reply, await showWith(request, { values: form }));
    },
  );

  const showRefused: Show = (_, formError) => <PreviewDocument {...(formError && { formError })} />;
  addForm(
    app,
    `${url}/preview`,
    { ...options, onRequest: inFrame(previewPolicy) },
    showRefused,
    async (request, reply) => {
      const { session, waitlist, body } = request;
      const { language } = await readTemplate(request);
      const text = draftIn(withSample(body), 'announcement', language);
      const preview = await previewText(ctx, session.caller, waitlist, text);
      return sendPage(reply, <PreviewDocument preview={preview} />);
    },
  );
}

/** What the preview shows in place of what is not written yet. */
const sample = {
  subject: 'Your subject',
  headline: 'Your headline',
  text: 'What you write stands here, as the people on your list will see it.',
};

/** What the form of the simple editor holds, with the sample in empty places. */
function withSample(body: unknown): unknown {
  if (!isSimple(body)) return body;
  const values = body as FormValues;
  const isEmpty = (name: string) => String(values[name] ?? '').trim() === '';
  const missing = Object.entries(sample).filter(([name]) => isEmpty(name));
  return { ...values, ...Object.fromEntries(missing) };
}
