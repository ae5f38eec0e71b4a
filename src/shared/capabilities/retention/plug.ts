import type { z } from 'zod';
import type { Plug } from '../plug.ts';
import { findExpired } from './apply-retention.ts';
import './jobs.ts';
import { saveRetention } from './queries.ts';
import { RetentionPatch, RetentionSettings, retentionText } from './settings.ts';

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    retention: z.infer<typeof RetentionPatch>;
  }
  interface WaitlistSettings {
    retention: RetentionSettings;
  }
}

export const retention: Plug = {
  list: {
    settings: {
      retention: {
        whole: RetentionSettings.prefault({}).describe(retentionText),
        patch: RetentionPatch.nullish().describe(retentionText),
        changesSignups: true,
        save: (_, tx, { accountId, waitlistId }, settings) =>
          saveRetention(tx, accountId, waitlistId, settings.retention),
      },
    },
  },
  person: null,
  maintenance: [
    {
      everyMs: 60_000,
      run: (ctx) => findExpired(ctx, ctx.stopping),
      failing: 'signups that are not kept any longer cannot be found',
      recovered: 'signups that are not kept any longer are found again',
    },
  ],
};
