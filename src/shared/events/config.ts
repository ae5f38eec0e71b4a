import { z } from 'zod';
import { urlOf } from '../platform/environment/environment.ts';
import { integer } from '../platform/environment/values.ts';

declare module '../platform/outbound/http-client.ts' {
  interface ApiUrls {
    loops: string | undefined;
    kit: string | undefined;
  }
}

/** The variables of telling others. */
export const EventsEnv = z.object({
  DELIVERY_CONCURRENCY: integer(1, 1_000).default(200),
  LOOPS_API_URL: urlOf('http', 'https').optional(),
  KIT_API_URL: urlOf('http', 'https').optional(),
});

export const toEventsConfig = (data: z.infer<typeof EventsEnv>) => ({
  apiUrls: { loops: data.LOOPS_API_URL, kit: data.KIT_API_URL },
  integrations: { concurrency: data.DELIVERY_CONCURRENCY },
});
export type EventsConfig = Omit<ReturnType<typeof toEventsConfig>, 'apiUrls'>;
