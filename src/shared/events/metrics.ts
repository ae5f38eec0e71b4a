import { Counter, type Registry } from 'prom-client';

/** Metrics of deliveries. */
export function openEventsMetrics(registry: Registry) {
  const registers = [registry];
  return {
    deliveries: new Counter<'type' | 'result'>({
      name: 'waitlist_deliveries_total',
      help: 'Events delivered to integrations, by integration type and result.',
      labelNames: ['type', 'result'],
      registers,
    }),
  };
}
