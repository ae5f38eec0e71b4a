import type { ComponentChildren } from 'preact';
import { formatCount } from '../parts/format.tsx';

interface MeterProps {
  readonly label: string;
  readonly used: number;
  /** The limit; null if there is none. */
  readonly of: number | null;
  readonly children?: ComponentChildren;
}

/** Shows how much of a limit is used. */
export function Meter({ label, used, of, children }: MeterProps) {
  return (
    <div class="card">
      <p class="soft">{label}</p>
      <p class="figure">
        {formatCount(used)} <span class="soft">{of === null ? '' : `of ${formatCount(of)}`}</span>
      </p>
      {of !== null && of > 0 && (
        <meter aria-label={label} min={0} max={of} high={of * 0.9} value={used}>
          {used} of {of}
        </meter>
      )}
      {children && <p class="soft">{children}</p>}
    </div>
  );
}
