import type { ComponentChildren } from 'preact';
import { countOf, formatCount } from '../format.tsx';

interface ProgressProps {
  /** What is being done: `Importing`. */
  readonly label: string;
  readonly done: number;
  /** Of how many; undefined where nobody knows yet. */
  readonly total: number | undefined;
  /** How long the rest takes; null where that cannot be told. */
  readonly seconds?: number | null;
  /** What else there is to say of it. */
  readonly note?: ComponentChildren;
  /** The page, to look again without scripts; left out where nothing moves. */
  readonly href?: string | undefined;
  /** What can be done about it. */
  readonly children?: ComponentChildren;
}

/** How far a long job is, when it ends, and that nobody has to wait for it. */
export function Progress({ label, done, total, seconds = null, note, href, children }: ProgressProps) {
  const isKnown = total !== undefined && total > 0;
  return (
    <div class="progress">
      <div class="row spread">
        <strong>{label}</strong>
        {isKnown && (
          <span class="soft numbers">
            {formatCount(Math.min(done, total))} of {formatCount(total)}
          </span>
        )}
      </div>
      {isKnown ? (
        <progress max={total} value={Math.min(done, total)} aria-label={`${label}: ${done} of ${total}`} />
      ) : (
        <progress aria-label={label} />
      )}
      <div class="row spread">
        <p class="soft">
          {seconds !== null && <>About {inWords(seconds)} left. </>}
          {note}{' '}
          {href !== undefined && (
            <>
              You can leave this page: it goes on. <a href={href}>Look again</a>
            </>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}

/** With less behind it, an estimate would jump. */
const leastMs = 2_000;

/**
 * How long the rest of a job takes, if it goes on as it did since its start; null where that cannot be told
 * yet.
 */
export function secondsLeft(
  { since, done, total }: { readonly since: string | null; readonly done: number; readonly total: number },
  now = Date.now(),
): number | null {
  const elapsedMs = since === null ? 0 : now - new Date(since).getTime();
  if (done <= 0 || done >= total || elapsedMs < leastMs) return null;
  return ((elapsedMs / done) * (total - done)) / 1_000;
}

const minute = 60;
const hour = 3_600;
const day = 86_400;

function inWords(seconds: number): string {
  if (seconds < 0.75 * minute) return countOf(Math.max(5, Math.ceil(seconds / 5) * 5), 'second');
  if (seconds < 1.5 * minute) return 'a minute';
  if (seconds < 1.5 * hour) return countOf(Math.round(seconds / minute), 'minute');
  if (seconds < 2 * day) return countOf(Math.round(seconds / hour), 'hour');
  return countOf(Math.round(seconds / day), 'day');
}
