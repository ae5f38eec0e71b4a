import { z } from 'zod';
import { eventTypes } from '../../list/publishing/events.ts';
import { AnyObject, boundedList } from '../../platform/schema/bounded.ts';
import { named } from '../../platform/schema/described.ts';
import { IsoTime } from '../feed/schema.ts';
import { integrationTypes } from './providers/index.ts';

export const IntegrationTypeName = z.enum(integrationTypes);

/** A configured integration (§2.9). Its configuration is never shown. */
export const Integration = named(
  'Integration',
  z.object({
    type: IntegrationTypeName.describe('The type. An account has at most one integration of each.'),
    enabled: z.boolean().describe('False while it is paused.'),
    created_at: z.iso.datetime().describe('When it was created.'),
  }),
);
export type Integration = z.infer<typeof Integration>;

/** What PUT takes (§4.7): the whole configuration, which the shape of the type checks. */
export const IntegrationInput = named(
  'IntegrationSettings',
  z.object({
    config: AnyObject.describe('The whole configuration, in the shape of the type.'),
  }),
);
export type IntegrationInput = z.infer<typeof IntegrationInput>;

/**
 * What PUT answers. `signing_secret` is in the answer that generated it, and null everywhere else (§4.7 rule
 * 4).
 */
export const SavedIntegration = named(
  'SavedIntegration',
  Integration.omit({ created_at: true }).extend({
    signing_secret: z
      .string()
      .nullable()
      .describe(
        'The secret that signs deliveries. Shown once, in the answer to the request that generated it; otherwise null.',
      ),
  }),
);
export type SavedIntegration = z.infer<typeof SavedIntegration>;

export const IntegrationPatch = named(
  'IntegrationChange',
  z.object({ enabled: z.boolean().describe('False pauses the integration, true resumes it.') }),
);
export type IntegrationPatch = z.infer<typeof IntegrationPatch>;

/** One attempt to deliver an event to an integration (§2.9). */
export const DeliveryRecord = named(
  'DeliveryRecord',
  z.object({
    id: z.uuid().describe('The id of the attempt.'),
    event_type: z.enum(eventTypes).describe('The type of the event.'),
    status: z.enum(['success', 'failed']).describe('How the attempt ended.'),
    response_status: z
      .int()
      .nullable()
      .describe('The HTTP status of the receiver; null if it did not answer.'),
    error: z.string().nullable().describe('What went wrong; null on success.'),
    created_at: z.iso.datetime().describe('When the attempt was made.'),
    delivered_at: z.iso.datetime().nullable().describe('When the attempt succeeded; null on failure.'),
    is_test: z.boolean().describe('Whether it was a test event.'),
  }),
);
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** How many attempts are shown (§4.7). */
export const shownDeliveries = 50;

/** The body of POST webhook/rotate-secret (N2). */
export const SecretRotation = named(
  'SecretRotation',
  z.strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(72)
      .describe('How long the old secret signs too, so that receivers can change over. 0 ends it at once.'),
  }),
);
export type SecretRotation = z.infer<typeof SecretRotation>;

export const RotatedSecret = named(
  'RotatedSecret',
  z.object({
    signing_secret: z.string().nullable().describe('The new secret. Shown only in this answer.'),
    previous_expires_at: z.iso
      .datetime()
      .nullable()
      .describe('Until when the old secret signs too; null if it ended at once.'),
  }),
);
export type RotatedSecret = z.infer<typeof RotatedSecret>;

const headers = z.record(z.string(), z.string());

/** One attempt, with what was sent and answered (N2). */
export const DeliveryDetails = named(
  'DeliveryDetails',
  DeliveryRecord.extend({
    event_id: z.uuid().nullable().describe('The id of the event; null for a test event.'),
    attempt: z.int().describe('Which attempt at the event it was, from 1.'),
    request: z
      .object({
        method: z.string().describe('The method.'),
        headers: headers.describe('The headers, without signatures and credentials.'),
        body: z.string().nullable().describe('The body; credentials in it are replaced.'),
      })
      .nullable()
      .describe('What was sent, for 7 days; null afterwards, and if nothing was sent.'),
    response: z
      .object({
        status: z.int().describe('The HTTP status.'),
        body: z.string().describe('The first 2 KiB of the body.'),
      })
      .nullable()
      .describe('What was answered, for 7 days; null afterwards, and without an answer.'),
  }),
);
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;

/** How an integration does (N2). */
export const IntegrationHealth = named(
  'IntegrationHealth',
  z.object({
    state: z
      .enum(['ok', 'failing', 'disabled'])
      .describe(
        '`failing`: the newest attempt failed. `disabled`: paused by the service, until you resume it.',
      ),
    failing_since: z.iso
      .datetime()
      .nullable()
      .describe('The first failure after the last success; null if the newest attempt succeeded.'),
    missed_since: z.iso
      .datetime()
      .nullable()
      .describe(
        'Since when events may not have arrived: replay from here. It stays when the integration is resumed, until you replay; null if nothing is known to be missing.',
      ),
    undelivered: z
      .int()
      .min(0)
      .describe(
        'How many events since `missed_since` have not arrived and wait for no attempt, so a replay delivers them; 1,000 stands for that and more.',
      ),
    disabled_at: z.iso.datetime().nullable().describe('When the service paused it.'),
    reason: z.string().nullable().describe('Why it fails or is disabled; null if it does not.'),
    pending: z.int().min(0).describe('How many deliveries wait; 100,000 stands for that and more.'),
    oldest_pending: z.iso
      .datetime()
      .nullable()
      .describe('When the oldest event that waits was published; null if none waits.'),
  }),
);
export type IntegrationHealth = z.infer<typeof IntegrationHealth>;

/** The body of POST …/replay (N2). */
export const ReplayInput = named(
  'ReplayRequest',
  z
    .strictObject({
      since: IsoTime.describe('Events from this time on.'),
      until: IsoTime.optional().describe('Events before this time. Left out: until now.'),
      types: boundedList(z.array(z.enum(eventTypes)).min(1), 100, 'event types')
        .optional()
        .describe('Only these types. Left out: all that the integration wants.'),
      only: z
        .enum(['failed', 'all'])
        .describe('`failed`: events whose last attempt failed, or that had none. `all`: delivered ones too.'),
      dry_run: z.boolean().default(false).describe('Only counts.'),
    })
    .refine(({ since, until }) => until === undefined || Date.parse(since) < Date.parse(until), {
      path: ['until'],
      message: 'must be after since',
    }),
);
export type ReplayInput = z.infer<typeof ReplayInput>;

export const ReplayResult = named(
  'Replay',
  z.object({
    replay_id: z
      .uuid()
      .nullable()
      .describe('The id of the replay; null for a dry run, and if nothing matched.'),
    matched: z.int().min(0).describe('How many events are delivered again.'),
  }),
);
export type ReplayResult = z.infer<typeof ReplayResult>;

export const Redelivery = named(
  'Redelivery',
  z.object({ event_id: z.uuid().describe('The event that is delivered again.') }),
);
export type Redelivery = z.infer<typeof Redelivery>;
