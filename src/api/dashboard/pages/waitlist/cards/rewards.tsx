import { type RewardSettings, rewardKey } from '../../../../../shared/capabilities/rewards/schema.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import type { SettingsCard } from './settings-card.tsx';

/** What referrals earn (N5). */
export const rewards: SettingsCard = {
  id: 'rewards',
  title: 'Rewards',
  about: ({ id }) => (
    <p class="soft">
      What people get for their referrals. Connected tools are told when somebody reaches one, and they get an{' '}
      <a href={`/dashboard/waitlists/${id}/email/reward`}>email</a> if you write one.
    </p>
  ),
  controls: ({ settings }) => [
    {
      at: 'rewards',
      label: 'Rewards',
      hint: 'How many referrals each takes, and your name for it in lower-case letters, digits and hyphens. What people read follows in quotes. Nobody loses what they have reached.',
      placeholder: '3: stickers "Sticker pack", 10: t-shirt',
      maxlength: 6_000,
      show: (stored: RewardSettings) => stored.map(toText).join(', '),
      read: (text) => withStored(toRewards(text), settings.rewards),
    },
    {
      at: 'links.show_rewards',
      label: 'Show people the rewards, and which they have reached, with their status',
    },
  ],
  save: 'Save rewards',
};

const toText = ({ at, key, name }: RewardSettings[number]) =>
  `${at}: ${key}${name === undefined ? '' : ` "${name.replace(/["\\]/g, '\\$&')}"`}`;

/** The same rewards, with the texts and pictures that stored ones with the same key have. */
function withStored(rewards: RewardSettings, stored: RewardSettings): RewardSettings {
  const known = new Map(stored.map(({ key, text, image }) => [key, { text, image }]));
  return rewards.map((reward) => ({ ...reward, ...known.get(reward.key) }));
}

/** Rewards between commas and line breaks; a name in quotes may have commas. */
const part = /(?:"(?:[^"\\]|\\.)*"|[^,\n])+/g;

/** Reads `3: stickers "Sticker pack", 10: t-shirt`. @throws AppError invalid_request */
function toRewards(text: string): RewardSettings {
  const parts = (text.match(part) ?? []).map((each) => each.trim()).filter((each) => each !== '');
  return parts.map((part, index) => {
    const [, at = '', key = '', quoted] =
      /^(\d{1,9})\s*[:=]\s*(.+?)(?:\s*("(?:[^"\\]|\\.)*"))?$/s.exec(part) ?? [];
    const refuse = (problem: string) => {
      throw new AppError('invalid_request', `rewards.${index}: ${problem}`);
    };
    if (at === '') refuse('write the number of referrals, a colon and your name for it, such as 3: stickers');
    if (!rewardKey.test(key))
      refuse(
        `“${key}” must be lower-case letters, digits and hyphens, without spaces, such as ${slugOf(key)}`,
      );
    return { at: Number(at), key, ...(quoted !== undefined && { name: unquote(quoted) }) };
  });
}

/** A backslash only hides a quote or another backslash: people write others as they are. */
const unquote = (quoted: string) => quoted.slice(1, -1).replace(/\\(["\\])/g, '$1');

/** A name that is close to a refused one. */
function slugOf(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-/, '').slice(0, 64).replace(/-$/, '') || 'stickers';
}
