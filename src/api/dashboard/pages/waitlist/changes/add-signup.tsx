import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addByHand } from '../../../../../shared/list/changes/add-by-hand.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import { readSettings } from '../../../../../shared/list/settings/read-settings.ts';
import { SignupInput } from '../../../../../shared/list/signups/schema.ts';
import { readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, addPage, type FormValues, readForm, redirectWithFlash, type Show } from '../../../pages.ts';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { Field, Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { FieldInputs, namingInputs, readFieldInputs } from './signup-changes.tsx';

const url = '/waitlists/:id/add';
const Entered = SignupInput.pick({ email: true, utm_source: true, referral_code: true });

/** Adds one person by hand (N9). */
export function addSignupPage(app: FastifyInstance, ctx: WebContext): void {
  const fieldsOf = async ({ session, waitlist }: FastifyRequest) =>
    (await listFields(ctx, session.caller, waitlist.id, { limit: maxFieldsPerWaitlist, offset: 0 })).data;

  const show: Show = async (request, formError) => {
    const { session, waitlist } = request;
    const list = `/dashboard/waitlists/${waitlist.id}`;
    const [fields, route, { confirmation }] = await Promise.all([
      fieldsOf(request),
      readRoute(ctx, session.caller),
      readSettings(ctx, session.caller, waitlist.id),
    ]);
    return (
      <WaitlistLayout title="Signups" request={request} formError={formError}>
        <p>
          <a href={list}>All signups</a>
        </p>
        <section class="card" aria-labelledby="add">
          <h2 id="add">Add a signup</h2>
          <p class="soft">
            Add only people who asked for it. The person gets the next position, and the audit log says who
            did it.
          </p>
          <Form action={`${list}/add`} class="fields">
            <Field name="email" label="Email" type="email" required autocomplete="off" />
            <FieldInputs fields={fields} />
            <Field
              name="utm_source"
              label="Source"
              autocomplete="off"
              hint="For the statistics. Empty: direct."
            />
            <Field
              name="referral_code"
              label="Referral code"
              autocomplete="off"
              hint="Of the person who brought this one, if somebody did."
            />
            {route.kind !== 'none' && (
              <Checkbox
                name="mailed"
                label={confirmation.enabled ? 'Ask to confirm the address' : 'Send the signup email'}
                hint="Without it the person gets no email now."
              />
            )}
            <div class="row">
              <Submit>Add</Submit>
            </div>
          </Form>
        </section>
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, show);

  addForm(app, url, {}, show, async (request, reply) => {
    const { session, waitlist, body } = request;
    const fields = await fieldsOf(request);
    const input = { ...readForm(Entered, body), fields: readFieldInputs(body, fields) };
    const isMailed = (body as FormValues).mailed === 'on';
    const adding = addByHand(ctx, session.caller, waitlist.id, input, isMailed);
    const { id, isNew } = await namingInputs(adding, fields);
    return redirectWithFlash(
      reply,
      `/dashboard/waitlists/${waitlist.id}/signups/${id}`,
      isNew ? `${input.email} was added.` : `${input.email} was on the list already. Nothing was changed.`,
    );
  });
}

/** Leads to the page, for those who may add signups. */
export function AddLink({ path }: { readonly path: string }) {
  return (
    <IfMaySend to={`${path}/add`}>
      <a class="button quiet" href={`${path}/add`}>
        Add a signup
      </a>
    </IfMaySend>
  );
}
