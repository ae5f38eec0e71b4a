import { type BounceClass, bounceName } from '../../../shared/list/mail-state/bounce.ts';
import { type EmailStatus, emailStatuses } from '../../../shared/list/mail-state/status.ts';
import type { SignupMail } from '../../../shared/mail/signup-mail/schema.ts';

const words: Readonly<Record<EmailStatus, readonly [text: string, tone: 'good' | 'warn' | 'bad' | '']>> = {
  config_error: ['Settings refused', 'warn'],
  sent: ['Sent', ''],
  delivery_delayed: ['Delayed', 'warn'],
  failed: ['Failed', 'bad'],
  suppressed: ['Suppressed', 'warn'],
  delivered: ['Delivered', 'good'],
  opened: ['Opened', 'good'],
  clicked: ['Clicked', 'good'],
  bounced: ['Bounced', 'bad'],
  complained: ['Complained', 'bad'],
};

/** The texts of all statuses, and of none. */
export const emailStatusNames: readonly (readonly [EmailStatus | 'none', string])[] = [
  ['none', 'Not sent'],
  ...emailStatuses.map((status) => [status, words[status][0]] as const),
];

/** The texts of how an email bounced. */
export const bounceClassNames: readonly (readonly [BounceClass, string])[] = [
  ['permanent', 'For good'],
  ['transient', 'For now'],
];

interface EmailTagProps {
  readonly status: EmailStatus | null;
  /** Whether one without a status is still to be sent. People who were added without one get none. */
  readonly isAwaited: boolean;
  /** How it came back, as far as it is known. */
  readonly bounce?: Pick<SignupMail, 'bounce_class' | 'bounce_reason'> | null | undefined;
}

/** The status of a signup email (§3.1), and of one that bounced why. */
export function EmailTag({ status, isAwaited, bounce }: EmailTagProps) {
  if (status === null) return <span class="soft">{isAwaited ? 'Not sent yet' : 'No email'}</span>;
  const [text, tone] = words[status];
  if (status !== 'bounced') return <span class={`tag ${tone}`}>{text}</span>;
  const isForNow = bounce?.bounce_class === 'transient';
  const name = bounceName(bounce?.bounce_reason ?? null) ?? (isForNow ? 'for now' : undefined);
  return (
    <span class={`tag ${isForNow ? 'warn' : tone}`}>
      {text}
      {name !== undefined && ` (${name})`}
    </span>
  );
}
