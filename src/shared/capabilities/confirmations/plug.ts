import type { Plug } from '../plug.ts';
import { sendLinkAgain } from './send-link-again.ts';

export const confirmations: Plug = {
  list: { onUnconfirmedAgain: sendLinkAgain },
};
