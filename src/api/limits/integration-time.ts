import { deliveryMs } from '../../shared/events/integrations/deliveries/attempt-delivery.ts';
import { verifyMs } from '../../shared/platform/connections/config.ts';

/** Time limit of requests that call the service behind an integration: its own limit, plus 2 s. */
export const integrationLimitMs = Math.max(verifyMs, deliveryMs) + 2_000;
