import type { WaitlistSettings } from '../../../../../shared/list/parts.ts';
import { Empty } from '../../../parts/empty/empty.tsx';
import { IfMaySend } from '../../../parts/form.tsx';
import { countOf } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';

const inWords = new Intl.ListFormat('en');

interface NoRewardsProps {
  /** The page of the waitlist. */
  readonly path: string;
  readonly rewards: WaitlistSettings['rewards'];
}

/** What a waitlist shows on which nobody has earned a reward. */
export function NoRewards({ path, rewards }: NoRewardsProps) {
  const hasAny = rewards.length > 0;
  return (
    <Empty
      id="start"
      picture="gift"
      title={hasAny ? 'Nobody has earned a reward yet' : 'Thank people who bring their friends'}
      about={
        hasAny
          ? `Whoever brings enough friends is listed here, newest first: ${inWords.format(rewards.map(({ at, key, name = key }) => `${name} for ${countOf(at, 'friend')}`))}. Whoever brought them before you set the reward follows soon after.`
          : 'Say what three friends, or ten, are worth. Whoever brings them is listed here, newest first.'
      }
      {...(!hasAny && {
        steps: [
          'Set the rewards, with a text and a picture that people see on their status page.',
          'Download who earned one, with the address that your form asks for.',
          'Tick what you have sent. Your tools are told.',
        ],
      })}
    >
      <IfMaySend to={`${path}/settings/rewards`}>
        <a class={hasAny ? 'button quiet' : 'button'} href={`${path}/settings/rewards`}>
          <Icon name="gift" />
          {hasAny ? 'Change the rewards' : 'Set rewards'}
        </a>
      </IfMaySend>
    </Empty>
  );
}
