import type { WaitlistClient } from '../../../client/waitlist-client.ts';
import { WaitlistError } from '../../../client/waitlist-error.ts';

const timeoutMs = 10_000;

/**
 * Asks the service once whether the tools can work. @returns what is wrong, for whoever set the key and the
 * address; undefined if nothing is. Whatever it is may pass, so the tools are offered all the same.
 */
export async function findConnectionProblem(
  api: WaitlistClient,
  baseUrl: string,
): Promise<string | undefined> {
  try {
    await api.readAccount({ signal: AbortSignal.timeout(timeoutMs) });
    return undefined;
  } catch (error) {
    if (!(error instanceof WaitlistError))
      return `${baseUrl} cannot be reached now. Check WAITLIST_API_URL, and that the service runs.`;
    if (error.code === undefined)
      return `${baseUrl} does not answer as the service does (status ${error.status}). Check WAITLIST_API_URL.`;
    if (error.code === 'unauthorized')
      return `${baseUrl} refuses the key: it is wrong or revoked. Check WAITLIST_API_KEY.`;
    return undefined; // a key without the right to read the account, or the service is busy
  }
}
