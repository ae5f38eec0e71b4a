import { defined } from '../../client/defined.ts';
import type { WaitlistClient } from '../../client/waitlist-client.ts';
import { WaitlistError } from '../../client/waitlist-error.ts';
import { AppError } from '../../shared/errors.ts';
import type { ToolOperations } from './operations.ts';

/** The same operations by the REST API, for a server beside an agent. */
export function restOperations(api: WaitlistClient): ToolOperations {
  return {
    createWaitlist: (input) => asRefusal(api.createWaitlist(input)),
    listWaitlists: (page) => asRefusal(api.listWaitlists(page)),
    updateWaitlist: (waitlistId, patch) => asRefusal(api.updateWaitlist(waitlistId, defined(patch))),
    createSignup: (waitlistId, input) =>
      asRefusal(api.createSignup(waitlistId, { ...defined(input), email: input.email })),
    listSignups: (waitlistId, query) => asRefusal(api.listSignups(waitlistId, query)),
    removeSignup: (waitlistId, signupId) => asRefusal(api.removeSignup(waitlistId, signupId)),
    readStats: (waitlistId, query) => asRefusal(api.readStats(waitlistId, defined(query))),
    listFields: (waitlistId, page) => asRefusal(api.listFields(waitlistId, page)),
  };
}

/** An error of the API as the operation behind it would have thrown it; one that never got there says so. */
async function asRefusal<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof WaitlistError)
      throw new AppError(cause.code ?? 'internal_error', cause.message, { status: cause.status, cause });
    throw new AppError(
      'internal_error',
      'The waitlist service could not be reached. Check WAITLIST_API_URL.',
      {
        cause,
      },
    );
  }
}
