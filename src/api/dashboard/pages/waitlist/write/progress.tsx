import type { AnnouncementReport } from '../../../../../shared/capabilities/announcements/schema.ts';
import { countOf, formatCount, Time } from '../../../parts/format.tsx';

interface ProgressProps {
  readonly announcement: AnnouncementReport;
  /** How many mails leave a second; null if that is not known. */
  readonly pace: number | null;
  readonly href: string;
}

/** How far it is. Scripts keep it up to date, but for one that is paused. */
export function Progress({ announcement, pace, href }: ProgressProps) {
  const { state, selected, waiting, held, send_at, per_hour } = announcement;
  if (state === 'counting' || state === 'selecting')
    return (
      <div id="progress" data-under-way>
        <p>
          {state === 'counting'
            ? 'The people are being counted. This takes a moment on a large list.'
            : 'The people are being noted. This takes a moment on a large list.'}{' '}
          <a href={href}>Look again</a>
        </p>
      </div>
    );
  const left = waiting + held;
  const done = selected - left;
  return (
    <div id="progress" data-under-way={state === 'paused' ? undefined : ''}>
      <div class="row">
        <progress max={selected} value={done} aria-label={`${done} of ${selected}`} />
        <span>
          {formatCount(done)} of {countOf(selected, 'person', 'people')}
        </span>
      </div>
      {state === 'scheduled' && send_at !== null && (
        <p>
          It begins <Time at={send_at} />.
        </p>
      )}
      {held > 0 && (
        <p class="message warn">
          {countOf(held, 'person waits', 'people wait')} for the next month: this month’s allowance of emails
          is used up. <a href="/dashboard/email">Set up a provider of your own</a> to go on now.
        </p>
      )}
      {state === 'sending' && held === 0 && <Estimate left={left} pace={pace} perHour={per_hour} />}
    </div>
  );
}

interface EstimateProps {
  readonly left: number;
  readonly pace: number | null;
  readonly perHour: number | null;
}

/** How long the rest takes, as far as that can be told. */
function Estimate({ left, pace, perHour }: EstimateProps) {
  const asked = perHour === null ? null : (3_600 * left) / perHour;
  const found = pace === null || pace === 0 ? null : left / pace;
  const seconds = asked ?? found;
  if (left === 0 || seconds === null) return null;
  return <p class="soft">About {inWords(seconds)} to go.</p>;
}

const minute = 60;
const hour = 3_600;
const day = 86_400;

function inWords(seconds: number): string {
  if (seconds < 1.5 * minute) return 'a minute';
  if (seconds < 1.5 * hour) return countOf(Math.round(seconds / minute), 'minute');
  if (seconds < 2 * day) return countOf(Math.round(seconds / hour), 'hour');
  return countOf(Math.round(seconds / day), 'day');
}
