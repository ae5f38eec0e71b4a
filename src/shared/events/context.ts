import type { Context as ListContext } from '../list/context.ts';
import type { EventsConfig } from './config.ts';
import type { openEventsMetrics } from './metrics.ts';

/** What the operations that tell others work with. */
export interface Context extends ListContext {
  readonly config: ListContext['config'] & EventsConfig;
  readonly metrics: ListContext['metrics'] & ReturnType<typeof openEventsMetrics>;
}
