import type { z } from 'zod';
import { noFacts } from '../../platform/queue/jobs.ts';
import type { Plug } from '../plug.ts';
import { recordClicks } from './members/record-clicks.ts';
import { personOfAnnouncements } from './person/part.ts';
import { listMailed } from './person/person-queries.ts';
import { deleteAnnouncementsOf, deleteMembersOf, purgeParts } from './queries.ts';
import { MailPatch, MailSettings, mailText } from './settings.ts';
import {
  type AnnouncementStop,
  announcementKind,
  announcementOf,
  type MailedAnnouncement,
} from './text/mail-kind.ts';

declare module '../../platform/queue/jobs.ts' {
  interface Jobs {
    'select-announcement': typeof noFacts;
    'send-announcement': typeof noFacts;
  }
}

declare module '../../mail/parts.ts' {
  interface MailKinds {
    announcement: 'own';
  }
  interface MailFacts {
    /** Of a mail of the kind `announcement`: null if it is gone. */
    readonly announcement: MailedAnnouncement | null;
  }
  interface MailStops extends Readonly<Record<AnnouncementStop, true>> {}
}

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    mail: z.infer<typeof MailPatch>;
  }
  interface WaitlistSettings {
    mail: MailSettings;
  }
}

export const announcements = {
  jobs: { 'select-announcement': noFacts, 'send-announcement': noFacts },
  mail: {
    kinds: { announcement: announcementKind },
    facts: (tx) => announcementOf(tx),
    onReported: recordClicks,
  },
  list: {
    settings: {
      mail: {
        whole: MailSettings.prefault({}).describe(mailText),
        patch: MailPatch.nullish().describe(mailText),
      },
    },
    timeline: listMailed,
    removal: { of: (tx, { signups }) => deleteMembersOf(tx, signups) },
    purge: { ofSignups: deleteMembersOf, rows: purgeParts, beforeLock: deleteAnnouncementsOf },
  },
  person: personOfAnnouncements,
} satisfies Plug;
