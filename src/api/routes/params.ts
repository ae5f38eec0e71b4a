import { z } from 'zod';
import { IntegrationTypeName } from '../../shared/events/integrations/schema.ts';
import { fieldKeyForm } from '../../shared/list/fields/schema.ts';

export const WaitlistParams = z.object({ id: z.guid().describe("The waitlist's id.") });
export const SignupParams = WaitlistParams.extend({ signupId: z.guid().describe("The signup's id.") });
export const SegmentParams = WaitlistParams.extend({ segmentId: z.guid().describe("The segment's id.") });
export const ImportParams = WaitlistParams.extend({ importId: z.guid().describe("The import's id.") });
export const FieldParams = WaitlistParams.extend({
  key: z.string().regex(fieldKeyForm).describe("The field's key."),
});
/** An unsupported type is a 404, like every other unknown path (§4.7). */
export const IntegrationParams = z.object({ type: IntegrationTypeName.describe('Which integration.') });
export const DeliveryParams = IntegrationParams.extend({
  deliveryId: z.guid().describe("The attempt's id."),
});
export const EventParams = IntegrationParams.extend({ eventId: z.guid().describe("The event's id.") });

export const WaveParams = z.object({ waveId: z.guid().describe("The wave's id.") });
export const AnnouncementParams = z.object({ announcementId: z.guid().describe("The announcement's id.") });
export const InvitationParams = z.object({ invitationId: z.guid().describe("The invitation's id.") });

/** The body of a 204. */
export const Empty = z.undefined();
