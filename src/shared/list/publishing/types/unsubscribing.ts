import { z } from 'zod';
import { eventType, Included, IsoTime, signupFields } from './event-type.ts';

export const unsubscribingEvents = {
  'signup.unsubscribed': eventType({
    id: 'SignupUnsubscribed',
    summary: 'A person unsubscribed',
    description: 'They keep their position, and get no more mails of this waitlist.',
    data: z.object({
      ...signupFields,
      unsubscribed_at: IsoTime.describe(
        'The time of the first click on the button, or of the mail program’s request.',
      ),
      ...Included.shape,
    }),
    at: 'unsubscribed_at',
    chat: { title: 'Unsubscribed from the waitlist’s emails', color: 'orange' },
  }),
};
