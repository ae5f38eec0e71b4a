import type { Caller } from '../../account/api-keys/caller.ts';
import { findSettings } from '../../list/settings/queries.ts';
import { toSettings } from '../../list/settings/schema.ts';
import type { Context } from '../context.ts';
import type { EmailTemplate } from '../design/default-template.ts';
import type { EmailDesign } from '../design/email-design.ts';
import { kindOfEmail } from '../kinds.ts';
import type { TemplateKind } from '../parts.ts';
import { findEmailDesign, findEmailTemplate } from './template-queries.ts';
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
  /** The links that mails of the list can hold. */
  readonly links: { readonly referral: boolean; readonly status: boolean };
  readonly variables: readonly Variable[];
}

/** The template of a waitlist's mails of a kind (C6.1). */
export async function readEmailTemplate(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  kind: TemplateKind,
): Promise<WaitlistTemplate> {
  const [own, design, settings, variables] = await Promise.all([
    findEmailTemplate(sql, accountId, waitlistId, kind),
    findEmailDesign(sql, accountId, waitlistId, kind),
    findSettings(sql, accountId, waitlistId),
    listVariables(sql, accountId, waitlistId, kind),
  ]);
  const { site_url, status_page } = toSettings(settings).links;
  const hasReferralLink = site_url !== null;
  const { design: defaultDesign, ...byDefault } = kindOfEmail(kind).defaultTemplate({
    hasReferralLink,
    hasStatusPage: status_page,
  });
  return {
    template: own ?? byDefault,
    isOwn: own !== undefined,
    design: own ? design : defaultDesign,
    defaultDesign,
    links: { referral: hasReferralLink, status: status_page },
    variables,
  };
}
