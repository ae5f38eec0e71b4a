import type { Trend } from '../../../../../shared/list/stats/read-trend.ts';
import type { MailReports } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { formatCount } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { areTold, notReported, unreportedTexts } from '../mail-reports.tsx';

interface MailRatesProps {
  readonly root: string;
  readonly engagement: Trend['engagement'];
  /** Undefined if the plan does not show them. */
  readonly reports: MailReports | undefined;
}

/** How far signup emails came. */
export function MailRates({ root, engagement, reports }: MailRatesProps) {
  const { emails_sent, delivery_rate, open_rate, click_rate } = engagement;
  if (emails_sent === 0) return <p>No emails sent yet.</p>;
  const hrefOf = (reached: string) => toUrl(root, { reached });
  const isTold = reports !== undefined && areTold(reports, [delivery_rate, open_rate, click_rate]);
  const rates = [
    ['Delivered', delivery_rate],
    ['Opened', open_rate],
    ['Clicked', click_rate],
  ] as const;
  return (
    <>
      {reports !== undefined && (
        <p class="soft">
          {isTold || reports === 'reported'
            ? 'Of all time, as reported by your email provider.'
            : `Of all time. ${unreportedTexts[reports]}`}
        </p>
      )}
      <ShareBars
        shares={[
          { name: 'Sent', figure: formatCount(emails_sent), percent: 100, href: hrefOf('sent') },
          ...rates.map(([name, rate]) =>
            isTold
              ? { name, figure: `${rate ?? 0}%`, percent: rate ?? 0, href: hrefOf(name.toLowerCase()) }
              : { name, ...notReported },
          ),
        ]}
      />
    </>
  );
}
