import type { ListPart } from '../list/parts.ts';
import { deleteEmailsOf } from './sending/removal-queries.ts';
import { purgeSuppressions } from './suppressions/queries.ts';
import { deleteTemplatesOf } from './templates/template-queries.ts';
import './jobs.ts';

/** The mails of signups, who gets none, and the templates. */
export const mailsOfLists: ListPart = {
  removal: { of: (tx, { signups }) => deleteEmailsOf(tx, signups) },
  purge: { ofSignups: deleteEmailsOf, rows: purgeSuppressions, withLock: deleteTemplatesOf },
};
