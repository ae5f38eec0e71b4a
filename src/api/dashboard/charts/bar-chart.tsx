import { formatCount } from '../parts/format.tsx';

export interface Bar {
  readonly label: string;
  readonly count: number;
}

interface BarChartProps {
  /** Such as "Signups per day". */
  readonly label: string;
  readonly bars: readonly Bar[];
}

/** In pixels. The space above the bars shows the count of the hovered bar; the scale is on the left. */
const chart = { height: 230, top: 30, scale: 48 };

/**
 * A bar chart of counts over time. Widths are in percent, so it fills any width without scaling its text.
 * Hovering a bar shows its count. Pages also show the counts in a table.
 */
export function BarChart({ label, bars }: BarChartProps) {
  const maxCount = Math.max(0, ...bars.map(({ count }) => count));
  const top = scaleEnd(maxCount);
  /** Rounded towards the top, so even the smallest count is visible. */
  const yOf = (count: number) => Math.floor(chart.height - (count / top) * (chart.height - chart.top));
  const width = 100 / bars.length;
  const lines = [top, top / 2, 0];
  return (
    <div class="chart">
      <svg width={chart.scale} height={chart.height} aria-hidden="true">
        {lines.map((count) => (
          <text key={count} x={chart.scale - 8} y={yOf(count) - 2} text-anchor="end">
            {formatCount(count)}
          </text>
        ))}
      </svg>
      <svg
        class="bars"
        width="100%"
        height={chart.height}
        role="img"
        aria-label={`${label}, ${bars.at(0)?.label} to ${bars.at(-1)?.label}, at most ${formatCount(maxCount)}`}
      >
        {lines.map((count) => (
          <line key={count} x1="0" x2="100%" y1={yOf(count) - 0.5} y2={yOf(count) - 0.5} />
        ))}
        {bars.map((bar, index) => (
          <g key={bar.label}>
            <rect
              class="space"
              x={percent(index * width)}
              y={chart.top}
              width={percent(width)}
              height={chart.height - chart.top}
            />
            <rect
              x={percent((index + 0.12) * width)}
              y={yOf(bar.count)}
              width={percent(0.76 * width)}
              height={chart.height - yOf(bar.count)}
              rx="2"
            />
            <text {...textPosition((index + 0.5) * width)} y="16">
              <tspan>{formatCount(bar.count)}</tspan> · {bar.label}
            </text>
          </g>
        ))}
      </svg>
      <p aria-hidden="true">
        <span>{bars.at(0)?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
    </div>
  );
}

const percent = (share: number) => `${Number(share.toFixed(3))}%`;

/** Centers a text above its bar without leaving the chart. */
function textPosition(middle: number) {
  if (middle < 20) return { x: '0%', 'text-anchor': 'start' } as const;
  if (middle > 80) return { x: '100%', 'text-anchor': 'end' } as const;
  return { x: percent(middle), 'text-anchor': 'middle' } as const;
}

/** The end of the scale: a round, even number of at least `maxCount`. */
function scaleEnd(maxCount: number): number {
  const tens = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, maxCount))));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * tens >= maxCount && (factor * tens) % 2 === 0);
  return (step ?? 10) * tens;
}
