import { z } from 'zod';
import { named } from '../../platform/schema/described.ts';
import { PageQuery } from '../../platform/schema/paging.ts';

/** What is recorded (N8), by the kind of object and what was done with it. */
export const auditActions = [
  'account.created',
  'account.updated',
  'api_key.created',
  'api_key.revoked',
  'app.connected',
  'app.ended',
  'user.created',
  'user.removed',
  'user.role_changed',
  'user.two_factor_on',
  'user.two_factor_off',
  'user.invited',
  'user.invite_revoked',
  'user.reset_requested',
  'user.password_changed',
  'user.proven',
  'user.identity_tied',
  'session.started',
  'session.refused',
  'session.ended',
  'waitlist.created',
  'waitlist.updated',
  'waitlist.deleted',
  'field.created',
  'field.updated',
  'field.deleted',
  'settings.updated',
  'logo.set',
  'logo.removed',
  'links.revoked',
  'template.updated',
  'template.removed',
  'integration.set',
  'integration.updated',
  'integration.removed',
  'integration.secret_rotated',
  'integration.event_redelivered',
  'integration.replayed',
  'integration.missed_dismissed',
  'email_provider.set',
  'email_provider.removed',
  'signup.added',
  'signup.updated',
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'statistics_link.created',
  'statistics_link.revoked',
  'signups.deleted',
  'signups.kept',
  'signups.resent',
  'signups.exported',
  'person.exported',
  'person.erased',
  'suppression.added',
  'suppression.removed',
  'suppressions.exported',
  'wave.launched',
  'wave.cancelled',
  'wave.links_exported',
  'wave.exported',
  'announcement.launched',
  'announcement.paused',
  'announcement.resumed',
  'announcement.cancelled',
  'announcement.exported',
  'invitation.created',
  'invitation.resent',
  'invitation.revoked',
  'reward.fulfilled',
  'reward.reopened',
  'rewards.exported',
  'review.approved',
  'review.rejected',
  'import.uploaded',
  'import.started',
  'import.cancelled',
  'import.exported',
  'audit_log.exported',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The query of GET audit-log. */
export const AuditQuery = z.object({
  limit: PageQuery.shape.limit,
  after: z
    .guid('must be the next_cursor of an earlier page')
    .optional()
    .describe('The `next_cursor` of the last page: the entries behind it, which are older.'),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditEntry = named(
  'AuditEntry',
  z.object({
    id: z.uuid().describe('The id of the entry.'),
    created_at: z.iso.datetime().describe('When it was done.'),
    actor: z
      .object({
        type: z
          .enum(['user', 'api_key', 'app', 'command_line', 'visitor'])
          .describe(
            'A user of the dashboard, an API key, a connected app, an operator, or somebody who is not signed in, such as with a wrong password.',
          ),
        id: z.uuid().nullable().describe('The id of the user, the key or the app.'),
        name: z
          .string()
          .nullable()
          .describe(
            'The address of the user or the name of the key, as it was then; of an app its name and the address of its user.',
          ),
      })
      .describe('Who did it.'),
    action: z.string().describe('What was done, such as `api_key.created`. There may be new ones.'),
    object: z
      .object({
        type: z.string().describe('The kind of object, such as `api_key`.'),
        id: z.string().nullable().describe('The id of the object; null if it has none.'),
      })
      .describe('What it was done to.'),
    details: z
      .record(z.string(), z.unknown())
      .describe('What else is known of it, such as the new role of a user. Never a secret.'),
  }),
);
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = named(
  'AuditPage',
  z.object({
    data: z.array(AuditEntry).describe('The entries, newest first.'),
    next_cursor: z.string().nullable().describe('Where the next page begins; null on the last page.'),
  }),
);
export type AuditPage = z.infer<typeof AuditPage>;
