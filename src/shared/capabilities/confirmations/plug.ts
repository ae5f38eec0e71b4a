import type { Plug } from '../plug.ts';
import { ConfirmationState, toConfirmationState } from './confirmation-state.ts';
import { listConfirmations } from './queries.ts';
import { sendLinkAgain } from './send-link-again.ts';

export const confirmations: Plug = {
  list: {
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
