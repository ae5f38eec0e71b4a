import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createField } from '../../../../shared/list/fields/create-field.ts';
import { listFields } from '../../../../shared/list/fields/list-fields.ts';
import {
  type FieldDefinition,
  FieldInput,
  maxFieldsPerWaitlist,
} from '../../../../shared/list/fields/schema.ts';
import { readSettings } from '../../../../shared/list/settings/read-settings.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, addPage, type FormValues, readValues, redirectWithFlash, type Show } from '../../pages.ts';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Empty } from '../../parts/empty/empty.tsx';
import { More } from '../../parts/folded/more.tsx';
import { Choice, Field, Form, IfMaySend, Submit } from '../../parts/form.tsx';
import { countOf } from '../../parts/format.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Table } from '../../parts/table.tsx';
import { ClosedForm } from './cards/form.tsx';
import { freeKey } from './free-key.ts';
import { WaitlistLayout } from './waitlist-layout.tsx';

/** The names of the types. */
export const fieldTypes = {
  string: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
} as const satisfies Record<FieldDefinition['type'], string>;

/** The custom fields of a waitlist (§2.2, C11.3). */
export function fieldsPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/fields';
  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const { id } = request.waitlist;
    const [fields, { form }] = await Promise.all([
      listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
      readSettings(ctx, caller, id),
    ]);
    return (
      <WaitlistLayout title="Custom fields" request={request} formError={formError}>
        <ClosedForm id={id} form={form} fields={fields.data} />
        {fields.total === 0 ? (
          <Empty
            picture="fields"
            title="No custom fields yet"
            about="A field holds one more answer of your form, such as a company. It becomes a column here and in the CSV, narrows searches, and can stand in mails."
          >
            <IfMaySend to={pathOf(request)}>
              <a class="button" href="#new">
                <Icon name="text-cursor-input" />
                Add the first field
              </a>
            </IfMaySend>
          </Empty>
        ) : (
          <section class="card" aria-label="Fields of this waitlist">
            <p class="soft">
              {fields.total} of {countOf(maxFieldsPerWaitlist, 'field')} in use. They hold what else your form
              asks. <code>{'{{key}}'}</code> shows an answer in the signup email.
            </p>
            <FieldTable path={pathOf(request)} fields={fields.data} />
          </section>
        )}
        {(fields.total < maxFieldsPerWaitlist || formError) && <NewField path={pathOf(request)} />}
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, show);

  addForm(app, url, {}, show, async (request, reply) => {
    const { id } = request.waitlist;
    const { caller } = request.session;
    const form = request.body as FormValues;
    const { data } = await listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 });
    const key = form.key === '' ? freeKey(String(form.label ?? ''), data) : form.key;
    const input = readValues(FieldInput, readField({ ...form, ...(key !== undefined && { key }) }));
    const { label, required } = await createField(ctx, caller, id, input);
    return redirectWithFlash(
      reply,
      pathOf(request),
      `${label} was added. ${required ? requiredNow : 'It applies to new signups.'}`,
    );
  });
}

function pathOf({ waitlist }: FastifyRequest): string {
  return `/dashboard/waitlists/${waitlist.id}/fields`;
}

/** Said when a required field was saved. */
export const requiredNow =
  'It is required: from now on every signup without it is refused. Check that your pages send it.';

/** Reads the form of a field. Leaves out an empty position. Pages count positions from 1, the API from 0. */
export function readField({ required, position = '', ...texts }: FormValues): object {
  return {
    ...texts,
    required: required === 'on',
    ...(position !== '' && { position: Number(position) - 1 }),
  };
}

function FieldTable({ path, fields }: { path: string; fields: readonly FieldDefinition[] }) {
  return (
    <Table label="Fields" columns={['Label', 'Key', 'Type', 'Required', { name: 'Position', number: true }]}>
      {fields.map(({ key, label, type, required, position }) => (
        <tr key={key}>
          <th scope="row">
            <a href={`${path}/${key}`}>{label}</a>
          </th>
          <td>
            <code>{key}</code>
          </td>
          <td>{fieldTypes[type]}</td>
          <td>{required ? 'Yes' : <span class="soft">No</span>}</td>
          <td class="number">{position + 1}</td>
        </tr>
      ))}
    </Table>
  );
}

function NewField({ path }: { path: string }) {
  return (
    <IfMaySend to={path}>
      <section class="card" aria-labelledby="new">
        <h2 id="new">Add a field</h2>
        <Form action={path} class="fields">
          <Field
            name="label"
            label="Label"
            required
            maxlength={200}
            placeholder="Company"
            autocomplete="off"
            hint="The name that people see."
          />
          <Choice
            name="type"
            label="Type"
            options={Object.entries(fieldTypes)}
            hint="Signups with a value of another type are rejected. Cannot be changed later."
          />
          <RequiredBox />
          <More label="Key and position">
            <Field
              name="key"
              label="Key"
              maxlength={64}
              pattern="[a-z][a-z0-9_]{0,63}"
              placeholder="company"
              autocomplete="off"
              hint="For the API and for mails: a-z, 0-9 and _, starting with a letter. Leave empty and it is made for you. Cannot be changed later."
            />
            <Position hint="Fields are listed in this order. Leave empty to add the field at the end." />
          </More>
          <div class="row">
            <Submit>Add field</Submit>
          </div>
        </Form>
      </section>
    </IfMaySend>
  );
}

/** Where a field stands among the others. */
export function Position({ hint, initial }: { readonly hint: string; readonly initial?: number }) {
  return (
    <Field
      name="position"
      label="Position"
      type="number"
      min={1}
      max={1_000_001}
      hint={hint}
      initial={initial === undefined ? undefined : initial + 1}
    />
  );
}

/** Whether signups need a value of a field. */
export function RequiredBox({ initial }: { readonly initial?: boolean }) {
  return (
    <Checkbox
      name="required"
      label="Required"
      initial={initial}
      hint="Every signup without a value is refused, from the moment that you save. Let your pages send it first."
    />
  );
}
