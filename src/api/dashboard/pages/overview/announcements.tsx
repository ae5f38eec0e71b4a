import type { AnnouncementUnderWay } from '../../../../shared/capabilities/announcements/queries.ts';
import { countOf, formatCount, Time } from '../../parts/format.tsx';
import { pausedWords } from '../waitlist/write/announcement-words.tsx';

/** Announcements that go out, or wait for somebody. Renders nothing if there are none. */
export function AnnouncementsUnderWay({ announcements }: { announcements: readonly AnnouncementUnderWay[] }) {
  if (announcements.length === 0) return null;
  return (
    <section class="card" aria-labelledby="announcements">
      <h2 id="announcements">Announcements</h2>
      <ul class="plain">
        {announcements.map((announcement) => (
          <li key={announcement.id}>
            <a href={`/dashboard/waitlists/${announcement.waitlist_id}/write/${announcement.id}`}>
              {announcement.name}
            </a>{' '}
            to {announcement.waitlist_name} <State {...announcement} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function State({ state, selected, mailed, send_at, is_held, paused_reason }: AnnouncementUnderWay) {
  const progress = `${formatCount(mailed)} of ${countOf(selected, 'person', 'people')}`;
  if (state === 'selecting') return <>is being launched.</>;
  if (state === 'scheduled' && send_at !== null)
    return (
      <>
        begins <Time at={send_at} />.
      </>
    );
  if (state === 'paused')
    return (
      <>
        is paused at {progress}:{' '}
        {paused_reason === null ? 'decide how it goes on' : pausedWords[paused_reason]}.
      </>
    );
  return (
    <>
      is being sent: {progress}.{is_held && ' It waits, because this month’s allowance of emails is used up.'}
    </>
  );
}
