import type { Caller } from '../../account/api-keys/caller.ts';
import type { LinkSource } from '../../list/links/signup-links.ts';
import { findSettings } from '../../list/settings/queries.ts';
import type { Waitlist } from '../../list/waitlists/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import type { EmailTemplate } from '../design/default-template.ts';
import type { RenderedEmail } from '../design/rendered-email.ts';
import { kindOfEmail } from '../kinds.ts';
import type { TemplateKind } from '../parts.ts';
import { toEmailLinks } from './email-links.ts';
import { mailLanguage } from './mail-language.ts';
import { rankReader } from './mail-rank.ts';
import { findAsMailed, type MailedSignupRow } from './mailed-signup.ts';
import { type MailedSignup, renderEmailOf } from './render-email.ts';
import { listVariables, unknownPlaceholders, type Variable } from './template-variables.ts';

/** A mail as it would be sent now. */
export interface EmailPreview extends RenderedEmail {
  /** The recipient whose values it shows; null for sample values, if the list is empty. */
  readonly email: string | null;
  /** Whether nobody was named whose mail it is. */
  readonly isNewest: boolean;
  /** Placeholders that are no variables, for which saving would be refused. */
  readonly unknown: readonly string[];
}

/**
 * Renders a template as the worker does, with sample values: they are nobody's data, so they may go anywhere.
 * `locale` is the language tag of its version.
 */
export async function renderSample(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlist: Waitlist,
  template: EmailTemplate,
  kind: TemplateKind = 'signup',
  locale = '',
): Promise<RenderedEmail> {
  const variables = await listVariables(ctx.sql, accountId, waitlist.id, kind);
  return renderEmailOf(kind, await toSample(ctx, accountId, waitlist, variables, kind, locale), template);
}

/**
 * The same with the values of a signup of the list, for members of the account: of the newest one unless
 * `signupId` names another that is there.
 */
export async function previewSignupEmail(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlist: Waitlist,
  template: EmailTemplate,
  kind: TemplateKind = 'signup',
  { locale = '', signupId = null }: { locale?: string; signupId?: string | null } = {},
): Promise<EmailPreview> {
  const find = (id: string | null) => findAsMailed(ctx.sql, accountId, waitlist.id, id);
  const [row, variables] = await Promise.all([
    find(signupId).then((found) => found ?? (signupId === null ? undefined : find(null))),
    listVariables(ctx.sql, accountId, waitlist.id, kind),
  ]);
  const readRank = rankReader(ctx, ctx.sql);
  const signup = row
    ? {
        ...row,
        ...(await toPreview(ctx, accountId, row, kind, locale)),
        ...(await readRank(accountId, waitlist.id, row, template)),
      }
    : await toSample(ctx, accountId, waitlist, variables, kind, locale);
  return {
    ...renderEmailOf(kind, signup, template),
    email: row?.email ?? null,
    isNewest: row?.signup_id !== signupId,
    unknown: unknownPlaceholders(template, variables),
  };
}

/** What of a mail depends on who gets it. */
type OfNobody = Pick<MailedSignup, 'links' | 'values'>;

/** The links of nobody, but for the one that the person shares: a preview acts for no real person. */
async function toPreview(
  ctx: Context,
  accountId: string,
  row: MailedSignupRow,
  kind: TemplateKind,
  locale: string,
): Promise<OfNobody> {
  const { links, ...others } = await toNobody(ctx, accountId, row, kind, locale);
  const own = toEmailLinks(await ctx.linkSigner(), { accountId, id: row.signup_id }, row);
  return { ...others, links: { ...links, referral: own.referral } };
}

/** Links of nobody. */
async function toNobody(
  ctx: Context,
  accountId: string,
  source: LinkSource,
  kind: TemplateKind,
  locale: string,
): Promise<OfNobody> {
  const signer = await ctx.linkSigner();
  const nobody = { accountId, id: newId() };
  const { tag } = mailLanguage(null, source.settings, { locale });
  return {
    links: toEmailLinks(signer, nobody, source),
    values: kindOfEmail(kind).sampleValues?.(signer, nobody, source.settings, tag) ?? {},
  };
}

/** A text is its own label, so that a reader sees what will stand there. */
const sampleValue = (type: NonNullable<Variable['type']>, label: string) =>
  ({ string: label, number: 42, boolean: true })[type];

/** A list's first signup, made up: its link shows nobody's place. */
async function toSample(
  ctx: Context,
  accountId: string,
  { id, name, referral_bonus }: Waitlist,
  variables: readonly Variable[],
  kind: TemplateKind,
  locale: string,
): Promise<MailedSignup> {
  const settings = (await findSettings(ctx.sql, accountId, id)) ?? null;
  const source = { settings, status_epoch: 0, referral_code: 'k3v9x2m8qd', address_generation: 0 };
  return {
    email: 'ada@example.com',
    position: 1,
    rank: 1,
    total: 1,
    waitlist_name: name,
    referral_code: source.referral_code,
    referral_bonus,
    ...(await toNobody(ctx, accountId, source, kind, locale)),
    fields: Object.fromEntries(
      variables.flatMap(({ name, label, type }) => (type ? [[name, sampleValue(type, label)]] : [])),
    ),
  };
}
