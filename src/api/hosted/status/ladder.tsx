import type { LadderStep } from '../../../shared/capabilities/rewards/ladder.ts';
import type { SignupStatus } from '../../../shared/list/status/read-status.ts';
import type { Say } from '../../../shared/platform/language/say.ts';

/** A text that the owner wrote, within a message: it may be written in the other direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The rewards of a list, which are reached, and how many referrals the next one takes. */
export function Ladder({ status, say }: { status: SignupStatus; say: Say }) {
  const { ladder, referral_count: count } = status;
  if (ladder === null || ladder.length === 0) return null;
  const next = ladder.find(({ missing }) => missing > 0);
  return (
    <section class="part">
      <h2>{say('status.rewards')}</h2>
      {next && (
        <div class="next">
          <p id="next">{say('status.missing', { missing: next.missing, reward: isolated(next.name) })}</p>
          <progress max={next.at} value={Math.min(count, next.at)} aria-labelledby="next" />
        </div>
      )}
      <ol class="ladder">
        {ladder.map((step) => (
          <Step key={step.at} step={step} isNext={step === next} say={say} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, isNext, say }: { step: LadderStep; isNext: boolean; say: Say }) {
  const isReached = step.reached_at !== null;
  return (
    <li class={isReached ? 'reached' : isNext ? 'ahead' : undefined}>
      <span class="mark" aria-hidden="true">
        {isReached && (
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="m2.5 6.5 2.3 2.3 4.7-5.3" fill="none" stroke="currentColor" stroke-width="1.75" />
          </svg>
        )}
      </span>
      <bdi class="what">{step.name}</bdi>
      <span class="state">
        {isReached
          ? say('status.reached')
          : step.missing === 0
            ? say('status.checking')
            : say('status.takes', { count: step.at })}
      </span>
    </li>
  );
}
