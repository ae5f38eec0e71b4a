import { defined } from '../../client/defined.ts';
import type { WaitlistClient } from '../../client/waitlist-client.ts';
import { WaitlistError } from '../../client/waitlist-error.ts';
import { AppError } from '../../shared/errors.ts';
import type { ToolOperations } from './operations.ts';

/** The operations through the REST API, for the stdio server that runs beside an agent. */
export function restOperations(api: WaitlistClient): ToolOperations {
  return {
    createWaitlist: (input) => withAppErrors(api.createWaitlist(input)),
    listWaitlists: (page) => withAppErrors(api.listWaitlists(page)),
    updateWaitlist: (waitlistId, patch) => withAppErrors(api.updateWaitlist(waitlistId, defined(patch))),
    createSignup: (waitlistId, input) =>
      withAppErrors(api.createSignup(waitlistId, { ...defined(input), email: input.email })),
    listSignups: (waitlistId, query) => withAppErrors(api.listSignups(waitlistId, query)),
    removeSignup: (waitlistId, signupId) => withAppErrors(api.removeSignup(waitlistId, signupId)),
    readStats: (waitlistId, query) => withAppErrors(api.readStats(waitlistId, defined(query))),
    listFields: (waitlistId, page) => withAppErrors(api.listFields(waitlistId, page)),
  };
}

/** Turns an error response into the AppError that caused it, and a network failure into an internal_error. */
async function withAppErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof WaitlistError)
      throw new AppError(cause.code ?? 'internal_error', cause.message, { status: cause.status, cause });
    throw new AppError(
      'internal_error',
      'The waitlist service could not be reached. Check WAITLIST_API_URL.',
      { cause },
    );
  }
}
