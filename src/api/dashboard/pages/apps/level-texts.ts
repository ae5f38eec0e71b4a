import type { AccessLevel } from '../../../../shared/account/apps/access.ts';

/** How much an app may do, in the words of the pages. */
export const levelTexts: Readonly<Record<AccessLevel, { readonly name: string; readonly hint: string }>> = {
  look: { name: 'Look only', hint: 'Reads lists, signups and statistics. Changes nothing.' },
  change: {
    name: 'Add and change',
    hint: 'Also changes signups and settings, invites people and mails the list. Deletes nothing.',
  },
  everything: { name: 'Everything', hint: 'All that your role may do, and delete.' },
};
