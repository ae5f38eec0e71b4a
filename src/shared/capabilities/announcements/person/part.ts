import { z } from 'zod';
import { hashOfLink } from '../../../mail/mail-events/clicked-link.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { named, Timestamp } from '../../../platform/schema/described.ts';
import type { PersonPart } from '../../person-part.ts';
import { linksOf } from '../members/links.ts';
import { findText } from '../queries.ts';
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
        const items: PersonAnnouncement[] = [];
        for (const { clicked, ...row } of await listAnnouncementsOf(sql, accountId, signupIds)) {
          const key = { accountId, id: row.announcement_id };
          items.push({
            ...row,
            clicked_links: clicked.length === 0 ? [] : await nameLinks(sql, key, clicked),
          });
        }
        return { items, isWhole: true };
      },
    },
  },
  scrub: scrubAnnouncements,
};

/** The links of an announcement that have these hashes. */
async function nameLinks(sql: Sql, key: RowKey, hashes: readonly string[]): Promise<string[]> {
  const { html } = await findText(sql, key);
  return linksOf(html).filter((link) => hashes.includes(hashOfLink(link)));
}
