import type { FastifyInstance, FastifyRequest } from 'fastify';
import { longestNote, type SignupNote, SignupPatch } from '../../../../../shared/list/changes/schema.ts';
import { updateSignup } from '../../../../../shared/list/changes/update-signup.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { type FieldDefinition, maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import type { Signup } from '../../../../../shared/list/signups/schema.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import { SignupParams } from '../../../../routes/params.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, type FormValues, readValues, redirectWithFlash, type Show } from '../../../pages.ts';
import { Facts } from '../../../parts/facts.tsx';
import { Choice, Field, Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { formatValue, Time } from '../../../parts/format.tsx';

interface FieldsCardProps {
  /** The page of the signup. */
  readonly path: string;
  readonly signup: Signup;
  readonly fields: readonly FieldDefinition[];
  /** Whether the form was refused, so that it stays open. */
  readonly isOpen: boolean;
}

/** The custom fields of a signup, with a form that changes them. */
export function FieldsCard({ path, signup, fields, isOpen }: FieldsCardProps) {
  const labels = new Map(fields.map(({ key, label }) => [key, label]));
  const action = `${path}/fields`;
  return (
    <section class="card" aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <Facts
        of={Object.entries(signup.fields).map(([key, value]) => [labels.get(key) ?? key, formatValue(value)])}
        none="No values."
      />
      {fields.length > 0 && (
        <IfMaySend to={action}>
          <details open={isOpen}>
            <summary>Change</summary>
            <Form action={action} class="fields">
              <FieldInputs fields={fields} values={signup.fields} />
              <div class="row">
                <Submit>Save</Submit>
              </div>
            </Form>
          </details>
        </IfMaySend>
      )}
    </section>
  );
}

interface FieldInputsProps {
  readonly fields: readonly FieldDefinition[];
  readonly values?: Signup['fields'];
}

/** An input for each custom field. `readFieldInputs` reads them. */
export function FieldInputs({ fields, values = {} }: FieldInputsProps) {
  return fields.map(({ key, label, type, required }) => {
    const value = values[key];
    const common = { name: inputOf(key), label: required ? `${label} (required)` : label };
    return type === 'boolean' ? (
      <Choice key={key} {...common} options={yesNo} initial={value === undefined ? '' : String(value)} />
    ) : (
      <Field
        key={key}
        {...common}
        {...(type === 'number' && ({ inputmode: 'decimal' } as const))}
        initial={value === undefined ? undefined : String(value)}
        autocomplete="off"
      />
    );
  });
}

const inputOf = (key: string) => `field.${key}`;

const yesNo = [
  ['', 'No answer'],
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** What was entered for each custom field. An empty input is null: no value. */
export function readFieldInputs(body: unknown, fields: readonly FieldDefinition[]): Record<string, unknown> {
  const entered = (body ?? {}) as FormValues;
  return Object.fromEntries(
    fields.map(({ key, type }) => {
      const text = String(entered[inputOf(key)] ?? '').trim();
      if (text === '') return [key, null];
      if (type === 'number') return [key, Number.isFinite(Number(text)) ? Number(text) : text];
      return [key, type === 'boolean' ? text === 'true' : text];
    }),
  );
}

/**
 * Names the input that a refusal such as `fields.company: is required` is about. @throws what `work` rejects
 * with
 */
export async function namingInputs<T>(work: Promise<T>, fields: readonly FieldDefinition[]): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [, key, problem] = /^fields\.(\w+): (.*)$/s.exec(error.message) ?? [];
    const field = fields.find((each) => each.key === key);
    if (!field) throw error;
    throw new AppError(error.code, `${field.label}: ${problem}`, {
      field: inputOf(field.key),
      cause: error,
    });
  }
}

interface NoteCardProps {
  /** The page of the signup. */
  readonly path: string;
  readonly note: SignupNote | undefined;
}

/** What the team wrote about a signup. */
export function NoteCard({ path, note }: NoteCardProps) {
  return (
    <section class="card" aria-labelledby="note">
      <h2 id="note">Note</h2>
      <Form action={`${path}/note`} class="fields" readable>
        <Field
          name="note"
          label="For your team"
          rows={4}
          maxlength={longestNote}
          initial={note?.text}
          hint="In no mail and on no page. It is in the download of your list, and is deleted with the person."
        />
        {note && (
          <p class="soft">
            Written {note.by !== null && <>by {note.by}, </>}
            <Time at={note.written_at} />
          </p>
        )}
        <div class="row">
          <Submit class="quiet">Save the note</Submit>
        </div>
      </Form>
    </section>
  );
}

/** The forms that change a signup. */
export function changeForms(app: FastifyInstance, ctx: WebContext, show: Show): void {
  const url = '/waitlists/:id/signups/:signupId';
  const options = { schema: { params: SignupParams } };
  const idOf = ({ params }: FastifyRequest) => (params as { signupId: string }).signupId.toLowerCase();
  const pathOf = (request: FastifyRequest) =>
    `/dashboard/waitlists/${request.waitlist.id}/signups/${idOf(request)}`;

  addForm(app, `${url}/fields`, options, show, async (request, reply) => {
    const { session, waitlist, body } = request;
    const page = { limit: maxFieldsPerWaitlist, offset: 0 };
    const { data } = await listFields(ctx, session.caller, waitlist.id, page);
    const patch = { fields: readFieldInputs(body, data) };
    await namingInputs(updateSignup(ctx, session.caller, waitlist.id, idOf(request), patch), data);
    return redirectWithFlash(reply, pathOf(request), 'The fields were saved.');
  });

  addForm(app, `${url}/note`, options, show, async (request, reply) => {
    const { session, waitlist, body } = request;
    const patch = readValues(SignupPatch, { note: (body as FormValues).note });
    await updateSignup(ctx, session.caller, waitlist.id, idOf(request), patch);
    const done = patch.note === null ? 'The note was removed.' : 'The note was saved.';
    return redirectWithFlash(reply, pathOf(request), done);
  });
}
