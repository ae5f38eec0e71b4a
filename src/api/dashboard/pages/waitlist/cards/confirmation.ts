import type { SettingsCard } from './settings-card.tsx';

/** Whether signups are asked to confirm their address (N3). */
export const confirmation: SettingsCard = {
  id: 'confirmation',
  title: 'Confirmed addresses',
  controls: () => [
    {
      at: 'confirmation.enabled',
      label: 'Ask new signups to confirm their address by a link in a mail',
    },
    { at: 'confirmation.expires_hours', label: 'Link is valid for (hours)', under: 'enabled' },
    {
      at: 'confirmation.remind_after_hours',
      under: 'enabled',
      label: 'Remind after (hours)',
      hint: 'One more mail while the link is valid. Leave empty for none.',
      inOtherWords: {
        'must be less than expires_hours': 'must be less than the hours that the link is valid',
      },
    },
    {
      at: 'confirmation.credit',
      under: 'enabled',
      label: 'A referrer gets the credit',
      options: [
        ['on_signup', 'At once'],
        ['on_confirm', 'When the signup is confirmed'],
      ],
    },
    {
      at: 'confirmation.url',
      under: 'enabled',
      label: 'Page of yours that confirms',
      hint: 'Leave empty for a page of the service with a button.',
    },
    { at: 'confirmation.redirect_url', label: 'Page after the confirmation', under: 'enabled' },
  ],
  save: 'Save confirmation',
};
