import { z } from 'zod';
import { integer } from '../platform/environment/values.ts';

/** The variables of telling others. */
export const EventsEnv = z.object({ DELIVERY_CONCURRENCY: integer(1, 1_000).default(200) });

export const toEventsConfig = (data: z.infer<typeof EventsEnv>) => ({
  integrations: { concurrency: data.DELIVERY_CONCURRENCY },
});
export type EventsConfig = ReturnType<typeof toEventsConfig>;
