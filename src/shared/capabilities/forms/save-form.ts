import { randomBytes } from 'node:crypto';
import type { WaitlistSettings } from '../../list/parts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { Context } from '../context.ts';
import { findFormOf, insertForm, saveCaptcha, sealedCaptcha } from './queries.ts';

interface ListOfForm {
  readonly accountId: string;
  readonly waitlistId: string;
}

/** 22 random characters: nobody finds the forms of others by trying. */
const newFormId = () => `f_${randomBytes(16).toString('base64url')}`;

/**
 * Stores what the settings of a form do not hold: its id, once it is enabled, and the secret of its captcha.
 * Without a secret the stored one stays. The caller holds the waitlist.
 * @throws AppError invalid_request for a captcha without a secret
 */
export async function saveForm(
  { vault }: Pick<Context, 'vault'>,
  tx: Tx,
  { accountId, waitlistId }: ListOfForm,
  { enabled, captcha }: WaitlistSettings['form'],
  secret: string | undefined,
): Promise<void> {
  const stored = await findFormOf(tx, accountId, waitlistId);
  if (captcha !== null && secret === undefined && stored?.has_secret !== true)
    throw new AppError('invalid_request', 'form.captcha.secret: is required');
  const owner = { account_id: accountId, type: captcha?.provider ?? 'turnstile' };
  if (!stored && (enabled || captcha !== null))
    await insertForm(tx, { ...owner, waitlist_id: waitlistId, id: newFormId() });
  if (captcha === null) await saveCaptcha(tx, accountId, waitlistId, null);
  else if (secret !== undefined)
    await saveCaptcha(tx, accountId, waitlistId, vault.seal(secret, sealedCaptcha.boundTo(owner)));
}

/** Completes settings with the id and the URLs of the form. */
export async function withForm(
  sql: Sql | Tx,
  { accountId, waitlistId }: ListOfForm,
  settings: WaitlistSettings,
  baseUrl: string,
): Promise<WaitlistSettings> {
  const id = (await findFormOf(sql, accountId, waitlistId))?.id;
  if (id === undefined) return settings;
  const url = `${baseUrl}/f/${id}`;
  return { ...settings, form: { ...settings.form, id, url, script_url: `${url}/script.js` } };
}
