import type { ListPart } from '../list/parts.ts';
import { readConsents } from '../list/signups/consents.ts';
import './jobs.ts';
import { resendSignupEmails } from './resending/resend-signup-emails.ts';
import { deleteEmailsOf, deleteEmailsOfAddress } from './sending/removal-queries.ts';
import { listSignupMails } from './signup-mail/queries.ts';
import { SignupMail } from './signup-mail/schema.ts';
import { deleteSuppressionsOfImport, purgeSuppressions } from './suppressions/queries.ts';
import { noteUnsubscribed } from './suppressions/unsubscribe.ts';
import { deleteTemplatesOf } from './templates/template-queries.ts';

/** The mails of signups, who gets none, and the templates. */
export const mailsOfLists: ListPart = {
  acts: {
    async resend(tx, _, signups) {
      const queued = await resendSignupEmails(tx, signups);
      return { done: queued.length, jobs: { 'send-signup-email': queued } };
    },
  },
  correction: {
    async of(_, tx, { accountId, id }) {
      await deleteEmailsOfAddress(tx, { accountId, id });
      return {};
    },
    // Behind whoever asks for a confirmation first.
    async afterCounts(ctx, tx, correction) {
      await noteUnsubscribed(ctx, tx, correction);
      const { accountId, id, isMailed } = correction;
      return { 'send-signup-email': isMailed ? await resendSignupEmails(tx, [{ accountId, id }]) : [] };
    },
  },
  removal: { of: (tx, { signups }) => deleteEmailsOf(tx, signups) },
  columns: {
    unsubscribed: {
      label: 'Unsubscribed',
      shape: 'time',
      isExported: true,
      read: (sql, accountId, ids) => readConsents(sql, accountId, ids, 'unsubscribed_at'),
    },
  },
  takeBack: deleteSuppressionsOfImport,
  traces: {
    got_mail: {
      label: 'Got mail',
      condition: (sql, accountId, since) => sql`EXISTS (
        SELECT FROM mails WHERE account_id = ${accountId} AND id = s.id AND sent_at >= ${since}
        UNION ALL SELECT FROM mails WHERE account_id = ${accountId} AND signup_id = s.id AND sent_at >= ${since})`,
    },
    unsubscribed: {
      label: 'Unsubscribed',
      condition: (sql, _, since) => sql`s.unsubscribed_at >= ${since}`,
    },
  },
  purge: { ofSignups: deleteEmailsOf, rows: purgeSuppressions, withLock: deleteTemplatesOf },
  details: {
    mail: {
      schema: SignupMail.nullable().describe(
        'Its signup email; null if none was made. Only with `include=mail`.',
      ),
      async read(sql, accountId, ids) {
        const rows = await listSignupMails(sql, accountId, ids);
        return new Map(rows.map(({ id, ...mail }) => [id, mail]));
      },
    },
  },
};
