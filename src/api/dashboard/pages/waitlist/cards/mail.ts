import type { SettingsCard } from './settings-card.tsx';

/** What mails say of their sender. */
export const mail: SettingsCard = {
  id: 'mail',
  title: 'Sender of announcements',
  about: 'What you write to the whole list shows who sends it: the law asks for that in many countries.',
  controls: () => [
    {
      at: 'mail.postal_address',
      label: 'Postal address',
      hint: 'Stands below every announcement, as you enter it. At most 6 lines. Without one no announcement can be launched.',
      lines: 4,
      maxlength: 500,
    },
  ],
  save: 'Save sender',
};
