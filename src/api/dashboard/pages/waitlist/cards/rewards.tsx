import { maxRewards } from '../../../../../shared/capabilities/rewards/schema.ts';
import type { SettingsCard } from './settings-card.tsx';

/** What referrals earn (N5). */
export const rewards: SettingsCard = {
  id: 'rewards',
  title: 'Rewards',
  about: ({ id }) => (
    <p class="soft">
      What people get for their referrals. Connected tools are told when somebody reaches one, and they get an{' '}
      <a href={`/dashboard/waitlists/${id}/email/reward`}>email</a> if you write one.{' '}
      <a href={`/dashboard/waitlists/${id}/rewards`}>Who earned what</a> has their addresses, and what you
      have handed over.
    </p>
  ),
  controls: () => [
    {
      at: 'rewards',
      label: 'Rewards',
      hint: 'How many friends each takes, and what people read and see on their status page. The key names it in the API and in events; left empty, it is made from the name. A picture is the https address of one. Nobody loses what they have reached.',
      rows: {
        one: 'reward',
        most: maxRewards,
        of: [
          { at: 'at', label: 'Friends', required: true },
          { at: 'name', label: 'Name' },
          { at: 'key', label: 'Key' },
          { at: 'text', label: 'Text', lines: 2 },
          { at: 'image', label: 'Picture', placeholder: 'https://' },
        ],
        complete: ({ key, ...row }) => ({ ...row, key: key ?? slugOf(String(row.name ?? '')) }),
      },
    },
    {
      at: 'links.show_rewards',
      label: 'Show people the rewards, and which they have reached, with their status',
    },
  ],
  save: 'Save rewards',
};

/** A key that is close to a name. */
const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 64)
    .replace(/-$/, '');
