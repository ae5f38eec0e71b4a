import type { Context as EventsContext } from '../events/context.ts';
import type { MailConfig } from './config.ts';
import type { openMailMetrics } from './metrics.ts';

/** What the operations that send mail work with. */
export interface Context extends EventsContext {
  readonly config: EventsContext['config'] & MailConfig;
  readonly metrics: EventsContext['metrics'] & ReturnType<typeof openMailMetrics>;
}
