import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deleteField } from '../../../../shared/list/fields/delete-field.ts';
import { listFields } from '../../../../shared/list/fields/list-fields.ts';
import {
  type FieldDefinition,
  FieldPatch,
  maxFieldsPerWaitlist,
} from '../../../../shared/list/fields/schema.ts';
import { updateField } from '../../../../shared/list/fields/update-field.ts';
import { notFound } from '../../../../shared/platform/errors.ts';
import { FieldParams } from '../../../routes/params.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, addPage, type FormValues, readValues, redirectWithFlash, type Show } from '../../pages.ts';
import { Confirm, Field, Form, IfMaySend, Submit } from '../../parts/form.tsx';
import { fieldTypes, Position, RequiredBox, readField, requiredNow } from './fields.tsx';
import { WaitlistLayout } from './waitlist-layout.tsx';

/** Changes or deletes a custom field (§4.5). */
export function fieldPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/fields/:key';
  const options = { schema: { params: FieldParams } };
  const show: Show = async (request, formError) => {
    const field = await findField(ctx, request);
    const list = `/dashboard/waitlists/${request.waitlist.id}/fields`;
    return (
      <WaitlistLayout title="Custom fields" part={field.label} request={request} formError={formError}>
        <section class="card" aria-labelledby="field">
          <h2 id="field">
            <code>{field.key}</code> <span class="tag">{fieldTypes[field.type]}</span>
          </h2>
          <Form action={`${list}/${field.key}`} class="fields" readable>
            <Field
              name="label"
              label="Label"
              required
              maxlength={200}
              autocomplete="off"
              hint="The name that people see."
              initial={field.label}
            />
            <RequiredBox initial={field.required} />
            <Position hint="Fields are listed in this order." initial={field.position} />
            <div class="row">
              <Submit>Save</Submit>
            </div>
          </Form>
        </section>
        <IfMaySend to={`${list}/${field.key}/delete`}>
          <section class="card" aria-labelledby="delete">
            <h2 id="delete">Delete this field</h2>
            <p class="soft">
              Existing signups keep their values. New signups store none, and the placeholder is empty in
              their emails.
            </p>
            <Confirm
              id="delete-field"
              label="Delete field"
              question={`New signups will store no value of ${field.key}.`}
              action={`${list}/${field.key}/delete`}
            />
          </section>
        </IfMaySend>
      </WaitlistLayout>
    );
  };
  addPage(app, url, options, show);

  addForm(app, url, options, show, async (request, reply) => {
    const { id } = request.waitlist;
    const patch = readValues(FieldPatch, readField(request.body as FormValues));
    const { label, required } = await updateField(ctx, request.session.caller, id, keyOf(request), patch);
    return redirectWithFlash(
      reply,
      `/dashboard/waitlists/${id}/fields`,
      `${label} was saved.${required ? ` ${requiredNow}` : ''}`,
    );
  });

  addForm(app, `${url}/delete`, options, show, async (request, reply) => {
    const { id } = request.waitlist;
    await deleteField(ctx, request.session.caller, id, keyOf(request));
    return redirectWithFlash(
      reply,
      `/dashboard/waitlists/${id}/fields`,
      `The field ${keyOf(request)} was deleted.`,
    );
  });
}

function keyOf({ params }: FastifyRequest): string {
  return (params as { key: string }).key;
}

/** Reads all fields of the waitlist, which are few, and picks one. @throws AppError not_found */
async function findField(ctx: WebContext, request: FastifyRequest): Promise<FieldDefinition> {
  const page = { limit: maxFieldsPerWaitlist, offset: 0 };
  const { data } = await listFields(ctx, request.session.caller, request.waitlist.id, page);
  return data.find(({ key }) => key === keyOf(request)) ?? notFound('field');
}
