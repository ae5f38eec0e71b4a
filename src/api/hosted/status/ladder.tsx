import type { LadderStep } from '../../../shared/capabilities/rewards/ladder.ts';
import type { SignupStatus } from '../../../shared/list/status/read-status.ts';
import type { Say } from '../../../shared/platform/language/say.ts';

/** A text that the owner wrote, within a message: it may be written in the other direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/**
 * Where the pictures of a ladder come from: the only hosts besides the service that its page may ask, and
 * only for pictures.
 */
export const pictureSourcesOf = ({ ladder }: SignupStatus): string[] => [
  ...new Set((ladder ?? []).flatMap(({ image }) => (image === null ? [] : [new URL(image).origin]))),
];

interface LadderProps {
  readonly status: SignupStatus;
  readonly say: Say;
  /** Whether its page may load the pictures. */
  readonly hasPictures?: boolean;
}

/** The rewards of a list, which are reached, and how many referrals the next one takes. */
export function Ladder({ status, say, hasPictures = false }: LadderProps) {
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
          <Step
            key={step.at}
            step={hasPictures ? step : { ...step, image: null }}
            isNext={step === next}
            say={say}
          />
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
      {step.image !== null && <Picture of={step.image} />}
      <div class="what">
        <bdi>{step.name}</bdi>
        {step.text !== null && (
          <p class="about" dir="auto">
            {step.text}
          </p>
        )}
      </div>
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

/**
 * A picture from the owner's host. It is asked for when it comes into view, behind the first paint, without
 * saying from which page, and has its place before it is there.
 */
const Picture = ({ of }: { readonly of: string }) => (
  <img src={of} alt="" width="40" height="40" loading="lazy" decoding="async" referrerpolicy="no-referrer" />
);
