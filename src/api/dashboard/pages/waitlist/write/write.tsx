import type { FastifyInstance } from 'fastify';
import type { FiguresRow } from '../../../../../shared/capabilities/announcements/members/figure-queries.ts';
import {
  listAnnouncements,
  readFiguresOf,
} from '../../../../../shared/capabilities/announcements/read-announcements.ts';
import type { AnnouncementSummary } from '../../../../../shared/capabilities/announcements/schema.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { type FieldDefinition, maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import {
  type MailReports,
  mailReportsOf,
  readRoute,
} from '../../../../../shared/mail/email-state/read-email-state.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addPage, type Show } from '../../../pages.ts';
import { IfMaySend } from '../../../parts/form.tsx';
import { Day, formatCount, Time } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Pager, pageNumberOf } from '../../../parts/pager.tsx';
import { Table } from '../../../parts/table.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { filterFacts } from '../who/filter-words.ts';
import { StateTag } from './announcement-words.tsx';
import { NoAnnouncements } from './no-announcements.tsx';

/** Each counts its mails. */
const perPage = 25;

/** The announcements of a waitlist: what was written, to whom, and what came of it. */
export function writePage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/write';
  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const { id } = request.waitlist;
    const path = `/dashboard/waitlists/${id}/write`;
    const page = { limit: perPage, offset: (pageNumberOf(request) - 1) * perPage };
    const [announcements, fields, route] = await Promise.all([
      listAnnouncements(ctx, caller, id, page),
      listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
      readRoute(ctx, caller),
    ]);
    const launched = announcements.data.filter(({ launched_at }) => launched_at !== null);
    const figures = await readFiguresOf(
      ctx,
      caller,
      launched.map((each) => each.id),
    );
    const actions = (
      <IfMaySend to={`${path}/new/edit`}>
        <a class="button" href={`${path}/new/edit`}>
          <Icon name="pencil" />
          Write to the list
        </a>
      </IfMaySend>
    );
    if (announcements.total === 0)
      return (
        <WaitlistLayout title="Write" request={request} formError={formError}>
          <NoAnnouncements>{actions}</NoAnnouncements>
        </WaitlistLayout>
      );
    return (
      <WaitlistLayout title="Write" request={request} formError={formError}>
        <section class="card" aria-labelledby="announcements">
          <div class="row spread">
            <h2 id="announcements">Announcements</h2>
            {actions}
          </div>
          <AnnouncementTable
            path={path}
            announcements={announcements.data}
            figures={figures}
            fields={fields.data}
            reports={mailReportsOf(ctx, route)}
          />
          <Pager path={path} {...announcements} />
        </section>
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, show);
}

interface AnnouncementTableProps {
  readonly path: string;
  readonly announcements: readonly AnnouncementSummary[];
  /** Of those that were launched, as far as there was time to count. */
  readonly figures: ReadonlyMap<string, FiguresRow>;
  readonly fields: readonly FieldDefinition[];
  readonly reports: MailReports;
}

const number = true;

function AnnouncementTable({ path, announcements, figures, fields, reports }: AnnouncementTableProps) {
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
        const to = filterFacts(filter, fields).map(([label, value]) => `${label}: ${value}`);
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
              <StateTag state={state} />
            </td>
            <td class="number">{state !== 'counting' && formatCount(selected)}</td>
            <td class="number">{counted && formatCount(counted.sent)}</td>
            <td class="number">{counted && isTold && <Share count={counted.opened} of={counted.sent} />}</td>
            <td class="number">{counted && isTold && <Share count={counted.clicked} of={counted.sent} />}</td>
            <td class="number">{counted && formatCount(counted.unsubscribed)}</td>
            <td>
              <When {...announcement} />
            </td>
          </tr>
        );
      })}
    </Table>
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
