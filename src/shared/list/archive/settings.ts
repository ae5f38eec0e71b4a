import { z } from 'zod';
import { oneLine } from '../../platform/schema/text.ts';

const longestText = 300;

const texts = {
  enabled:
    'Whether the waitlist is archived: it takes no new signups, by the API, forms, pages and imports. All else goes on. An address that is on the list still gets its first signup back.',
  text: `What is answered to a new signup, and what pages show, on one line of at most ${longestText} characters. Null: a text of the service, on pages in the language of the visitor.`,
} as const;

export const archiveText = 'Whether the waitlist takes new signups.';

/** The group `archive` of a waitlist's settings, whole (N9). */
export const ArchiveSettings = z.object({
  enabled: z.boolean().default(false).describe(texts.enabled),
  text: z.string().nullable().default(null).describe(texts.text),
});
export type ArchiveSettings = z.infer<typeof ArchiveSettings>;

/** The same in a JSON merge patch. */
export const ArchivePatch = z
  .strictObject({
    enabled: z.boolean().nullable().describe(texts.enabled),
    text: oneLine(longestText).nullable().describe(texts.text),
  })
  .partial();
