import type { SettingsCard } from './settings-card.tsx';

/** The links that people on the list get (N1). */
export const links: SettingsCard = {
  id: 'links',
  title: 'Referral links and status page',
  controls: () => [
    {
      at: 'links.site_url',
      label: 'Page where people sign up',
      hint: 'Your landing page. Each person on the list gets a link to it with their referral code.',
    },
    { at: 'links.status_page', label: 'Give each person a status page that shows their place' },
    {
      at: 'links.hide',
      under: 'status_page',
      member: 'position',
      name: 'hide_position',
      label: 'Hide the position on it',
    },
    {
      at: 'links.hide',
      under: 'status_page',
      member: 'total',
      name: 'hide_total',
      label: 'Hide how many people are on the list',
    },
  ],
  save: 'Save links',
};
