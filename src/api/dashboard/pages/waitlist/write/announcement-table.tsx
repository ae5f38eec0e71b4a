import type { ComponentChildren } from 'preact';
import type { FiguresRow } from '../../../../../shared/capabilities/announcements/members/figure-queries.ts';
import type { AnnouncementSummary } from '../../../../../shared/capabilities/announcements/schema.ts';
import type { FieldDefinition } from '../../../../../shared/list/fields/schema.ts';
import type { MailReports } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { Day, formatCount, Time } from '../../../parts/format.tsx';
import { DoneBar } from '../../../parts/progress/done-bar.tsx';
import { Table } from '../../../parts/table.tsx';
import { notReported } from '../mail-reports.tsx';
import { filterFacts } from '../who/filter-words.ts';
import { StateTag } from './announcement-words.tsx';

const moving: readonly string[] = ['counting', 'selecting', 'scheduled', 'sending'];

/** Whether an announcement moves by itself. */
export const isUnderWay = ({ state }: Pick<AnnouncementSummary, 'state'>): boolean => moving.includes(state);

/** So long a page that looks every few seconds may take to learn it. */
const noticedMs = 60_000;

/** Whether an announcement has stopped just now, for pages that still show it as under way. */
export const hasJustStopped = ({ state, finished_at }: AnnouncementSummary, now = Date.now()): boolean =>
  state === 'paused' ||
  state === 'draft' ||
  (finished_at !== null && now - new Date(finished_at).getTime() < noticedMs);

interface AnnouncementTableProps {
  readonly path: string;
  readonly announcements: readonly AnnouncementSummary[];
  /** Of those that were launched, as far as there was time to count. */
  readonly figures: ReadonlyMap<string, FiguresRow>;
  readonly fields: readonly FieldDefinition[];
  /** The names of rewards, by their keys. */
  readonly rewards: ReadonlyMap<string, string>;
  readonly reports: MailReports;
}

const number = true;

/** Announcements with what came of them. Scripts keep those up to date that are under way. */
export function AnnouncementTable(props: AnnouncementTableProps) {
  const { path, announcements, figures, fields, rewards, reports } = props;
  return (
    <Table
      label="Announcements"
      class="announcements"
      columns={[
        'Announcement',
        'State',
        { name: 'People', number },
        { name: 'Sent', number },
        { name: 'Opened', number },
        { name: 'Clicked', number },
        { name: 'Unsubscribed', number },
        'When',
      ]}
    >
      {announcements.map((announcement) => {
        const { id, name, subject, state, selected, filter } = announcement;
        const counted = figures.get(id);
        const to = filterFacts(filter, fields, rewards).map(([label, value]) => `${label}: ${value}`);
        const isTold = reports === 'reported' || (counted?.opened ?? 0) > 0;
        return (
          <tr key={id}>
            <th scope="row">
              <span class="line">
                <a href={`${path}/${id}`}>{name}</a>
              </span>
              <small class="line">{subject}</small>
              <small class="line">To {to.length === 0 ? 'everybody' : to.join(', ')}</small>
            </th>
            <td>
              <Ticking id={id} name="state">
                <StateTag state={state} />
                {(state === 'sending' || state === 'selecting') && (
                  <DoneBar done={counted?.sent ?? 0} total={state === 'sending' ? selected : undefined} />
                )}
              </Ticking>
            </td>
            <td class="number">
              <Ticking id={id} name="people">
                {state !== 'counting' && formatCount(selected)}
              </Ticking>
            </td>
            <td class="number">
              <Ticking id={id} name="sent">
                {counted && formatCount(counted.sent)}
              </Ticking>
            </td>
            <td class="number">
              <Ticking id={id} name="opened">
                {counted &&
                  (isTold ? <Share count={counted.opened} of={counted.sent} /> : notReported.figure)}
              </Ticking>
            </td>
            <td class="number">
              <Ticking id={id} name="clicked">
                {counted &&
                  (isTold ? <Share count={counted.clicked} of={counted.sent} /> : notReported.figure)}
              </Ticking>
            </td>
            <td class="number">
              <Ticking id={id} name="unsubscribed">
                {counted && formatCount(counted.unsubscribed)}
              </Ticking>
            </td>
            <td>
              <Ticking id={id} name="when">
                <When {...announcement} />
              </Ticking>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

interface TickingProps {
  /** Of the announcement. */
  readonly id: string;
  readonly name: string;
  readonly children: ComponentChildren;
}

/** What scripts keep up to date in a cell. */
function Ticking({ id, name, children }: TickingProps) {
  return (
    <span id={`${name}-${id}`} data-live>
      {children}
    </span>
  );
}

function Share({ count, of }: { readonly count: number; readonly of: number }) {
  return (
    <span>
      {formatCount(count)} {of > 0 && <small>{Math.round((100 * count) / of)}%</small>}
    </span>
  );
}

/** The time that matters most of an announcement. */
function When({ state, send_at, launched_at, finished_at, created_at }: AnnouncementSummary) {
  if (state === 'scheduled' && send_at !== null)
    return (
      <span>
        Begins <Time at={send_at} />
      </span>
    );
  if (launched_at === null)
    return (
      <span class="soft">
        Drafted <Day at={created_at} />
      </span>
    );
  return <Day at={finished_at ?? launched_at} />;
}
