import type { EarnedReward } from '../../../../../shared/capabilities/rewards/fulfilment/schema.ts';
import type { RewardSettings } from '../../../../../shared/capabilities/rewards/schema.ts';
import { countOf, Day } from '../../../parts/format.tsx';
import { CardTitle } from '../../../parts/layout.tsx';
import { MarkButton, RewardState } from './earned-table.tsx';

interface RewardsOfSignupProps {
  /** The page of the waitlist. */
  readonly list: string;
  readonly earned: readonly EarnedReward[];
  /** Those that there are enough referrals for, but not enough that are proven. */
  readonly waiting: RewardSettings;
}

/** What a person has earned, on the page of the signup. Nothing for who has earned nothing. */
export function RewardsOfSignup({ list, earned, waiting }: RewardsOfSignupProps) {
  if (earned.length + waiting.length === 0) return null;
  return (
    <section class="card" aria-labelledby="earned">
      <CardTitle id="earned">Rewards</CardTitle>
      <ul class="earned">
        {earned.map((reward) => (
          <li key={reward.at}>
            <div>
              <b>{reward.name}</b>{' '}
              <small class="soft">
                for {countOf(reward.at, 'friend')}, <Day at={reward.reached_at} />
              </small>
            </div>
            <div>
              <RewardState of={reward} />
            </div>
            <MarkButton
              action={`${list}/rewards/mark`}
              reward={reward}
              of={reward.email}
              back={reward.signup_id}
            />
          </li>
        ))}
        {waiting.map(({ at, key, name = key }) => (
          <li key={at}>
            <div>
              <b>{name}</b> <small class="soft">for {countOf(at, 'friend')}</small>
            </div>
            <div class="why">
              Waits until enough of the referrals are proven: by a confirmation, your approval, a delivered
              mail, or their age.
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
