import type { z } from 'zod';
import type { Plug } from '../plug.ts';
import { LeaderboardPatch, LeaderboardSettings, leaderboardText } from './schema.ts';

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    leaderboard: z.infer<typeof LeaderboardPatch>;
  }
  interface WaitlistSettings {
    leaderboard: LeaderboardSettings;
  }
}

export const leaderboard: Plug = {
  list: {
    settings: {
      leaderboard: {
        whole: LeaderboardSettings.prefault({}).describe(leaderboardText),
        patch: LeaderboardPatch.nullish().describe(leaderboardText),
      },
    },
  },
  person: null,
};
