import { z } from 'zod';
import { eventType, Included, IsoTime, signupFields } from './event-type.ts';

export const confirmationEvents = {
  'signup.confirmed': eventType({
    id: 'SignupConfirmed',
    summary: 'A signup confirmed its address',
    description: 'Only of waitlists that ask for it. Published once.',
    data: z.object({
      ...signupFields,
      confirmed_at: IsoTime.describe('The time of the confirmation.'),
      ...Included.shape,
    }),
    at: 'confirmed_at',
    chat: { title: 'Email address confirmed', color: 'green' },
  }),
};
