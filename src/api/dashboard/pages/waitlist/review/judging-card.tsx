import type { MailReports } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { Empty } from '../../../parts/empty/empty.tsx';
import { Form, Submit } from '../../../parts/form.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Card, type ListOfCards, type SettingsCard } from '../cards/settings-card.tsx';

/** How referrals are judged (N4). */
export const judging: SettingsCard = {
  id: 'judging',
  title: 'How referrals are judged',
  page: 'review',
  controls: () => [
    {
      at: 'abuse.mode',
      label: 'Referrals',
      options: [
        ['off', 'Off: every referral counts'],
        ['monitor', 'Watch: every referral counts, and suspicious ones are shown'],
        ['enforce', 'Withhold: suspicious referrals wait for a decision'],
      ],
      inOtherWords: {
        'must stay "enforce" while form.enabled is true':
          'must be withheld while the form in Settings takes signups',
      },
    },
    {
      at: 'abuse.velocity.per_hour',
      under: 'mode',
      label: 'Credits per hour and code',
      hint: 'What is faster is delayed, not refused.',
    },
    { at: 'abuse.velocity.burst', under: 'mode', label: 'Credits at once' },
    {
      at: 'abuse.settle_hours',
      under: 'mode',
      label: 'Hours until fast referrals settle',
      hint: 'If their mail was delivered. At once when the address is confirmed.',
    },
    { at: 'abuse.hold_email', under: 'mode', label: 'Hold the signup email of withheld signups, too' },
    {
      at: 'abuse.block_domains',
      under: 'mode',
      label: 'Blocked domains',
      hint: 'Separated by commas, with all domains below them.',
    },
    { at: 'abuse.allow_domains', under: 'mode', label: 'Trusted domains' },
    {
      at: 'abuse.allow_networks',
      under: 'mode',
      label: 'Trusted networks',
      hint: 'Such as 192.0.2.0/24, the network of an office.',
    },
  ],
  save: 'Save',
};

const bounceHints: Readonly<Record<Exclude<MailReports, 'reported'>, string>> = {
  unset: 'Your mail provider cannot report bounces until its webhook is set up on the page Email.',
  never: 'Mail servers report no bounces, so a fake address is not noticed by its mail.',
  no_mail: 'No mail is sent, so a fake address is not noticed by its mail.',
};

/** What is done now, as the choice of the form has it. */
const modeTexts: Readonly<Record<ListOfCards['settings']['abuse']['mode'], string>> = {
  off: 'Referrals are not looked at: every one counts.',
  monitor: 'Referrals are watched: every one counts, and suspicious ones are listed here.',
  enforce: 'Suspicious referrals are withheld: they wait here until you credit or refuse them.',
};

interface JudgingProps {
  readonly list: ListOfCards;
  readonly bounces: MailReports;
}

/** The card, with what the service cannot see of mails. */
export function JudgingCard({ list, bounces }: JudgingProps) {
  const advice =
    !list.settings.confirmation.enabled && 'To withhold referrals, ask people to confirm their address.';
  const about = (
    <>
      <p>{modeTexts[list.settings.abuse.mode]}</p>
      {bounces !== 'reported' && (
        <p class="soft">
          {bounceHints[bounces]} {advice}
        </p>
      )}
    </>
  );
  return <Card of={judging} list={list} about={about} folded="Change how they are judged" />;
}

/** Offers to watch referrals, on a waitlist that never did. */
export function Offer({ path }: { path: string }) {
  return (
    <Empty
      id="offer"
      picture="shield"
      title="Do people farm your referrals?"
      about="The service can look at each referral: disposable addresses, the same mailbox twice, mails that come back. Watching changes nothing for anybody. What it finds is listed here, and you decide later."
    >
      <Form action={`${path}/watch`}>
        <Submit>
          <Icon name="shield-check" />
          Watch referrals
        </Submit>
      </Form>
    </Empty>
  );
}
