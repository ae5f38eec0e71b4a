import type { z } from 'zod';
import type { Plug } from '../plug.ts';
import { enabledPageUrl } from './page-url.ts';
import { freeNames } from './queries.ts';
import { savePage, withUrls } from './save-page.ts';
import { assertShowable, PagePatch, PageSettings, pageText, withJudging } from './settings.ts';

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    page: z.infer<typeof PagePatch>;
  }
  interface WaitlistSettings {
    page: PageSettings;
  }
}

export const pages: Plug = {
  list: {
    settings: {
      page: {
        whole: PageSettings.prefault({}).describe(pageText),
        patch: PagePatch.nullish().describe(pageText),
        implied: withJudging,
        assertConsistent: assertShowable,
        save: (_, tx, list, { page }) => savePage(tx, list, page),
        complete: async (_, { accountId }, settings, baseUrl) => withUrls(settings, accountId, baseUrl),
      },
    },
    signupPage: { group: 'page', urlOf: enabledPageUrl },
    onDeleted: freeNames,
  },
  person: null,
};
