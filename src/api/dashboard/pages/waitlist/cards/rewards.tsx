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
      hint: 'Nobody loses what they have reached.',
      rows: {
        one: 'reward',
        most: maxRewards,
        of: [
          { at: 'at', label: 'Friends', required: true },
          { at: 'name', label: 'Name', placeholder: 'Sticker pack' },
          {
            at: 'key',
            label: 'Key',
            placeholder: 'sticker-pack',
            hint: 'Names it in the API and in events. Leave empty to have it made from the name.',
          },
          { at: 'text', label: 'Text', lines: 2, placeholder: 'Five of them, by post.' },
          {
            at: 'image',
            label: 'Picture',
            hint: 'The https address of a picture, for people’s status page.',
          },
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
