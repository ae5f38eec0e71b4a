import type { ComponentChildren } from 'preact';

interface Share {
  readonly name: string;
  /** The page of what it counts. */
  readonly href?: string | undefined;
  /** Whether the page is of it alone. */
  readonly isCurrent?: boolean;
  /** The formatted value. */
  readonly figure: ComponentChildren;
  /** The length of the bar, 0 to 100. No bar if it is not known. */
  readonly percent: number | undefined;
}

/** A list of values with horizontal bars. */
export function ShareBars({ shares }: { shares: readonly Share[] }) {
  return (
    <ul class="shares">
      {shares.map(({ name, href, isCurrent = false, figure, percent }) => (
        <li key={name}>
          <span>
            {href === undefined ? (
              name
            ) : (
              <a href={href} aria-current={isCurrent ? 'true' : undefined}>
                {name}
              </a>
            )}
          </span>
          <span class="number">{figure}</span>
          {percent !== undefined && (
            <svg width="100%" height="8" aria-hidden="true">
              <rect class="space" width="100%" height="8" rx="4" />
              {percent > 0 && <rect width={`${Math.max(percent, 1)}%`} height="8" rx="4" />}
            </svg>
          )}
        </li>
      ))}
    </ul>
  );
}
