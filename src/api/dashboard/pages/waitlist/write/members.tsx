import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MemberGroup } from '../../../../../shared/capabilities/announcements/members/member-queries.ts';
import {
  exportAnnouncementMembers,
  listMembersOf,
} from '../../../../../shared/capabilities/announcements/members/read-members.ts';
import type {
  AnnouncementMember,
  AnnouncementReport,
} from '../../../../../shared/capabilities/announcements/schema.ts';
import { unlessTooLong } from '../../../../../shared/list/signups/search/scans.ts';
import { hashOfLink } from '../../../../../shared/mail/mail-events/clicked-link.ts';
import type { Page } from '../../../../../shared/platform/schema/paging.ts';
import { AnnouncementParams, WaitlistParams } from '../../../../routes/params.ts';
import { attachment, sendSpreadsheet } from '../../../../routes/send-download.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addPage, type FormValues, type Show } from '../../../pages.ts';
import { NothingFound } from '../../../parts/empty/empty.tsx';
import { Day, formatCount, Time } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { offsetOf, Pager, rowsPerPage, toUrl } from '../../../parts/pager.tsx';
import { Table } from '../../../parts/table.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { PeopleChips, type PeopleGroup } from '../who/people-chips.tsx';
import { type Group, groupNames, linkName, MemberTag } from './announcement-words.tsx';
import { readOfList } from './read-of-list.ts';

/** The group in the address of a page; undefined for all. */
function groupIn({ query }: FastifyRequest): Group | undefined {
  const { group } = query as FormValues;
  return groupNames.find(([name]) => name === group)?.[0];
}

/** The link in the address of a page whose clicks are shown, by its hash; undefined without one. */
function linkIn({ query }: FastifyRequest, { links }: AnnouncementReport): string | undefined {
  const { link: hash } = query as FormValues;
  return links.map(({ link }) => hashOfLink(link)).find((each) => each === hash);
}

function toGroup(group: Group): MemberGroup {
  switch (group) {
    case 'waiting':
    case 'held':
    case 'failed':
    case 'left_out':
      return { state: group };
    default:
      return { became: group };
  }
}

/** All people, and the groups that have any. */
function groupsOf(
  announcement: AnnouncementReport,
  path: string,
  { group: current, link }: { group: Group | undefined; link: string | undefined },
): PeopleGroup[] {
  const counts = {
    ...announcement,
    left_out: announcement.left_out.unsubscribed + announcement.left_out.suppressed,
  };
  return [
    {
      href: path,
      isCurrent: current === undefined && link === undefined,
      name: 'All',
      count: announcement.selected,
    },
    ...groupNames
      .filter(([group]) => group === current || counts[group] > 0)
      .map(([group, name]) => ({
        href: toUrl(path, { group }),
        isCurrent: group === current,
        name,
        count: counts[group],
      })),
    ...announcement.links
      .filter((each) => hashOfLink(each.link) === link)
      .map((each) => ({
        href: toUrl(path, { link: hashOfLink(each.link) }),
        isCurrent: true,
        name: linkName(each.link),
        count: each.clicked,
      })),
  ];
}

/** The people of an announcement with what became of their mails, and all of them as a file. */
export function membersPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/write/:announcementId/members';
  const options = { schema: { params: WaitlistParams.extend(AnnouncementParams.shape) } };
  const read = (request: FastifyRequest) =>
    readOfList(ctx, request, (request.params as { announcementId: string }).announcementId.toLowerCase());

  const show: Show = async (request, formError) => {
    const announcement = await read(request);
    const { id, name } = announcement;
    const { caller } = request.session;
    const link = linkIn(request, announcement);
    const group = link === undefined ? groupIn(request) : undefined;
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const list = `/dashboard/waitlists/${request.waitlist.id}`;
    const path = `${list}/write/${id}`;
    const who = link === undefined ? group && toGroup(group) : { link };
    const members = await unlessTooLong(() => listMembersOf(ctx, caller, id, who, page));
    return (
      <WaitlistLayout title="Write" request={request} formError={formError}>
        <p>
          <a href={path}>Back to {name}</a>
        </p>
        <section class="card spaced" aria-labelledby="members">
          <h2 id="members">People</h2>
          <div class="row spread who-shown">
            <PeopleChips groups={groupsOf(announcement, `${path}/members`, { group, link })} />
            <a class="button quiet small" href={`${path}/members.csv`}>
              <Icon name="download" />
              All as CSV
            </a>
          </div>
          <Found members={members} list={list} path={`${path}/members`} group={group} />
          {members && (
            <Pager
              path={`${path}/members`}
              query={{ ...(group && { group }), ...(link && { link }) }}
              {...members}
            />
          )}
        </section>
      </WaitlistLayout>
    );
  };
  addPage(app, url, options, show);

  app.get(`${url}.csv`, options, async (request, reply) => {
    const { id, name } = await read(request);
    const text = await exportAnnouncementMembers(ctx, request.session.caller, id);
    return sendSpreadsheet(reply, attachment(`${name} people.csv`), text);
  });
}

interface FoundProps {
  /** Undefined where looking for them takes too long. */
  readonly members: Page<AnnouncementMember> | undefined;
  /** The page of the waitlist. */
  readonly list: string;
  /** This page. */
  readonly path: string;
  readonly group: Group | undefined;
}

function Found({ members, list, path, group }: FoundProps) {
  if (!members) return <p>Finding them takes too long here. The CSV has everybody with the state.</p>;
  if (members.data.length === 0)
    return (
      <NothingFound
        of="people"
        asked={groupNames.filter(([each]) => each === group).map(([, name]) => ['State', name])}
        clear={path}
        clears="Show everybody"
      />
    );
  return (
    <Table
      label="People of the announcement"
      class="people"
      columns={['Email', 'State', 'Sent', 'Opened', 'Clicked', { name: 'Position', number: true }]}
    >
      {members.data.map(({ signup_id, email, position, state, sent_at, opened_at, clicked_at }) => (
        <tr key={signup_id}>
          <th scope="row">
            <span class="line">
              <a href={`${list}/signups/${signup_id}`}>{email}</a>
            </span>
          </th>
          <td class="state">
            <MemberTag state={state} />
          </td>
          <td class="when">{sent_at && <Day at={sent_at} />}</td>
          <td>{opened_at && <Time at={opened_at} />}</td>
          <td>{clicked_at && <Time at={clicked_at} />}</td>
          <td class="number place">{formatCount(position)}</td>
        </tr>
      ))}
    </Table>
  );
}
