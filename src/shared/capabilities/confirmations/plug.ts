import type { z } from 'zod';
import type { Plug } from '../plug.ts';
import { ConfirmationState, toConfirmationState } from './confirmation-state.ts';
import { listConfirmations, saveConfirmationMode } from './queries.ts';
import { sendLinkAgain } from './send-link-again.ts';
import {
  assertReminderInTime,
  ConfirmationPatch,
  ConfirmationSettings,
  confirmationText,
} from './settings.ts';

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    confirmation: z.infer<typeof ConfirmationPatch>;
  }
  interface WaitlistSettings {
    confirmation: ConfirmationSettings;
  }
}

export const confirmations: Plug = {
  list: {
    settings: {
      confirmation: {
        whole: ConfirmationSettings.prefault({}).describe(confirmationText),
        patch: ConfirmationPatch.nullish().describe(confirmationText),
        changesSignups: true,
        assertConsistent: ({ confirmation }) => assertReminderInTime(confirmation),
        save: (_, tx, list, { confirmation }) => saveConfirmationMode(tx, list, confirmation),
      },
    },
    onUnconfirmedAgain: sendLinkAgain,
    details: {
      confirmation: {
        schema: ConfirmationState.nullable().describe(
          'Its confirmation; null if it was never asked. Only with `include=confirmation`.',
        ),
        async read(sql, accountId, ids) {
          const rows = await listConfirmations(sql, accountId, ids);
          return new Map(rows.map((row) => [row.id, toConfirmationState(row)]));
        },
      },
    },
  },
};
