import type { ComponentChildren } from 'preact';
import { bounceName } from '../../../../../shared/list/mail-state/bounce.ts';
import type { Signup } from '../../../../../shared/list/signups/schema.ts';
import type { EmailState } from '../../../../../shared/mail/email-state/read-email-state.ts';
import type { SignupMailRow } from '../../../../../shared/mail/signup-mail/queries.ts';
import type { Timeline, TimelineEvent } from '../../../../../shared/owner/timeline/read-timeline.ts';
import { Form, Submit } from '../../../parts/form.tsx';
import { Time } from '../../../parts/format.tsx';

interface TimelineCardProps {
  /** The page of the waitlist. */
  readonly list: string;
  readonly signup: Signup;
  readonly timeline: Timeline;
  /** Whether emails of this account are sent at all. */
  readonly hasRoute: boolean;
  readonly heldFor: EmailState['heldFor'];
}

/** What happened to a signup, and what became of its email. */
export function TimelineCard({ list, signup, timeline, hasRoute, heldFor }: TimelineCardProps) {
  const { text, words, canSend } = explain(signup, timeline, hasRoute, heldFor);
  return (
    <section class="card" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol class="timeline">
        {timeline.events.map((event) => (
          <li key={JSON.stringify(event)} class={toneOf(event)}>
            <span>{nameOf(event, list)}</span>
            {event.at !== null && <Time at={event.at} />}
            {event.at === null && event.what !== 'mail_waiting' && <span class="soft">time unknown</span>}
          </li>
        ))}
      </ol>
      {text !== undefined && <p>{text}</p>}
      {words !== undefined && <p class="soft">The provider says: “{words}”</p>}
      {canSend && (
        <Form action={`${list}/signups/${signup.id}/send-email`}>
          <Submit class="quiet small">
            {timeline.mail ? 'Send the email again' : 'Send the signup email'}
          </Submit>
        </Form>
      )}
    </section>
  );
}

const tones: Partial<Record<TimelineEvent['what'], string>> = {
  mail_failed: 'bad',
  mail_bounced: 'bad',
  mail_complained: 'bad',
  unsubscribed: 'bad',
  mail_waiting: 'open',
};

const toneOf = (event: TimelineEvent) => (event.what === 'told' && event.isBad ? 'bad' : tones[event.what]);

function nameOf(event: TimelineEvent, list: string): ComponentChildren {
  switch (event.what) {
    case 'signed_up':
      return 'Signed up';
    case 'mail_waiting':
      return 'Email waiting';
    case 'mail_sent':
      return 'Email sent';
    case 'mail_delivered':
      return 'Email delivered';
    case 'mail_opened':
      return 'Email opened';
    case 'mail_clicked':
      return 'Link in the email clicked';
    case 'mail_failed':
      return 'Email not sent';
    case 'mail_bounced': {
      const name = bounceName(event.reason);
      return name === undefined ? 'Email bounced' : `Email bounced (${name})`;
    }
    case 'mail_complained':
      return 'Email marked as spam';
    case 'confirm_sent':
      return 'Asked to confirm the address';
    case 'confirmed':
      return 'Address confirmed';
    case 'unsubscribed':
      return 'Unsubscribed';
    case 'referred':
      return (
        <>
          Referred <a href={`${list}/signups/${event.signup.id}`}>{event.signup.email}</a>
        </>
      );
    case 'told':
      return event.text;
  }
}

interface Explanation {
  /** What is wrong with the email; undefined if nothing is. */
  readonly text?: ComponentChildren;
  /** The provider's own words. */
  readonly words?: string | undefined;
  readonly canSend: boolean;
}

function explain(
  signup: Signup,
  { mail, isUnconfirmed }: Timeline,
  hasRoute: boolean,
  heldFor: EmailState['heldFor'],
): Explanation {
  const settings = <a href="/dashboard/email">Email</a>;
  if (!mail) {
    if (signup.email_status !== null) return { canSend: false };
    if (isUnconfirmed)
      return { text: 'The signup email waits until the person confirms the address.', canSend: false };
    return hasRoute
      ? { text: 'This signup has had no email.', canSend: true }
      : { text: <>Signup emails are not sent. Set up a provider under {settings}.</>, canSend: false };
  }
  const words = mail.error ?? undefined;
  switch (mail.state) {
    case 'queued':
    case 'sending':
      return { text: 'The email will be sent in a moment.', words, canSend: false };
    case 'held':
      return {
        text:
          heldFor === 'route' ? (
            <>The email waits until a provider is set up under {settings}.</>
          ) : heldFor === 'allowance' ? (
            <>The email waits, because this month’s allowance is used up. {settings} says until when.</>
          ) : (
            'The email waits behind older ones.'
          ),
        canSend: false,
      };
    case 'config_error':
      return {
        text: (
          <>
            The provider refused the settings, not the address. Mend them under {settings}, then send it
            again.
          </>
        ),
        words,
        canSend: hasRoute,
      };
    case 'failed':
      return mail.retries_exhausted
        ? {
            text: 'The provider was unavailable for too long. You can send it again.',
            words,
            canSend: hasRoute,
          }
        : { text: 'The provider refused the address for good.', words, canSend: false };
    case 'suppressed':
      return {
        text: 'The address is on the provider’s suppression list, after a bounce or a complaint. Remove it there first.',
        words,
        canSend: false,
      };
    case 'sent':
      return signup.email_status === 'bounced'
        ? afterBounce(mail, hasRoute)
        : { ...afterSending(signup, mail.ambiguous), canSend: false };
  }
}

function afterBounce({ bounce_class, bounce_reason }: SignupMailRow, hasRoute: boolean): Explanation {
  const words = bounce_reason ?? undefined;
  return bounce_class === 'transient'
    ? {
        text: 'The mail server of the address sent it back for now. A later mail may arrive: you can send it again.',
        words,
        canSend: hasRoute,
      }
    : {
        text: 'The mail server of the address sent it back. Check the spelling.',
        words,
        canSend: false,
      };
}

function afterSending({ email_status }: Signup, isAmbiguous: boolean): Pick<Explanation, 'text'> {
  if (email_status === 'complained') return { text: 'The person marked it as spam. Send no more.' };
  if (email_status === 'delivery_delayed')
    return { text: 'The mail server of the address is slow. The provider keeps trying.' };
  return isAmbiguous && email_status === 'sent'
    ? { text: 'The connection broke while it was sent, so nobody can know whether it left.' }
    : {};
}
