import type { z } from 'zod';
import type { ListPart } from '../parts.ts';
import { findArchivedText, updateArchivedText } from './queries.ts';
import { ArchivePatch, ArchiveSettings, archiveText } from './settings.ts';

declare module '../parts.ts' {
  interface SettingsPatches {
    archive: z.infer<typeof ArchivePatch>;
  }
  interface WaitlistSettings {
    archive: ArchiveSettings;
  }
}

/** For those who call the API: pages have their own, in the language of the visitor. */
const usualText = 'This waitlist is archived: it takes no new signups.';

/** Lists that take no new signups (N9). `add_signups` and `import_signups` refuse them. */
export const archivedLists: ListPart = {
  settings: {
    archive: {
      whole: ArchiveSettings.prefault({}).describe(archiveText),
      patch: ArchivePatch.nullish().describe(archiveText),
      changesSignups: true,
      save: (_, tx, list, { archive }) =>
        updateArchivedText(tx, list, archive.enabled ? (archive.text ?? usualText) : null),
    },
  },
  exported: {
    isUsed: async (sql, list) => (await findArchivedText(sql, list)) !== null,
    columns: { archived: { type: 'word', value: (sql) => sql`'true'` } },
  },
};
