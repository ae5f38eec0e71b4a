import type { Caller } from '../../account/api-keys/caller.ts';
import { signupPageUrl } from '../../list/links/signup-page.ts';
import { findSettings } from '../../list/settings/queries.ts';
import { toSettings } from '../../list/settings/schema.ts';
import type { Context } from '../context.ts';
import type { EmailTemplate } from '../design/default-template.ts';
import type { EmailDesign } from '../design/email-design.ts';
import { kindOfEmail } from '../kinds.ts';
import { lookOf, type TemplateKind } from '../parts.ts';
import { type MailLanguage, mailLanguage } from './mail-language.ts';
import { listEmailTemplates } from './template-queries.ts';
import { listVariables, type Variable } from './template-variables.ts';

/** A waitlist's email template, and the variables that it may use. */
export interface WaitlistTemplate {
  readonly template: EmailTemplate;
  /** False for the default one. */
  readonly isOwn: boolean;
  /**
   * What the simple editor made the HTML of; the default design where there is no own template. Null for
   * other HTML.
   */
  readonly design: EmailDesign | null;
  /** What the simple editor begins with. */
  readonly defaultDesign: EmailDesign;
  /** The language tags that the list has versions for. */
  readonly versions: readonly string[];
  /** Of what the service says in this one. */
  readonly language: MailLanguage;
  /** The links that mails of the list can hold. */
  readonly links: { readonly referral: boolean; readonly status: boolean };
  readonly variables: readonly Variable[];
}

/**
 * The template of a waitlist's mails of a kind (C6.1), for all languages, or for the one with this tag: where
 * there is no version for it, the default one in that language.
 */
export async function readEmailTemplate(
  { sql, config }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  kind: TemplateKind,
  locale = '',
): Promise<WaitlistTemplate> {
  const [stored, settings, variables] = await Promise.all([
    listEmailTemplates(sql, accountId, waitlistId, kind),
    findSettings(sql, accountId, waitlistId),
    listVariables(sql, accountId, waitlistId, kind),
  ]);
  const whole = toSettings(settings);
  const { status_page } = whole.links;
  const hasReferralLink = signupPageUrl(whole, accountId, config.baseUrl) !== null;
  const own = stored.find((version) => version.locale === locale);
  const language = mailLanguage(null, settings ?? null, { locale });
  const { design: defaultDesign, ...byDefault } = kindOfEmail(kind).defaultTemplate(
    { hasReferralLink, hasStatusPage: status_page },
    language.locale,
    lookOf(settings, config.baseUrl),
  );
  return {
    template: own ?? byDefault,
    isOwn: own !== undefined,
    design: own ? own.design : defaultDesign,
    defaultDesign,
    versions: stored.flatMap((version) => version.locale || []),
    language,
    links: { referral: hasReferralLink, status: status_page },
    variables,
  };
}
