import type { SettingsCard } from './settings-card.tsx';

/** How long signups are kept (N3). */
export const retention: SettingsCard = {
  id: 'retention',
  title: 'How long signups are kept',
  about: 'Signups are deleted as if you had deleted them: connected tools get an event for each.',
  controls: () => [
    {
      at: 'retention.unconfirmed_days',
      label: 'Delete unconfirmed signups after (days)',
      hint: 'Only signups that were asked to confirm, and never while their link is valid. Leave empty to keep them.',
    },
    {
      at: 'retention.delete_on',
      label: 'Delete signups on',
      hint: 'From 00:00 UTC of this day, the signups from before it are deleted. Later ones are kept. Leave empty for never.',
      onlyIfChanged: true, // a day that has come is left as it is
    },
    {
      at: 'retention.delete_after_conversion_days',
      label: 'Delete people who became users after (days)',
      hint: 'Counted from the conversion. Leave empty to keep them.',
    },
  ],
  save: 'Save retention',
};
