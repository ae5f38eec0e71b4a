import type { SettingsCard } from './settings-card.tsx';

/** Who sees the most successful people (N5). */
export const leaderboard: SettingsCard = {
  id: 'leaderboard',
  title: 'Leaderboard',
  about: 'Who has referred the most, for your own page to show.',
  controls: ({ fields }) => [
    {
      at: 'leaderboard.name_field',
      label: 'Name on it',
      hint: 'People write the values of fields themselves: look at them before you show them.',
      options: [
        ['', 'At most the first and last character of the address, such as j…e'],
        ...fields.map(({ key, label }) => [key, label] as const),
      ],
    },
    {
      at: 'leaderboard.public',
      label: 'Let people on the list read it in their browser, with their own rank',
    },
  ],
  save: 'Save leaderboard',
};
