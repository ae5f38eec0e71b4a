import type { FastifyInstance } from 'fastify';
import { ArchivePatch, type ArchiveSettings } from '../../../../shared/list/archive/settings.ts';
import { updateSettings } from '../../../../shared/list/settings/update-settings.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, type FormValues, readValues, redirectWithFlash, type Show } from '../../pages.ts';
import { Confirm, Field, Form, Submit } from '../../parts/form.tsx';

interface ArchiveSectionProps {
  readonly id: string;
  readonly name: string;
  readonly archive: ArchiveSettings;
}

/** Archives a list, or takes signups again (N9). */
export function ArchiveSection({ id, name, archive }: ArchiveSectionProps) {
  const path = `/dashboard/waitlists/${id}/settings`;
  return (
    <section class="card" aria-labelledby="archive">
      <h2 id="archive">{archive.enabled ? 'This waitlist is archived' : 'Archive this waitlist'}</h2>
      <p class="soft">
        {archive.enabled
          ? 'It takes no new signups. All else goes on: mails, invitations, links, statistics and exports.'
          : 'It takes no new signups then: not by the API, forms, pages or imports. All else goes on, nothing is deleted, and you can take signups again.'}
      </p>
      {archive.enabled ? (
        <>
          <p class="soft">People read: “{archive.text ?? 'This waitlist takes no signups at the moment.'}”</p>
          <Form action={`${path}/unarchive`}>
            <Submit class="quiet">Take signups again</Submit>
          </Form>
        </>
      ) : (
        <Confirm
          id="archive-waitlist"
          label="Archive waitlist"
          tone="quiet"
          question={`New signups of ${name} are refused from now on.`}
          action={`${path}/archive`}
        >
          <Field
            name="text"
            label="What people read"
            maxlength={300}
            autocomplete="off"
            placeholder="We have launched: join us at acme.com"
            hint="Empty: “This waitlist takes no signups at the moment.”, in the language of the visitor."
          />
        </Confirm>
      )}
    </section>
  );
}

/** The forms of the section. */
export function archiveForms(app: FastifyInstance, ctx: WebContext, show: Show): void {
  const url = '/waitlists/:id/settings';
  addForm(app, `${url}/archive`, {}, show, async (request, reply) => {
    const { session, waitlist, body } = request;
    const { text = '' } = (body ?? {}) as FormValues;
    const entered = String(text).trim() === '' ? null : text;
    const archive = readValues(ArchivePatch, { enabled: true, text: entered });
    await updateSettings(ctx, session.caller, waitlist.id, { archive });
    return redirectWithFlash(
      reply,
      `/dashboard/waitlists/${waitlist.id}/settings/archive`,
      `${waitlist.name} is archived.`,
    );
  });

  addForm(app, `${url}/unarchive`, {}, show, async (request, reply) => {
    const { session, waitlist } = request;
    await updateSettings(ctx, session.caller, waitlist.id, { archive: { enabled: false } });
    return redirectWithFlash(
      reply,
      `/dashboard/waitlists/${waitlist.id}/settings/archive`,
      `${waitlist.name} takes signups again.`,
    );
  });
}
