import { type Caller, toCaller } from '../../account/api-keys/caller.ts';
import type { WaitlistSettings } from '../../list/parts.ts';
import { toSettings } from '../../list/settings/schema.ts';
import { notFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { type FormRow, findForm } from './queries.ts';

/** A form that takes posts. */
export interface OpenForm
  extends Pick<FormRow, 'id' | 'waitlist_id' | 'waitlist_name' | 'type' | 'sealed_captcha' | 'definitions'> {
  /** The account, which the form may add signups for and nothing else. */
  readonly caller: Caller;
  readonly settings: WaitlistSettings;
}

const formIdForm = /^f_[\w-]{22}$/;

/** Whether a text can be the id of a form. */
export function isFormId(text: string): boolean {
  return formIdForm.test(text);
}

/** The form with this id (N6). @throws AppError not_found, also for one that is not enabled */
export async function openForm({ sql }: Pick<Context, 'sql'>, formId: string): Promise<OpenForm> {
  const row = (isFormId(formId) ? await findForm(sql, formId) : undefined) ?? notFound('form');
  const settings = toSettings(row.settings);
  if (!settings.form.enabled || settings.abuse.mode !== 'enforce') notFound('form');
  return { ...row, caller: toCaller({ ...row, scopes: [] }), settings };
}
