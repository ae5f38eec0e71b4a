import { AppError } from '../errors.ts';
import { uniqueViolation } from '../postgres/connection.ts';

/** The conflict that a write on a used name means (§4.2); undefined for any other error. */
export function nameTaken(error: unknown): AppError | undefined {
  return uniqueViolation(error) === 'waitlists_name'
    ? new AppError('conflict', 'A waitlist with this name exists already.', { cause: error })
    : undefined;
}
