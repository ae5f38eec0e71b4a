import type { Context } from '../../context.ts';
import { defaultCopy, type EmailCopy } from './default-template.ts';
import { findEmailCopy } from './template-queries.ts';
import { listVariables, type Variable } from './template-variables.ts';

/** What a waitlist's signup email says, and what it may name. */
export interface WaitlistCopy {
  readonly copy: EmailCopy;
  /** False for the default one. */
  readonly isOwn: boolean;
  readonly variables: readonly Variable[];
}

/** The copy that new signups of a waitlist are mailed (C6.1). */
export async function readEmailCopy({ sql }: Context, waitlistId: string): Promise<WaitlistCopy> {
  const [own, variables] = await Promise.all([
    findEmailCopy(sql, waitlistId),
    listVariables(sql, waitlistId),
  ]);
  return { copy: own ?? defaultCopy, isOwn: own !== undefined, variables };
}
