import { openEventsMetrics } from './events/metrics.ts';
import { openListMetrics } from './list/metrics.ts';
import { openMailMetrics } from './mail/metrics.ts';
import { openPlatformMetrics, type ProcessKind } from './platform/monitoring/metrics.ts';

/** The metrics of one process, of all districts. */
export function openMetrics(kind: ProcessKind) {
  const platform = openPlatformMetrics(kind);
  return {
    ...platform,
    ...openListMetrics(platform.registry),
    ...openEventsMetrics(platform.registry, kind),
    ...openMailMetrics(platform.registry, kind),
  };
}
