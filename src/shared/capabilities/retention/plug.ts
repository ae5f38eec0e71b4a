import type { z } from 'zod';
import { noFacts } from '../../platform/queue/jobs.ts';
import type { Plug } from '../plug.ts';
import { findExpired } from './apply-retention.ts';
import { saveRetention } from './queries.ts';
import { RetentionPatch, RetentionSettings, retentionText } from './settings.ts';

declare module '../../platform/queue/jobs.ts' {
  interface Jobs {
    'apply-retention': typeof noFacts;
  }
}

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    retention: z.infer<typeof RetentionPatch>;
  }
  interface WaitlistSettings {
    retention: RetentionSettings;
  }
}

export const retention = {
  jobs: { 'apply-retention': noFacts },
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
} satisfies Plug;
