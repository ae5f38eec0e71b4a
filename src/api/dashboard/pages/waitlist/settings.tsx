import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listFields } from '../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../shared/list/fields/schema.ts';
import { revokeLinks } from '../../../../shared/list/links/revoke-links.ts';
import { readSettings } from '../../../../shared/list/settings/read-settings.ts';
import { settingsPatch } from '../../../../shared/list/settings/schema.ts';
import { updateSettings } from '../../../../shared/list/settings/update-settings.ts';
import { deleteWaitlist } from '../../../../shared/list/waitlists/delete-waitlist.ts';
import { WaitlistPatch } from '../../../../shared/list/waitlists/schema.ts';
import { updateWaitlist } from '../../../../shared/list/waitlists/update-waitlist.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../web-context.ts';
import {
  addForm,
  addPage,
  type FormValues,
  readForm,
  readValues,
  redirectWithFlash,
  type Show,
} from '../../pages.ts';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Confirm, Field, Form, IfMaySend, Submit } from '../../parts/form.tsx';
import { CardTitle } from '../../parts/layout.tsx';
import { FormSection, formSettingsForm } from './form-settings.tsx';
import { RewardRules, rewardRuleForms } from './reward-rules.tsx';
import { SignupRules, signupRuleForms } from './signup-rules.tsx';
import { WaitlistLayout } from './waitlist-layout.tsx';

const siteLabel = 'Page where people sign up';

const Deletion = z.object({ name: z.string() });

/** The name and referral bonus of a waitlist, and its deletion (§4.2). */
export function settingsPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/settings';
  const show: Show = async (request, formError) => {
    const { id, name, referral_bonus } = request.waitlist;
    const { caller } = request.session;
    const [settings, fields] = await Promise.all([
      readSettings(ctx, caller, id),
      listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
    ]);
    const { links } = settings;
    return (
      <WaitlistLayout title="Settings" request={request} formError={formError} scripts={['unsaved.js']}>
        <section class="card" aria-label="Name and referral bonus">
          <Form action={`/dashboard/waitlists/${id}/settings`} class="fields" readable>
            <Field
              name="name"
              label="Name"
              required
              maxlength={100}
              initial={name}
              hint="Shown in signup emails."
            />
            <Field
              name="referral_bonus"
              label="Referral bonus"
              type="number"
              min={1}
              max={1_000_000}
              initial={referral_bonus}
              hint="How many places each referral moves a person up. Leave empty for none."
            />
            <div class="row">
              <Submit>Save</Submit>
            </div>
          </Form>
        </section>
        <section class="card" aria-labelledby="links">
          <CardTitle id="links">Referral links and status page</CardTitle>
          <Form action={`/dashboard/waitlists/${id}/settings/links`} class="fields" readable>
            <Field
              name="site_url"
              label={siteLabel}
              type="url"
              maxlength={1_000}
              placeholder="https://"
              initial={links.site_url}
              hint="Your landing page. Each person on the list gets a link to it with their referral code."
            />
            <Checkbox
              name="status_page"
              label="Give each person a status page that shows their place"
              initial={links.status_page}
            />
            <Checkbox
              name="hide_position"
              label="Hide the position on it"
              initial={links.hide.includes('position')}
            />
            <Checkbox
              name="hide_total"
              label="Hide how many people are on the list"
              initial={links.hide.includes('total')}
            />
            <div class="row">
              <Submit>Save links</Submit>
            </div>
          </Form>
          <Confirm
            id="revoke-links"
            label="Revoke status links"
            question="All status links and tokens of this waitlist stop working. People need new ones."
            action={`/dashboard/waitlists/${id}/settings/revoke-links`}
          />
        </section>
        <RewardRules id={id} settings={settings} fields={fields.data} />
        <SignupRules id={id} settings={settings} />
        <FormSection id={id} settings={settings} fields={fields.data} />
        <section class="card" aria-labelledby="id">
          <h2 id="id">ID</h2>
          <p class="soft">Identifies the waitlist in API requests.</p>
          <p>
            <code>{id}</code>
          </p>
        </section>
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
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, show);

  addForm(app, url, {}, show, async (request, reply) => {
    const { name, referral_bonus: bonus } = request.body as FormValues;
    const patch = readValues(WaitlistPatch, { name, referral_bonus: bonus === '' ? null : Number(bonus) });
    await updateWaitlist(ctx, request.session.caller, request.waitlist.id, patch);
    return redirectWithFlash(reply, `/dashboard/waitlists/${request.waitlist.id}/settings`, 'Saved.');
  });

  addForm(app, `${url}/links`, {}, show, async (request, reply) => {
    const { site_url, status_page, hide_position, hide_total } = request.body as FormValues;
    const hide = [hide_position === 'on' && 'position', hide_total === 'on' && 'total'].filter(Boolean);
    const links = { site_url: site_url || null, status_page: status_page === 'on', hide };
    const patch = readValues(settingsPatch(), { links }, (path) =>
      path === 'links.site_url' ? siteLabel : path,
    );
    const { id } = request.waitlist;
    await updateSettings(ctx, request.session.caller, id, patch);
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}/settings#links`, 'Saved.');
  });

  rewardRuleForms(app, ctx, url, show);
  signupRuleForms(app, ctx, url, show);
  formSettingsForm(app, ctx, url, show);

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
