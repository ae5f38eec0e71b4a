import { accountCalls } from './calls/account.ts';
import { announcementCalls } from './calls/announcements.ts';
import { brandCalls } from './calls/brand.ts';
import { importCalls } from './calls/imports.ts';
import { integrationCalls } from './calls/integrations.ts';
import { peopleCalls } from './calls/people.ts';
import { plainCalls } from './calls/plain-calls.ts';
import { releaseCalls } from './calls/release.ts';
import { reviewCalls } from './calls/reviews.ts';
import { rewardCalls } from './calls/rewards.ts';
import { signupCalls } from './calls/signups.ts';
import { waitlistCalls } from './calls/waitlists.ts';
import { type ClientOptions, connect } from './connection.ts';

export type WaitlistClient = ReturnType<typeof createWaitlistClient>;

/**
 * A client with one method per operation of the API description. Methods throw a `WaitlistError` for every
 * error response.
 */
export function createWaitlistClient(options: ClientOptions) {
  const connection = connect(options);
  const plain = plainCalls(connection);
  return {
    ...plain,
    ...accountCalls(connection),
    ...waitlistCalls(connection, plain),
    ...signupCalls(connection),
    ...importCalls(connection),
    ...brandCalls(connection),
    ...peopleCalls(connection),
    ...reviewCalls(connection),
    ...rewardCalls(connection),
    ...releaseCalls(connection, plain),
    ...announcementCalls(connection, plain),
    ...integrationCalls(connection),
  };
}
