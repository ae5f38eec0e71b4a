import type { AnnouncementReport } from '../../../../../shared/capabilities/announcements/schema.ts';
import { countOf, Time } from '../../../parts/format.tsx';
import { Progress } from '../../../parts/progress/progress.tsx';

interface SendingProps {
  readonly announcement: AnnouncementReport;
  /** How many mails leave a second; null if that is not known. */
  readonly pace: number | null;
  readonly href: string;
}

/** How far it is. Scripts keep it up to date, but for one that is paused. */
export function Sending({ announcement, pace, href }: SendingProps) {
  const { state, selected, waiting, held, send_at, per_hour } = announcement;
  const isCounting = state === 'counting';
  if (isCounting || state === 'selecting')
    return (
      <div id="progress" data-under-way>
        <Progress
          label={isCounting ? 'Counting the people' : 'Noting the people'}
          done={0}
          total={undefined}
          note="This takes a moment on a large list."
          href={href}
        />
      </div>
    );
  const left = waiting + held;
  const isMoving = state === 'sending' && held === 0;
  return (
    <div id="progress" data-under-way={state === 'paused' ? undefined : ''}>
      <Progress
        label={labels[state] ?? 'Sending'}
        done={selected - left}
        total={selected}
        seconds={isMoving ? estimate(left, pace, per_hour) : null}
        {...(state === 'scheduled' && send_at !== null && { note: <BeginsAt at={send_at} /> })}
        href={state === 'paused' ? undefined : href}
      />
      {held > 0 && (
        <p class="message warn">
          {countOf(held, 'person waits', 'people wait')} for the next month: this month’s allowance of emails
          is used up. <a href="/dashboard/email">Set up a provider of your own</a> to go on now.
        </p>
      )}
    </div>
  );
}

const labels: Partial<Record<AnnouncementReport['state'], string>> = {
  scheduled: 'Scheduled',
  paused: 'Paused',
};

const BeginsAt = ({ at }: { readonly at: string }) => (
  <>
    It begins <Time at={at} />.
  </>
);

/** In how many seconds the rest is sent, as far as that can be told. */
function estimate(left: number, pace: number | null, perHour: number | null): number | null {
  if (left === 0) return null;
  if (perHour !== null) return (3_600 * left) / perHour;
  return pace === null || pace === 0 ? null : left / pace;
}
