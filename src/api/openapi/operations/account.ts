import type { OperationTexts } from '../operation-text.ts';

/** The operations of accounts. */
export const accountTexts = {
  readAccount: {
    description: 'The plan and its quota of signups. The numbers are live.',
    answers: { 200: 'The account.' },
  },
  listAuditLog: {
    description: `Who changed what in the last 400 days: keys, users, settings, templates, integrations, the mail provider, waitlists, many signups at once, invitations, reviews, exports, sign-ins. Newest first. Single signups are not in it.

For the next page send \`next_cursor\` as \`after\`.`,
    answers: { 200: 'A page of the log.' },
  },
  exportAuditLog: {
    description: 'The whole log as CSV, newest first. The export is in the log, too.',
    answers: { 200: 'The CSV file.' },
  },
} as const satisfies OperationTexts;
