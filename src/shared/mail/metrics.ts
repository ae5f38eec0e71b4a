import { Counter, type Registry } from 'prom-client';
import type { ProcessKind } from '../platform/monitoring/metrics.ts';
import { emailProviderTypes } from './providers/index.ts';

/** Metrics of mails. What alerts count exists with 0 before it happens. */
export function openMailMetrics(registry: Registry, kind: ProcessKind) {
  const registers = [registry];
  const emails = new Counter<'provider' | 'result'>({
    name: 'waitlist_emails_total',
    help: 'Signup emails by provider type and result of sending them.',
    labelNames: ['provider', 'result'],
    registers,
  });
  const emailEvents = new Counter<'provider' | 'outcome'>({
    name: 'waitlist_email_events_total',
    help: 'Events of email providers by provider and outcome, counted when received and again when applied.',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  if (kind === 'web') {
    for (const provider of emailProviderTypes) emailEvents.inc({ provider, outcome: 'bad_signature' }, 0);
    emailEvents.inc({ provider: 'unknown', outcome: 'bad_token' }, 0);
  }
  if (kind === 'worker') {
    for (const provider of emailProviderTypes)
      for (const result of ['retry', 'failed', 'config_error', 'ambiguous'])
        emails.inc({ provider, result }, 0);
    emails.inc({ provider: 'unknown', result: 'ambiguous' }, 0);
  }
  return { emails, emailEvents };
}
