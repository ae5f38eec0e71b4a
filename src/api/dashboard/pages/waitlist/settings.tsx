import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { suggestSlug } from '../../../../shared/capabilities/pages/suggest-slug.ts';
import { revokeLinks } from '../../../../shared/list/links/revoke-links.ts';
import { readSettings } from '../../../../shared/list/settings/read-settings.ts';
import { deleteWaitlist } from '../../../../shared/list/waitlists/delete-waitlist.ts';
import { WaitlistPatch } from '../../../../shared/list/waitlists/schema.ts';
import { updateWaitlist } from '../../../../shared/list/waitlists/update-waitlist.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../web-context.ts';
import { toInputs } from '../../controls/control.ts';
import { Inputs } from '../../controls/inputs.tsx';
import { takeForm } from '../../controls/refusal.ts';
import { addForm, addPage, readForm, redirectWithFlash, type Show } from '../../pages.ts';
import { Confirm, Field, Form, IfMaySend, Submit } from '../../parts/form.tsx';
import { CardTitle } from '../../parts/layout.tsx';
import { Secret } from '../../parts/secret.tsx';
import { ArchiveSection, archiveForms } from './archive-section.tsx';
import { brandPreviewPage, withPreview } from './brand-preview.tsx';
import { brand } from './cards/brand.ts';
import { form } from './cards/form.tsx';
import { links } from './cards/links.ts';
import { page } from './cards/page.tsx';
import { Card, readListOfCards, type SettingsCard, takeCard } from './cards/settings-card.tsx';
import { takeWithholding } from './cards/withholding.tsx';
import { LogoForm, takeLogo } from './logo-form.tsx';
import { closing, general, SettingsFrame, settingsCards } from './settings-frame.tsx';

/** The name and the referral bonus. */
const inputs = toInputs(WaitlistPatch, [
  { at: 'name', label: 'Name', hint: 'Shown in signup emails.', required: true },
  {
    at: 'referral_bonus',
    label: 'Referral bonus',
    hint: 'How many places each referral moves a person up. Leave empty for none.',
  },
]);

const Deletion = z.object({ name: z.string() });

/** The settings of a waitlist on a page for each group, and its deletion (§4.2). */
export function settingsPages(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/settings';
  generalPage(app, ctx, url);
  for (const card of settingsCards) cardPage(app, ctx, `${url}/${card.id}`, card);
  closingPage(app, ctx, url);
}

function generalPage(app: FastifyInstance, ctx: WebContext, url: string): void {
  const show: Show = (request, formError) => (
    <SettingsFrame request={request} part={general} formError={formError}>
      <section class="card" aria-labelledby="general">
        <CardTitle id="general">{general.title}</CardTitle>
        <Form action={`/dashboard/waitlists/${request.waitlist.id}/settings`} class="fields" readable>
          <Inputs of={inputs} stored={request.waitlist} />
          <div class="row">
            <Submit>Save</Submit>
          </div>
        </Form>
      </section>
      <section class="card" aria-labelledby="id">
        <h2 id="id">ID</h2>
        <p class="soft">Identifies the waitlist in API requests.</p>
        <Secret value={request.waitlist.id} label="ID" />
      </section>
    </SettingsFrame>
  );
  addPage(app, url, {}, show);

  addForm(app, url, {}, show, async (request, reply) => {
    await takeForm(inputs, request.body, WaitlistPatch, (patch) =>
      updateWaitlist(ctx, request.session.caller, request.waitlist.id, patch),
    );
    return redirectWithFlash(reply, `/dashboard/waitlists/${request.waitlist.id}/settings#general`, 'Saved.');
  });
}

/** The page of a settings card, with what belongs to it. */
function cardPage(app: FastifyInstance, ctx: WebContext, url: string, card: SettingsCard): void {
  const show: Show = async (request, formError) => {
    const list = await readListOfCards(ctx, request);
    const freeSlug =
      card === page && list.settings.page.slug === null
        ? await suggestSlug(ctx.sql, request.session.caller.accountId, request.waitlist.name)
        : undefined;
    return (
      <SettingsFrame
        request={request}
        part={card}
        formError={formError}
        scripts={card === brand ? ['brand.js'] : []}
      >
        <Card of={card} list={{ ...list, freeSlug }} {...(card === brand && withPreview(list.id))}>
          {card === brand && <LogoForm listId={list.id} logo={list.settings.brand.logo} />}
          {card === links && (
            <Confirm
              id="revoke-links"
              label="Revoke status links"
              question="All status links and tokens of this waitlist stop working. People need new ones."
              action={`/dashboard/waitlists/${list.id}/settings/revoke-links`}
            />
          )}
        </Card>
      </SettingsFrame>
    );
  };
  addPage(app, url, {}, show);
  takeCard(app, ctx, card, show);
  if (card === form) takeWithholding(app, ctx, show);

  if (card === brand) {
    brandPreviewPage(app, ctx);
    app.register(async (uploads) => takeLogo(uploads, ctx, show));
  }
  if (card === links)
    addForm(app, '/waitlists/:id/settings/revoke-links', {}, show, async (request, reply) => {
      const { id } = request.waitlist;
      await revokeLinks(ctx, request.session.caller, id, { kind: 'status' });
      const back = `/dashboard/waitlists/${id}/settings/links#links`;
      return redirectWithFlash(reply, back, 'The status links were revoked.');
    });
}

function closingPage(app: FastifyInstance, ctx: WebContext, url: string): void {
  const show: Show = async (request, formError) => {
    const { id, name } = request.waitlist;
    const { archive } = await readSettings(ctx, request.session.caller, id);
    return (
      <SettingsFrame request={request} part={closing} formError={formError}>
        <ArchiveSection id={id} name={name} archive={archive} />
        <IfMaySend to={`/dashboard/waitlists/${id}/delete`}>
          <section class="card" aria-labelledby="delete">
            <h2 id="delete">Delete this waitlist</h2>
            <p class="soft">
              This deletes its signups, statistics, fields and email template. It cannot be undone.
            </p>
            <Confirm
              id="delete-waitlist"
              label="Delete waitlist"
              question={`This deletes ${name} and all of its signups. It cannot be undone.`}
              action={`/dashboard/waitlists/${id}/delete`}
            >
              <Field name="name" label={`Type ${name} to confirm`} required autocomplete="off" />
            </Confirm>
          </section>
        </IfMaySend>
      </SettingsFrame>
    );
  };
  addPage(app, `${url}/archive`, {}, show);
  archiveForms(app, ctx, show);

  addForm(app, '/waitlists/:id/delete', {}, show, async (request, reply) => {
    const { id, name } = request.waitlist;
    if (readForm(Deletion, request.body).name.trim() !== name)
      throw new AppError('invalid_request', 'The name does not match. Type the name of this waitlist.', {
        field: 'name',
      });
    await deleteWaitlist(ctx, request.session.caller, id);
    return redirectWithFlash(reply, '/dashboard/waitlists', `${name} was deleted.`);
  });
}
