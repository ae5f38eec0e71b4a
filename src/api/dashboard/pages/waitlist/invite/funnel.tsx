import { leftOutReasons, type WaveReport } from '../../../../../shared/capabilities/release/waves/schema.ts';
import type { MailReports } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount } from '../../../parts/format.tsx';
import { areTold, notReported, unreportedTexts } from '../mail-reports.tsx';
import { leftOutTexts } from './wave-words.ts';

interface FunnelProps {
  readonly path: string;
  readonly wave: WaveReport;
  readonly reports: MailReports;
}

/** What came of a wave, step by step (N5). */
export function Funnel({ path, wave, reports }: FunnelProps) {
  const { selected, sent, converted, left_out, deliver, conversion_rate, median_hours_to_convert } = wave;
  const isTold = areTold(reports, [wave.delivered, wave.opened, wave.clicked]);
  const toShare = (name: string, count: number) => ({
    name,
    figure: formatCount(count),
    percent: selected === 0 ? 0 : (100 * count) / selected,
  });
  const toReport = (name: string, count: number) =>
    isTold ? toShare(name, count) : { name, ...notReported };
  const steps = [
    toShare('Selected', selected),
    toShare('Sent', sent),
    ...(deliver === 'email'
      ? [
          toReport('Delivered', wave.delivered),
          toReport('Opened', wave.opened),
          toReport('Clicked', wave.clicked),
        ]
      : []),
    toShare('Became users', converted),
  ];
  const ends = [
    ['Expired', wave.expired],
    ['Declined', wave.declined],
    ['Revoked', wave.revoked],
    ...leftOutReasons.map((reason) => [leftOutTexts[reason], left_out[reason]] as const),
  ] as const;
  return (
    <>
      <section class="card" aria-labelledby="funnel">
        <h2 id="funnel">What came of it</h2>
        <ShareBars shares={steps} />
        <Facts
          of={[
            ['Conversion rate', sent === 0 ? 'Nothing sent yet' : `${conversion_rate}%`],
            median_hours_to_convert !== null && [
              'Half of them converted within',
              median_hours_to_convert < 1 ? 'an hour' : countOf(median_hours_to_convert, 'hour'),
            ],
            ...ends
              .filter(([name, count]) => count > 0 || name === 'Expired' || name === 'Declined')
              .map(([name, count]) => [name, formatCount(count)] as const),
          ]}
        />
        {deliver === 'email' && (
          <p class="soft">
            {isTold || reports === 'reported'
              ? 'Deliveries, opens and clicks are as your mail provider reports them.'
              : unreportedTexts[reports]}
          </p>
        )}
      </section>
      {deliver === 'link' && wave.state === 'sent' && (
        <IfMaySend to={`${path}/links`}>
          <section class="card" aria-labelledby="links">
            <h2 id="links">Links</h2>
            <p>
              A CSV with the address and the link of each person, for your own mail tool. The links are
              secrets, so you can download them once.
            </p>
            <Form action={`${path}/links`}>
              <Submit>Download the links</Submit>
            </Form>
          </section>
        </IfMaySend>
      )}
    </>
  );
}
