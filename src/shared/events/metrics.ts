import { Counter, type Registry } from 'prom-client';
import type { ProcessKind } from '../platform/monitoring/metrics.ts';
import { integrationNames } from './names.ts';

/** Metrics of deliveries. What alerts count exists with 0 before it happens. */
export function openEventsMetrics(registry: Registry, kind: ProcessKind) {
  const deliveries = new Counter<'type' | 'result'>({
    name: 'waitlist_deliveries_total',
    help: 'Events delivered to integrations, by integration type and result.',
    labelNames: ['type', 'result'],
    registers: [registry],
  });
  if (kind === 'worker')
    for (const type of Object.keys(integrationNames)) deliveries.inc({ type, result: 'failed' }, 0);
  return { deliveries };
}
