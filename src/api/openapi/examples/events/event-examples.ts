import { accountEventExamples } from './account-events.ts';
import type { EventExamples } from './event-example.ts';
import { invitationEventExamples } from './invitation-events.ts';
import { referralEventExamples } from './referral-events.ts';
import { signupEventExamples } from './signup-events.ts';

/** One event of each type. */
export const eventExamples: EventExamples = {
  ...signupEventExamples,
  ...referralEventExamples,
  ...invitationEventExamples,
  ...accountEventExamples,
};
