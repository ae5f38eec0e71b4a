import { toCaller } from '../../account/api-keys/caller.ts';
import { toSettings } from '../../list/settings/schema.ts';
import { toReferralCode } from '../../list/signups/referral-code.ts';
import { notFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import type { OpenForm } from '../forms/index.ts';
import { enabledPageUrl } from './page-url.ts';
import { findPage, isReferrer } from './queries.ts';
import { isPageName, pageName } from './slug.ts';

/** A page that is shown and takes posts, as a form that asks for what signups need. */
export interface OpenPage extends OpenForm {
  /** What its URL calls it. */
  readonly name: string;
  readonly url: string;
  /** How many people are on the list; null where the page hides it. */
  readonly total: number | null;
}

/**
 * The page of this name, or of a list that had it.
 * @throws AppError not_found, also for one that is not enabled
 */
export async function openPage(
  { sql, config }: Pick<Context, 'sql' | 'config'>,
  name: string,
): Promise<OpenPage> {
  const row = (isPageName(name) ? await findPage(sql, name) : undefined) ?? notFound('page');
  const settings = toSettings(row.settings);
  const { enabled, slug, show_total } = settings.page;
  const url = enabledPageUrl(settings, row.account_id, config.baseUrl);
  if (!enabled || slug === null || url === null) notFound('page');
  // Nobody can leave out what the page itself asks for.
  const taken = row.definitions.filter(({ key, required }) => required || settings.form.fields.includes(key));
  return {
    id: `page:${row.waitlist_id}`, // of the signed time
    name: pageName(row.account_id, slug),
    url,
    total: show_total ? row.total : null,
    waitlist_id: row.waitlist_id,
    waitlist_name: row.waitlist_name,
    type: row.type ?? 'turnstile',
    sealed_captcha: row.sealed_captcha,
    definitions: row.definitions,
    caller: toCaller({ ...row, scopes: [] }),
    settings: { ...settings, form: { ...settings.form, fields: taken.map(({ key }) => key) } },
  };
}

/** Whether a code of a link belongs to somebody on the list. */
export async function isInvited(
  { sql }: Pick<Context, 'sql'>,
  { caller, waitlist_id }: OpenPage,
  code: string,
): Promise<boolean> {
  if (code === '' || code.length > longestCode) return false;
  const of = { accountId: caller.accountId, waitlistId: waitlist_id };
  return isReferrer(sql, of, toReferralCode(code) ?? null, code);
}

const longestCode = 64;
