import { Counter, type Registry } from 'prom-client';
import { emailProviderTypes } from './providers/index.ts';

/** Metrics of mails. */
export function openMailMetrics(registry: Registry) {
  const registers = [registry];
  const emails = new Counter<'provider' | 'result'>({
    name: 'waitlist_emails_total',
    help: 'Signup emails by provider type and result of sending them.',
    labelNames: ['provider', 'result'],
    registers,
  });
  // The series must exist with 0: an alert on its increase would otherwise miss the first ambiguous email.
  for (const provider of [...emailProviderTypes, 'unknown']) emails.inc({ provider, result: 'ambiguous' }, 0);

  return {
    emails,
    emailEvents: new Counter<'provider' | 'outcome'>({
      name: 'waitlist_email_events_total',
      help: 'Events of email providers by provider and outcome, counted when received and again when applied.',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
  };
}
