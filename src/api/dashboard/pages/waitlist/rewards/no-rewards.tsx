import type { WaitlistSettings } from '../../../../../shared/list/parts.ts';
import { IfMaySend } from '../../../parts/form.tsx';
import { countOf } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';

interface NoRewardsProps {
  /** The page of the waitlist. */
  readonly path: string;
  readonly rewards: WaitlistSettings['rewards'];
}

/** What a waitlist shows on which nobody has earned a reward. */
export function NoRewards({ path, rewards }: NoRewardsProps) {
  const hasAny = rewards.length > 0;
  return (
    <section class="card teaching" aria-labelledby="start">
      <div>
        <h2 id="start">
          {hasAny ? 'Nobody has earned a reward yet' : 'Thank people who bring their friends'}
        </h2>
        <p>
          {hasAny
            ? 'Whoever brings enough friends is listed here, newest first.'
            : 'Say what three friends, or ten, are worth. Whoever brings them is listed here, newest first.'}
        </p>
        {hasAny ? (
          <ul>
            {rewards.map(({ at, key, name = key }) => (
              <li key={key}>
                {name}: {countOf(at, 'friend')}
              </li>
            ))}
          </ul>
        ) : (
          <ol>
            <li>Set the rewards, with a text and a picture that people see on their status page.</li>
            <li>Download who earned one, with the address that your form asks for.</li>
            <li>Tick what you have sent. Your tools are told.</li>
          </ol>
        )}
        <IfMaySend to={`${path}/settings/rewards`}>
          <a class={hasAny ? 'button quiet' : 'button'} href={`${path}/settings#rewards`}>
            <Icon name="gift" />
            {hasAny ? 'Change the rewards' : 'Set rewards'}
          </a>
        </IfMaySend>
      </div>
      <Drawing />
    </section>
  );
}

/** Steps that lead to a gift; the first two are reached. */
function Drawing() {
  const steps = [
    [16, 84],
    [76, 62],
    [136, 40],
  ] as const;
  return (
    <svg class="drawing" viewBox="0 0 264 124" width="264" height="124" aria-hidden="true">
      {steps.map(([x, y], at) => (
        <g key={x} class={at === 2 ? 'off' : undefined}>
          <rect class="paper" x={x} y={y} width="52" height={112 - y} rx="6" />
          <circle class="dot" cx={x + 14} cy={y + 13} r="4" />
          <rect class="text" x={x + 24} y={y + 10} width="18" height="6" rx="3" />
        </g>
      ))}
      <path
        class="stroke dashed"
        d="M42 72C50 44 84 52 102 46 116 24 148 30 160 26M168 24C180 14 188 18 194 26"
      />
      <rect class="paper" x="200" y="46" width="52" height="44" rx="6" />
      <path
        class="stroke"
        d="M196 46h60M226 46v44M226 44c-22 0-22-20-10-20 8 0 10 12 10 20 0-8 2-20 10-20 12 0 12 20-10 20"
      />
    </svg>
  );
}
