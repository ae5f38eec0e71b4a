import type { Caller } from '../../api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { defaultTemplate, type EmailTemplate } from './default-template.ts';
import { findEmailTemplate } from './template-queries.ts';
import { listVariables, type Variable } from './template-variables.ts';

/** A waitlist's email template, and the variables that it may use. */
export interface WaitlistTemplate {
  readonly template: EmailTemplate;
  /** False for the default one. */
  readonly isOwn: boolean;
  readonly variables: readonly Variable[];
}

/** The copy that new signups of a waitlist are mailed (C6.1). */
export async function readEmailTemplate(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
): Promise<WaitlistTemplate> {
  const [own, variables] = await Promise.all([
    findEmailTemplate(sql, accountId, waitlistId),
    listVariables(sql, accountId, waitlistId),
  ]);
  return { template: own ?? defaultTemplate, isOwn: own !== undefined, variables };
}
