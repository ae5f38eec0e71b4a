import type { Caller } from '../../api-keys/caller.ts';
import type { Context } from '../../context.ts';
import type { Waitlist } from '../../waitlists/schema.ts';
import { findNewestAsMailed } from '../sending/start-queries.ts';
import type { EmailTemplate } from './default-template.ts';
import { type MailedSignup, type RenderedEmail, renderEmailOf } from './render-signup-email.ts';
import { listVariables, unknownPlaceholders, type Variable } from './template-variables.ts';

/** A mail as it would be sent now. */
export interface EmailPreview extends RenderedEmail {
  /** The recipient whose values it shows; null for sample values, if the list is empty. */
  readonly email: string | null;
  /** Placeholders that are no variables, for which saving would be refused. */
  readonly unknown: readonly string[];
}

/**
 * Renders a template as the worker does, with sample values: a test mail to any address holds nobody's data.
 */
export async function renderSample(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlist: Waitlist,
  template: EmailTemplate,
): Promise<RenderedEmail> {
  return renderEmailOf(toSample(waitlist, await listVariables(sql, accountId, waitlist.id)), template);
}

/** The same with the values of the list's newest signup, for members of the account. */
export async function previewSignupEmail(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlist: Waitlist,
  template: EmailTemplate,
): Promise<EmailPreview> {
  const [newest, variables] = await Promise.all([
    findNewestAsMailed(sql, accountId, waitlist.id),
    listVariables(sql, accountId, waitlist.id),
  ]);
  return {
    ...renderEmailOf(newest ?? toSample(waitlist, variables), template),
    email: newest?.email ?? null,
    unknown: unknownPlaceholders(template, variables),
  };
}

const sampleValues = { string: 'an answer', number: 42, boolean: true } as const;

/** A list's first signup, made up. */
function toSample({ name, referral_bonus }: Waitlist, variables: readonly Variable[]): MailedSignup {
  return {
    email: 'ada@example.com',
    position: 1,
    total: 1,
    waitlist_name: name,
    referral_code: 'k3v9x2m8qd',
    referral_bonus,
    fields: Object.fromEntries(
      variables.flatMap((variable) =>
        variable.field ? [[variable.name, sampleValues[variable.field.type]]] : [],
      ),
    ),
  };
}
