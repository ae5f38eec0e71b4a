import { toSettings } from '../../../list/settings/schema.ts';
import { designTemplate, list } from '../../../mail/design/designed-template.ts';
import type { KindOfEmail } from '../../../mail/parts.ts';
import type { Fragment, Tx } from '../../../platform/postgres/connection.ts';
import { addressPlaceholder, announcementFooter, toMailTemplate } from './footer.ts';

/** What a mail of an announcement takes from it, as it is when the mail starts. */
export interface MailedAnnouncement {
  readonly subject: string;
  readonly html: string;
  readonly state: string;
}

/** Why such a mail is not sent any more. */
export type AnnouncementStop = 'announcement_cancelled';

/** What the editor begins with. */
const beginning = designTemplate(announcementFooter, () => ({ subject: list, headline: list, text: list }));

export const announcementKind: KindOfEmail = {
  defaultTemplate: (_, locale, look) => beginning(locale, look),
  footer: announcementFooter,
  offersUnsubscribe: true,
  yields: true,
  needsTemplate: true,
  templateOf: ({ announcement, settings }) => announcement && toMailTemplate(announcement, settings),
  placeholders: {
    [addressPlaceholder]: 'Postal address of the sender, from the settings (mail.postal_address)',
  },
  values: (_, { settings }) => ({ [addressPlaceholder]: toSettings(settings).mail.postal_address }),
  sampleValues: (_signer, _nobody, settings) => ({
    [addressPlaceholder]: toSettings(settings).mail.postal_address ?? '1 Example Street\nExampletown',
  }),
  stopOf: ({ announcement }) => (announcement?.state === 'cancelled' ? 'announcement_cancelled' : undefined),
  stopTexts: { announcement_cancelled: 'The announcement was cancelled before this mail was sent.' },
};

/** The announcement of a mail `m`; nothing is looked up for mails of other kinds. */
export const announcementOf = (tx: Tx): Fragment => tx`
  CASE WHEN m.kind = 'announcement' THEN (
    SELECT json_build_object('subject', a.subject, 'html', a.html, 'state', a.state)
    FROM announcement_members member JOIN announcements a ON a.account_id = member.account_id AND a.id = member.announcement_id
    WHERE member.account_id = m.account_id AND member.signup_id = m.signup_id AND member.id = m.id
      AND member.id > '00000000-0000-0000-0000-000000000000' LIMIT 1) END AS announcement`;
