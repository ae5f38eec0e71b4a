import { tlsAdvice } from '../shared/outbound/tls.ts';
import { isUnavailable, isUnmigrated } from '../shared/postgres/connection.ts';

/** Why a command failed, in words for the operator and without a stack. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (isUnavailable(error))
    return [`The database is not available: ${message}`, tlsAdvice(error, 'Postgres')]
      .filter(Boolean)
      .join('. ');
  if (isUnmigrated(error)) return 'The database is not up to date. Run the command migrate first.';
  return message;
}

export function toOneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]\s*/g, ' ');
}
