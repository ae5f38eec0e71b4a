import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../../shared/errors.ts';
import { deleteWaitlist } from '../../../../shared/waitlists/delete-waitlist.ts';
import { WaitlistPatch } from '../../../../shared/waitlists/schema.ts';
import { updateWaitlist } from '../../../../shared/waitlists/update-waitlist.ts';
import type { WebContext } from '../../../web-context.ts';
import {
  addForm,
  addPage,
  type FormValues,
  readForm,
  readValues,
  redirectWithNotice,
  type Show,
} from '../../pages.ts';
import { Confirm, Field, Form } from '../../parts/form.tsx';
import { WaitlistLayout } from './waitlist-layout.tsx';

const Deletion = z.object({ name: z.string() });

/** The name and referral bonus of a waitlist, and its deletion (§4.2). */
export function settingsPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/settings';
  const show: Show = (request, formError) => {
    const { id, name, referral_bonus } = request.waitlist;
    return (
      <WaitlistLayout title="Settings" request={request} formError={formError}>
        <section class="card" aria-label="Name and referral bonus">
          <Form action={`/dashboard/waitlists/${id}/settings`} class="fields">
            <Field
              name="name"
              label="Name"
              required
              maxlength={100}
              values={formError?.values}
              initial={name}
              hint="Shown in signup emails."
            />
            <Field
              name="referral_bonus"
              label="Referral bonus"
              type="number"
              min={1}
              max={1_000_000}
              values={formError?.values}
              initial={referral_bonus}
              hint="How far each referral moves up the shown position. Leave empty for none."
            />
            <div class="row">
              <button type="submit">Save</button>
            </div>
          </Form>
        </section>
        <section class="card" aria-labelledby="id">
          <h2 id="id">ID</h2>
          <p class="soft">Identifies the waitlist in API requests.</p>
          <p>
            <code>{id}</code>
          </p>
        </section>
        <section class="card" aria-labelledby="delete">
          <h2 id="delete">Delete this waitlist</h2>
          <p class="soft">
            This deletes all of its signups, statistics, fields and its email template. It cannot be undone.
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
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, show);

  addForm(app, url, {}, show, async (request, reply) => {
    const { name, referral_bonus: bonus } = request.body as FormValues;
    const patch = readValues(WaitlistPatch, { name, referral_bonus: bonus === '' ? null : Number(bonus) });
    await updateWaitlist(ctx, request.session.caller, request.waitlist.id, patch);
    return redirectWithNotice(reply, `/dashboard/waitlists/${request.waitlist.id}/settings`, 'Saved.');
  });

  addForm(app, '/waitlists/:id/delete', {}, show, async (request, reply) => {
    const { id, name } = request.waitlist;
    if (readForm(Deletion, request.body).name.trim() !== name)
      throw new AppError('invalid_request', 'The name does not match. Type the name of this waitlist.');
    await deleteWaitlist(ctx, request.session.caller, id);
    return redirectWithNotice(reply, '/dashboard/waitlists', `${name} was deleted.`);
  });
}
