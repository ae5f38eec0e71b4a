import type { z } from 'zod';
import { confirmUrl } from '../../list/links/signup-links.ts';
import { readConsents } from '../../list/signups/consents.ts';
import { footers } from '../../mail/design/footers.ts';
import type { Sql } from '../../platform/postgres/connection.ts';
import type { Plug } from '../plug.ts';
import { askAnew } from './ask-anew.ts';
import { confirmTemplate } from './confirm-template.ts';
import { ConfirmationState, toConfirmationState } from './confirmation-state.ts';
import { listConfirmations, saveConfirmationMode, startConfirmations } from './queries.ts';
import { remindUnconfirmed } from './remind-unconfirmed.ts';
import { sendLinkAgain } from './send-link-again.ts';
import {
  assertReminderInTime,
  ConfirmationPatch,
  ConfirmationSettings,
  confirmationText,
} from './settings.ts';

declare module '../../mail/parts.ts' {
  interface MailKinds {
    confirm: 'template';
  }
}

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    confirmation: z.infer<typeof ConfirmationPatch>;
  }
  interface WaitlistSettings {
    confirmation: ConfirmationSettings;
  }
}

declare module '../person-part.ts' {
  interface PersonSignupFacts {
    confirmation: ConfirmationState | null;
  }
}

async function readConfirmations(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, ConfirmationState | null>> {
  const rows = await listConfirmations(sql, accountId, ids);
  return new Map(rows.map((row) => [row.id, toConfirmationState(row)]));
}

export const confirmations: Plug = {
  mail: {
    kinds: {
      confirm: {
        defaultTemplate: (_, locale, look) => confirmTemplate(locale, look),
        footer: footers.notYou,
        offersUnsubscribe: false,
        needs: 'confirm.url',
        placeholders: { 'confirm.url': 'Link that confirms the address; the template must hold it' },
        values: (signer, { account_id: accountId, signup_id: id, address_generation }) => ({
          'confirm.url': confirmUrl(signer, { accountId, id }, address_generation),
        }),
        sampleValues: (signer, nobody) => ({ 'confirm.url': confirmUrl(signer, nobody) }),
        changesSignup: true,
        isOfAddress: true,
      },
    },
    async onFinished(tx, mails) {
      const asked = mails.filter(({ kind, isSent }) => kind === 'confirm' && isSent);
      const signups = asked.map(({ accountId, signupId: id }) => ({ accountId, id }));
      if (signups.length > 0) await startConfirmations(tx, signups);
      return [];
    },
  },
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
    correction: { of: askAnew },
    columns: {
      confirmed: {
        label: 'Confirmed',
        shape: 'time',
        isExported: true,
        read: (sql, accountId, ids) => readConsents(sql, accountId, ids, 'confirmed_at'),
      },
    },
    traces: {
      confirmed: {
        label: 'Confirmed their address',
        condition: (sql, _, since) => sql`s.confirmed_at >= ${since}`,
      },
    },
    details: {
      confirmation: {
        schema: ConfirmationState.nullable().describe(
          'Its confirmation; null if it was never asked. Only with `include=confirmation`.',
        ),
        read: readConfirmations,
      },
    },
  },
  person: {
    ofSignups: {
      confirmation: {
        schema: ConfirmationState.nullable().describe('Its confirmation; null if it was never asked.'),
        read: readConfirmations,
      },
    },
  },
  maintenance: [
    {
      everyMs: 60_000,
      run: remindUnconfirmed,
      failing: 'people who have not confirmed cannot be reminded',
      recovered: 'people who have not confirmed are reminded again',
    },
  ],
};
