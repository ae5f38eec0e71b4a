import type { SettingsCard } from '../cards/settings-card.tsx';

/** Where invitations lead (N5). Without it nobody can be invited. */
export const invitations: SettingsCard = {
  id: 'page',
  title: 'Your page',
  page: 'invite',
  about:
    'The link of an invitation leads to a page of your product. Its server asks this service whether the invitation is valid, and reports who became a user.',
  controls: () => [
    {
      at: 'invitations.url',
      label: 'Page of yours that accepts invitations',
      hint: 'Each link is this address with a code of its own at the end, such as ?token=a1b2c3.',
    },
    {
      at: 'invitations.require_email_match',
      label: 'Only the invited address can use an invitation',
    },
    {
      at: 'invitations.show_link',
      label: 'Show invited people the link on their status page',
      hint: 'Whoever has the address of that page can then use the invitation.',
    },
  ],
  save: 'Save page',
};
