import { tlsAdvice } from '../shared/outbound/tls.ts';
import { isUnavailable, isUnmigrated } from '../shared/postgres/connection.ts';

/** Why a command failed, for the operator: one message without a stack trace. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (isUnavailable(error))
    return [`The database is not available: ${message}`, tlsAdvice(error, 'Postgres')]
      .filter(Boolean)
      .join('. ');
  if (isUnmigrated(error)) return 'The database schema is out of date. Run the migrate command first.';
  return message;
}

export function toOneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]\s*/g, ' ');
}
