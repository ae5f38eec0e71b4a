import type { EarnedReward } from '../../../../../shared/capabilities/rewards/fulfilment/schema.ts';
import { countOf, Day } from '../../../parts/format.tsx';
import { CardTitle } from '../../../parts/layout.tsx';
import { MarkButton, RewardState } from './earned-table.tsx';

interface RewardsOfSignupProps {
  /** The page of the waitlist. */
  readonly list: string;
  readonly earned: readonly EarnedReward[];
}

/** What a person has earned, on the page of the signup. Nothing for who has earned nothing. */
export function RewardsOfSignup({ list, earned }: RewardsOfSignupProps) {
  if (earned.length === 0) return null;
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
      </ul>
    </section>
  );
}
