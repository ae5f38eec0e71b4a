import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { revokeLinks } from '../../../../shared/list/links/revoke-links.ts';
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
import { Sections } from '../../parts/frame/sections.tsx';
import { CardTitle } from '../../parts/layout.tsx';
import { maySend } from '../../rights.ts';
import { ArchiveSection, archiveForms } from './archive-section.tsx';
import { brandPreviewPage, withPreview } from './brand-preview.tsx';
import { brand } from './cards/brand.ts';
import { confirmation } from './cards/confirmation.ts';
import { form } from './cards/form.tsx';
import { leaderboard } from './cards/leaderboard.ts';
import { links } from './cards/links.ts';
import { mail } from './cards/mail.ts';
import { page } from './cards/page.tsx';
import { retention } from './cards/retention.ts';
import { rewards } from './cards/rewards.tsx';
import { Card, readListOfCards, takeCard } from './cards/settings-card.tsx';
import { LogoForm, takeLogo } from './logo-form.tsx';
import { WaitlistLayout } from './waitlist-layout.tsx';

/** In the order of the page. */
const cards = [links, brand, page, rewards, leaderboard, confirmation, mail, retention, form];

/** The name and the referral bonus. */
const inputs = toInputs(WaitlistPatch, [
  { at: 'name', label: 'Name', hint: 'Shown in signup emails.', required: true },
  {
    at: 'referral_bonus',
    label: 'Referral bonus',
    hint: 'How many places each referral moves a person up. Leave empty for none.',
  },
]);

const sectionsOf = (listId: string, mayDelete: boolean): readonly (readonly [string, string])[] => [
  ['#general', 'Name and referral bonus'],
  ...cards.map(({ id, title }) => [`#${id}`, title] as const),
  [`/dashboard/waitlists/${listId}/fields`, 'Custom fields'],
  ['#id', 'ID'],
  ['#archive', 'Archive'],
  ...(mayDelete ? [['#delete', 'Delete this waitlist'] as const] : []),
];

const Deletion = z.object({ name: z.string() });

/** The settings of a waitlist, and its deletion (§4.2). */
export function settingsPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/settings';
  const show: Show = async (request, formError) => {
    const { id, name } = request.waitlist;
    const list = await readListOfCards(ctx, request);
    const mayDelete = maySend(request.session.role, `/dashboard/waitlists/${id}/delete`);
    return (
      <WaitlistLayout
        title="Settings"
        request={request}
        formError={formError}
        scripts={['unsaved.js', 'brand.js']}
      >
        <Sections label={`Settings of ${name}`} links={sectionsOf(id, mayDelete)}>
          <section class="card" aria-labelledby="general">
            <CardTitle id="general">Name and referral bonus</CardTitle>
            <Form action={`/dashboard/waitlists/${id}/settings`} class="fields" readable>
              <Inputs of={inputs} stored={request.waitlist} />
              <div class="row">
                <Submit>Save</Submit>
              </div>
            </Form>
          </section>
          {cards.map((card) => (
            <Card key={card.id} of={card} list={list} {...(card === brand && withPreview(id))}>
              {card === brand && <LogoForm listId={id} logo={list.settings.brand.logo} />}
              {card === links && (
                <Confirm
                  id="revoke-links"
                  label="Revoke status links"
                  question="All status links and tokens of this waitlist stop working. People need new ones."
                  action={`/dashboard/waitlists/${id}/settings/revoke-links`}
                />
              )}
            </Card>
          ))}
          <section class="card" aria-labelledby="id">
            <h2 id="id">ID</h2>
            <p class="soft">Identifies the waitlist in API requests.</p>
            <p>
              <code>{id}</code>
            </p>
          </section>
          <ArchiveSection id={id} name={name} archive={list.settings.archive} />
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
        </Sections>
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, show);

  addForm(app, url, {}, show, async (request, reply) => {
    await takeForm(inputs, request.body, WaitlistPatch, (patch) =>
      updateWaitlist(ctx, request.session.caller, request.waitlist.id, patch),
    );
    return redirectWithFlash(reply, `/dashboard/waitlists/${request.waitlist.id}/settings#general`, 'Saved.');
  });

  archiveForms(app, ctx, show);
  for (const card of cards) takeCard(app, ctx, card, show);
  brandPreviewPage(app, ctx);
  app.register(async (uploads) => takeLogo(uploads, ctx, show));

  addForm(app, `${url}/revoke-links`, {}, show, async (request, reply) => {
    const { id } = request.waitlist;
    await revokeLinks(ctx, request.session.caller, id, { kind: 'status' });
    return redirectWithFlash(
      reply,
      `/dashboard/waitlists/${id}/settings#links`,
      'The status links were revoked.',
    );
  });

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
