import { z } from 'zod';
import { eventType, IsoTime, Uuid } from './event-type.ts';

const Count = z.int().min(0);

export const announcementEvents = {
  'announcement.sent': eventType({
    id: 'AnnouncementSent',
    summary: 'An announcement was sent',
    description: 'Its last mail has left. Published once; not for one that was cancelled.',
    data: z.object({
      id: Uuid.describe('The id of the announcement.'),
      waitlist_id: Uuid.describe('The id of its waitlist.'),
      waitlist_name: z.string().describe('The name of its waitlist.'),
      name: z.string().describe('What you call it.'),
      selected: Count.describe('How many people it was for.'),
      sent: Count.describe('How many mails have left.'),
      failed: Count.describe('How many the provider did not take.'),
      left_out: Count.describe('How many people got none, because they unsubscribed or were removed before.'),
      finished_at: IsoTime.describe('When the last mail had left.'),
    }),
    at: 'finished_at',
    chat: {
      title: 'Announcement sent',
      color: 'blue',
      facts: ({ name, sent, failed }) => [
        { label: 'Announcement', value: name },
        { label: 'Mails sent', value: String(sent) },
        ...(failed > 0 ? [{ label: 'Failed', value: String(failed) }] : []),
      ],
    },
  }),
};
