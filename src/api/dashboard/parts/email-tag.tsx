import { type EmailStatus, emailStatuses } from '../../../shared/email/status.ts';

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

const none = 'Not sent yet';

/** The texts of all statuses, and of none. */
export const emailStatusNames: readonly (readonly [EmailStatus | 'none', string])[] = [
  ['none', none],
  ...emailStatuses.map((status) => [status, words[status][0]] as const),
];

/** The status of a signup email (§3.1). */
export function EmailTag({ status }: { status: EmailStatus | null }) {
  if (status === null) return <span class="soft">{none}</span>;
  const [text, tone] = words[status];
  return <span class={`tag ${tone}`}>{text}</span>;
}
