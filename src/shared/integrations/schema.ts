import { z } from 'zod';
import { eventTypes } from '../events.ts';
import { integrationTypes } from './providers/index.ts';

export const IntegrationTypeName = z.enum(integrationTypes);

/** A configured integration (§2.9); its configuration is never shown. */
export const Integration = z.object({
  type: IntegrationTypeName,
  enabled: z.boolean(),
  created_at: z.iso.datetime(),
});
export type Integration = z.infer<typeof Integration>;

/** What PUT takes (§4.7): the whole configuration. The type's own shape checks it. */
export const IntegrationInput = z.object({ config: z.record(z.string(), z.unknown()) });
export type IntegrationInput = z.infer<typeof IntegrationInput>;

/** What PUT answers; `signing_secret` is shown where it was made, once, and is null everywhere else (§4.7 rule 4). */
export const SavedIntegration = Integration.omit({ created_at: true }).extend({
  signing_secret: z.string().nullable(),
});
export type SavedIntegration = z.infer<typeof SavedIntegration>;

export const IntegrationPatch = z.object({ enabled: z.boolean() });
export type IntegrationPatch = z.infer<typeof IntegrationPatch>;

/** One attempt at telling an integration of an event (§2.9). */
export const DeliveryRecord = z.object({
  id: z.uuid(),
  event_type: z.enum(eventTypes),
  status: z.enum(['success', 'failed']),
  response_status: z.int().nullable(),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  delivered_at: z.iso.datetime().nullable(),
  is_test: z.boolean(),
});
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** How many of them are shown (§4.7). */
export const shownDeliveries = 50;
