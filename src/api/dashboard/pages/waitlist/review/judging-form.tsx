import type { AbuseSettings } from '../../../../../shared/capabilities/trust/abuse-settings.ts';
import type { MailReports } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { type FormValues, numberIn } from '../../../pages.ts';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { Choice, Field, Form, IfMaySend, Submit } from '../../../parts/form.tsx';

const modes = [
  ['off', 'Off: every referral counts'],
  ['monitor', 'Watch: every referral counts, and suspicious ones are shown'],
  ['enforce', 'Withhold: suspicious referrals wait for a decision'],
] as const;

const labels = {
  mode: 'Referrals',
  per_hour: 'Credits per hour and code',
  burst: 'Credits at once',
  settle_hours: 'Hours until fast referrals settle',
  block_domains: 'Blocked domains',
  allow_domains: 'Trusted domains',
  allow_networks: 'Trusted networks',
} as const;

/** The labels by the paths of the settings, for refusals. */
export const judgingLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(labels).flatMap(([key, label]) => [
    [`abuse.${key}`, label],
    [`abuse.velocity.${key}`, label],
  ]),
);

const split = (text: unknown) =>
  String(text ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '');

/** The settings that a submitted form asks for; an empty number is the default. */
export function toAbuse({ mode, per_hour, burst, settle_hours, hold_email, ...lists }: FormValues): object {
  return {
    mode,
    velocity: { per_hour: numberIn(per_hour), burst: numberIn(burst) },
    settle_hours: numberIn(settle_hours),
    hold_email: hold_email === 'on',
    block_domains: split(lists.block_domains),
    allow_domains: split(lists.allow_domains),
    allow_networks: split(lists.allow_networks),
  };
}

const bounceHints: Readonly<Record<Exclude<MailReports, 'reported'>, string>> = {
  unset: 'Your mail provider cannot report bounces until its webhook is set up on the page Email.',
  never: 'Mail servers report no bounces, so a fake address is not noticed by its mail.',
  no_mail: 'No mail is sent, so a fake address is not noticed by its mail.',
};

/** How referrals are judged. */
export function JudgingForm({
  path,
  abuse,
  bounces,
  asksToConfirm,
}: {
  path: string;
  abuse: AbuseSettings;
  bounces: MailReports;
  asksToConfirm: boolean;
}) {
  return (
    <section class="card" aria-labelledby="judging">
      <h2 id="judging">How referrals are judged</h2>
      {bounces !== 'reported' && (
        <p class="soft">
          {bounceHints[bounces]}{' '}
          {!asksToConfirm && 'To withhold referrals, ask people to confirm their address.'}
        </p>
      )}
      <Form action={`${path}/settings`} class="fields" readable>
        <Choice name="mode" label={labels.mode} options={modes} initial={abuse.mode} />
        <Field
          name="per_hour"
          label={labels.per_hour}
          type="number"
          min={1}
          max={100_000}
          initial={abuse.velocity.per_hour}
          hint="What is faster is delayed, not refused."
        />
        <Field
          name="burst"
          label={labels.burst}
          type="number"
          min={1}
          max={100_000}
          initial={abuse.velocity.burst}
        />
        <Field
          name="settle_hours"
          label={labels.settle_hours}
          type="number"
          min={1}
          max={720}
          initial={abuse.settle_hours}
          hint="If their mail was delivered. At once when the address is confirmed."
        />
        <Checkbox
          name="hold_email"
          label="Hold the signup email of withheld signups, too"
          initial={abuse.hold_email}
        />
        <Field
          name="block_domains"
          label={labels.block_domains}
          initial={abuse.block_domains.join(', ')}
          hint="Separated by commas, with all domains below them."
        />
        <Field name="allow_domains" label={labels.allow_domains} initial={abuse.allow_domains.join(', ')} />
        <Field
          name="allow_networks"
          label={labels.allow_networks}
          initial={abuse.allow_networks.join(', ')}
          hint="Such as 192.0.2.0/24, the network of an office."
        />
        <div class="row">
          <Submit>Save</Submit>
        </div>
      </Form>
    </section>
  );
}

/** Offers to watch referrals, on a waitlist that never did. */
export function Offer({ path }: { path: string }) {
  return (
    <IfMaySend to={`${path}/watch`}>
      <section class="card" aria-labelledby="offer">
        <h2 id="offer">Do people farm your referrals?</h2>
        <p>
          The service can look at each referral: disposable addresses, the same mailbox twice, mails that come
          back. Watching changes nothing for anybody. You see what it finds, and decide later.
        </p>
        <Form action={`${path}/watch`}>
          <div class="row">
            <Submit>Watch referrals</Submit>
          </div>
        </Form>
      </section>
    </IfMaySend>
  );
}
