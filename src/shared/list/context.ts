import type { Context as AccountContext } from '../account/context.ts';
import type { ListConfig } from './config.ts';
import type { openListMetrics } from './metrics.ts';
import type { Ranks } from './ranks/open-ranks.ts';

/** What the operations of lists work with. */
export interface Context extends AccountContext {
  readonly config: AccountContext['config'] & ListConfig;
  readonly metrics: AccountContext['metrics'] & ReturnType<typeof openListMetrics>;
  readonly ranks: Ranks;
}
