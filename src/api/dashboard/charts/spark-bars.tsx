import { formatCount, formatDay } from '../parts/format.tsx';

interface SparkBarsProps {
  /** Oldest first; not empty. */
  readonly days: readonly { readonly day: string; readonly signups: number }[];
}

const height = 48;

/** A small chart of signups per day, without a scale. Hovering a bar shows its day. */
export function SparkBars({ days }: SparkBarsProps) {
  const max = Math.max(1, ...days.map(({ signups }) => signups));
  const width = 100 / days.length;
  const heightOf = (signups: number) => (signups === 0 ? 2 : Math.max(4, (signups / max) * height));
  const counts = days.map(({ signups }) => formatCount(signups)).join(', ');
  return (
    <svg class="spark" width="100%" height={height} role="img" aria-label={`Signups per day: ${counts}`}>
      {days.map(({ day, signups }, index) => (
        <rect
          key={day}
          class={signups === 0 ? 'none' : undefined}
          x={`${(index + 0.1) * width}%`}
          y={height - heightOf(signups)}
          width={`${0.8 * width}%`}
          height={heightOf(signups)}
          rx="2"
        >
          <title>
            {formatDay(day)}: {formatCount(signups)}
          </title>
        </rect>
      ))}
    </svg>
  );
}
