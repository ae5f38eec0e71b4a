import { AppError } from '../../../platform/errors.ts';

/** A refusal of a file, by the line that is at fault. */
export function refuseLine(line: number, message: string): never {
  throw new AppError('invalid_request', `Line ${line}: ${message}`);
}
