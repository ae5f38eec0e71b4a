import type { MemberStep } from '../../../../../shared/capabilities/release/members/schema.ts';
import { leftOutReasons, type WaveReport } from '../../../../../shared/capabilities/release/waves/schema.ts';
import type { MailReports } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount } from '../../../parts/format.tsx';
import { areTold, notReported, unreportedTexts } from '../mail-reports.tsx';
import { peopleHref } from './wave-people.tsx';
import { leftOutTexts, stepTexts } from './wave-words.ts';

interface FunnelProps {
  readonly path: string;
  readonly wave: WaveReport;
  readonly reports: MailReports;
}

type Figure = Exclude<MemberStep, 'waiting'>;

const toEnd = (name: string, count: number, href?: string) => ({ name, count, href });

/** A number that opens its people. */
function Figure({ of: count, href }: { readonly of: number; readonly href: string | undefined }) {
  return count === 0 || href === undefined ? formatCount(count) : <a href={href}>{formatCount(count)}</a>;
}

/** What came of a wave, step by step (N5). */
export function Funnel({ path, wave, reports }: FunnelProps) {
  const { selected, sent, left_out, deliver, conversion_rate, median_hours_to_convert } = wave;
  const isTold = areTold(reports, [wave.delivered, wave.opened, wave.clicked]);
  const toBar = (name: string, count: number, href: string) => ({
    name,
    figure: formatCount(count),
    percent: selected === 0 ? 0 : (100 * count) / selected,
    href: count > 0 ? href : undefined,
  });
  const toShare = (step: Figure) => toBar(stepTexts[step], wave[step], peopleHref(path, step));
  const toReport = (step: Figure) => (isTold ? toShare(step) : { name: stepTexts[step], ...notReported });
  const mailed = ['delivered', 'opened', 'clicked'] as const;
  const steps = [
    toBar('Selected', selected, `${path}#people`),
    toShare('sent'),
    ...(deliver === 'email' ? mailed.map(toReport) : []),
    toShare('converted'),
  ];
  const ends = [
    ...(['expired', 'declined', 'revoked', 'bounced', 'failed'] as const).map((step) =>
      toEnd(stepTexts[step], wave[step], peopleHref(path, step)),
    ),
    ...leftOutReasons.map((reason) => toEnd(leftOutTexts[reason], left_out[reason])),
  ];
  return (
    <>
      <section id="figures" class="card" aria-labelledby="funnel" data-live>
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
              .filter(({ name, count }) => count > 0 || name === 'Expired' || name === 'Declined')
              .map(({ name, count, href }) => [name, <Figure key={name} of={count} href={href} />] as const),
          ]}
        />
        {leftOutReasons.some((reason) => left_out[reason] > 0) && (
          <p class="soft">Of those who were left out since the draft only the number is kept.</p>
        )}
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
