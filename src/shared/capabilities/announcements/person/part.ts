import { z } from 'zod';
import { named, Timestamp } from '../../../platform/schema/described.ts';
import type { PersonPart } from '../../person-part.ts';
import { AnnouncementMember } from '../schema.ts';
import { listAnnouncementsOf } from './person-queries.ts';
import { scrubAnnouncements } from './scrub-announcements.ts';

const PersonAnnouncement = named(
  'PersonAnnouncement',
  z.object({
    signup_id: z.uuid().describe('The signup of the person.'),
    announcement_id: z.uuid().describe('The announcement.'),
    name: z.string().describe('What the account calls it.'),
    subject: z.string().describe('Its subject, with placeholders.'),
    state: AnnouncementMember.shape.state,
    sent_at: Timestamp.nullable().describe('When the mail left.'),
    clicked_links: z.array(z.string()).describe('The links in it that the person clicked.'),
  }),
);
type PersonAnnouncement = z.infer<typeof PersonAnnouncement>;

declare module '../../person-part.ts' {
  interface PersonLists {
    announcements: PersonAnnouncement[];
  }
}

/** The announcements that a person got, and those that name it. */
export const personOfAnnouncements: PersonPart = {
  lists: {
    announcements: {
      schema: z.array(PersonAnnouncement).describe('The announcements whose turn of these signups has come.'),
      async read(sql, { accountId, signupIds }) {
        return { items: [...(await listAnnouncementsOf(sql, accountId, signupIds))], isWhole: true };
      },
    },
  },
  scrub: scrubAnnouncements,
};
