import { newReferralCode } from '../../../list/signups/referral-code.ts';
import { newId } from '../../../platform/ids.ts';
import type { SignupToStore } from './outcome-queries.ts';
import type { ReadRow } from './read-row.ts';

/** The signup of a row, with an id and a code of its own. `cell` is where the code leads. */
export function toSignup(row: ReadRow, cell: string | null): SignupToStore {
  const {
    email_key,
    fold,
    metadata,
    fields,
    foreign_id: _id,
    referred_by: _by,
    email_status,
    ...others
  } = row;
  const signup: Record<string, unknown> & { id: string } = { id: newId(), code: newReferralCode(cell) };
  for (const [name, value] of Object.entries(others)) if (value !== null) signup[name] = value;
  if (fold !== email_key) signup.fold = fold;
  if (email_status !== 0) signup.email_status = email_status;
  if (Object.keys(metadata).length > 0) signup.metadata = metadata;
  if (Object.keys(fields).length > 0) signup.fields = fields;
  return signup;
}
