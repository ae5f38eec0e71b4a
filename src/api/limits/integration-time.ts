import { verifyMs } from '../../shared/connections/config.ts';
import { deliveryMs } from '../../shared/integrations/deliveries/attempt-delivery.ts';

/** How long a request may take that waits for the service behind an integration: what this one is given, and 2 s for our own part. */
export const integrationLimitMs = Math.max(verifyMs, deliveryMs) + 2_000;
