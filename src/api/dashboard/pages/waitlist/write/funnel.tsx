import {
  type AnnouncementReport,
  type LeftOutReason,
  leftOutReasons,
} from '../../../../../shared/capabilities/announcements/schema.ts';
import type { MailReports } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { hashOfLink } from '../../../../../shared/mail/mail-events/clicked-link.ts';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { formatCount } from '../../../parts/format.tsx';
import { areTold, notReported, unreportedTexts } from '../mail-reports.tsx';
import { LeftOut } from '../who/left-out.tsx';
import { type Group, groupNames, leftOutTexts, linkName } from './announcement-words.tsx';

interface FunnelProps {
  readonly path: string;
  readonly announcement: AnnouncementReport;
  readonly reports: MailReports;
}

const names: Readonly<Record<Group, string>> = Object.fromEntries(groupNames) as Record<Group, string>;
type Figure = Exclude<Group, 'left_out'>;

/** Whether people who were left out for a reason are members still, who can be listed. */
const isKept: Readonly<Record<LeftOutReason, boolean>> = {
  unsubscribed: true,
  suppressed: true,
  removed: false,
  cancelled: false,
};

/** What came of it, step by step. Each number leads to its people. */
export function Funnel({ path, announcement, reports }: FunnelProps) {
  const { selected, sent, delivered, opened, clicked, bounced, complained, left_out, links } = announcement;
  const isTold = areTold(reports, [delivered, opened, clicked, bounced, complained]);
  const toShare = (group: Figure, of: number) => ({
    name: names[group],
    href: `${path}/members?group=${group}`,
    figure: formatCount(announcement[group]),
    percent: of === 0 ? 0 : (100 * announcement[group]) / of,
  });
  const toReport = (group: Figure) =>
    isTold ? toShare(group, sent) : { name: names[group], ...notReported };
  const ends = (['waiting', 'held', 'failed'] as const).filter((group) => announcement[group] > 0);
  return (
    <section id="figures" class="card spaced" aria-labelledby="funnel" data-live>
      <div class="row spread">
        <h2 id="funnel">What came of it</h2>
        <a class="button quiet small" href={`${path}/members`}>
          All people
        </a>
      </div>
      <ShareBars
        shares={[
          toShare('sent', selected),
          toReport('delivered'),
          toReport('opened'),
          toReport('clicked'),
          toShare('unsubscribed', sent),
          toReport('bounced'),
          toReport('complained'),
          ...ends.map((group) => toShare(group, selected)),
        ]}
      />
      {leftOutReasons.some((reason) => left_out[reason] > 0) && (
        <>
          <h3>Left out</h3>
          <LeftOut
            counts={left_out}
            texts={leftOutTexts}
            hrefOf={(reason) => (isKept[reason] ? `${path}/members?group=left_out` : undefined)}
          />
          {leftOutReasons.some((reason) => left_out[reason] > 0 && !isKept[reason]) && (
            <p class="soft">Of those who were deleted or cancelled only the number is kept.</p>
          )}
        </>
      )}
      {links.some((each) => each.clicked > 0) && (
        <>
          <h3>Clicked links</h3>
          <ShareBars
            shares={links
              .filter((each) => each.clicked > 0)
              .toSorted((a, b) => b.clicked - a.clicked)
              .map((each) => ({
                name: linkName(each.link),
                href: `${path}/members?link=${hashOfLink(each.link)}`,
                figure: formatCount(each.clicked),
                percent: (100 * each.clicked) / clicked,
              }))}
          />
        </>
      )}
      <p class="soft">
        {isTold || reports === 'reported'
          ? 'Deliveries, opens, clicks, bounces and complaints are as your mail provider reports them. The bar of Sent is of all people, the others are of those.'
          : unreportedTexts[reports]}
      </p>
    </section>
  );
}
