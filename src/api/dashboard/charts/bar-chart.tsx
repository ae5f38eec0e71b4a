import type { ComponentChildren } from 'preact';
import { formatCount } from '../parts/format.tsx';

interface Bar {
  readonly label: string;
  readonly count: number;
  /** The page of what it counts. */
  readonly href?: string | undefined;
  /** Whether it may still grow. Drawn lighter. */
  readonly isOpen?: boolean | undefined;
  /** To the bar before, such as "+12%". */
  readonly change?: string | undefined;
  /** What the same part of an earlier time had, which a dashed line shows. */
  readonly earlier?: number | undefined;
}

interface BarChartProps {
  /** Such as "Signups per day". */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** What changes are since, such as "on the day before". */
  readonly changeSince?: string;
  /** What the bars and the line stand for, such as the days of both; left out without a line. */
  readonly legend?: { readonly bars: string; readonly line: string } | undefined;
}

/** In pixels. The space above the bars shows what the hovered bar says; the scale is on the left. */
const chart = { height: 246, top: 46, scale: 48 };

/**
 * A bar chart of counts over time. Widths are in percent, so it fills any width without scaling its text.
 * Hovering a bar shows its count and its change, and a click follows its link. Keyboards reach the last bar,
 * and the others from there with arrows. Pages also show the counts and links in a table.
 */
export function BarChart({ label, bars, changeSince = '', legend }: BarChartProps) {
  const maxCount = Math.max(0, ...bars.map(({ count }) => count));
  const maxShown = Math.max(maxCount, ...bars.map(({ earlier = 0 }) => earlier));
  const top = scaleEnd(maxShown);
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
        {...{ role: 'group' }} // a fieldset is for forms
        aria-label={`${label}, ${bars.at(0)?.label} to ${bars.at(-1)?.label}, at most ${formatCount(maxCount)}`}
      >
        {lines.map((count) => (
          <line key={count} x1="0" x2="100%" y1={yOf(count) - 0.5} y2={yOf(count) - 0.5} />
        ))}
        {bars.map((bar, index) => (
          <Linked
            key={bar.label}
            {...bar}
            change={detailOf(bar, changeSince)}
            isLast={index === bars.length - 1}
          >
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
            {detailOf(bar, changeSince) && (
              <text {...textPosition((index + 0.5) * width)} y="32">
                {detailOf(bar, changeSince)}
              </text>
            )}
          </Linked>
        ))}
        {legend && (
          <g class="earlier">
            {bars.slice(1).map(({ label, earlier = 0 }, index) => (
              <line
                key={label}
                x1={percent((index + 0.5) * width)}
                y1={yOf(bars[index]?.earlier ?? 0) - 1}
                x2={percent((index + 1.5) * width)}
                y2={yOf(earlier) - 1}
              />
            ))}
          </g>
        )}
      </svg>
      <p aria-hidden="true">
        <span>{bars.at(0)?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      {legend && (
        <ul class="legend">
          <li>
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" rx="2" />
            </svg>
            {legend.bars}
          </li>
          <li>
            <svg width="20" height="12" aria-hidden="true">
              <line x1="0" y1="6" x2="20" y2="6" />
            </svg>
            {legend.line}
          </li>
        </ul>
      )}
    </div>
  );
}

/** What is said of a bar below its count. */
function detailOf({ change, earlier }: Bar, changeSince: string): string | undefined {
  const since = change && `${change} ${changeSince}`;
  const before = earlier !== undefined && `${formatCount(earlier)} earlier`;
  return [since, before].filter(Boolean).join(' · ') || undefined;
}

interface LinkedProps extends Bar {
  readonly isLast: boolean;
  readonly children: ComponentChildren;
}

function Linked({ label, count, href, isOpen, change, isLast, children }: LinkedProps) {
  const name = { 'aria-label': [`${label}: ${formatCount(count)}`, change].filter(Boolean).join(', ') };
  const place = { tabindex: isLast ? 0 : -1, 'data-bar': '' };
  const drawn = isOpen ? 'open' : undefined;
  return href === undefined || count === 0 ? (
    <g class={drawn} {...{ role: 'img' }} {...name} {...place}>
      {children}
    </g>
  ) : (
    <a href={href} {...name} {...place}>
      <g class={drawn}>{children}</g>
    </a>
  );
}

const percent = (share: number) => `${Number(share.toFixed(3))}%`;

/** Centers a text above its bar without leaving the chart. */
function textPosition(middle: number) {
  if (middle < 25) return { x: '0%', 'text-anchor': 'start' } as const;
  if (middle > 75) return { x: '100%', 'text-anchor': 'end' } as const;
  return { x: percent(middle), 'text-anchor': 'middle' } as const;
}

/** The end of the scale: the next round, even number from `maxCount` on. */
function scaleEnd(maxCount: number): number {
  const tens = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, maxCount))));
  const step = [1, 1.2, 1.6, 2, 2.5, 3, 4, 5, 6, 8, 10].find(
    (factor) => factor * tens >= maxCount && (factor * tens) % 2 === 0,
  );
  return (step ?? 10) * tens;
}
