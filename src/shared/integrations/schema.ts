import { z } from 'zod';
import { eventTypes } from '../events.ts';
import { AnyObject } from '../schema/bounded.ts';
import { named } from '../schema/described.ts';
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
