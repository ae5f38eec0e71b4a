import { AppError } from '../../platform/errors.ts';
import { uniqueViolation } from '../../platform/postgres/connection.ts';

/** Converts a violation of the unique name to a conflict (§4.2); undefined for any other error. */
export function nameTaken(error: unknown): AppError | undefined {
  return uniqueViolation(error) === 'waitlists_name'
    ? new AppError('conflict', 'A waitlist with this name already exists.', { cause: error, field: 'name' })
    : undefined;
}
