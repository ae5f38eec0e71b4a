import type { EmailStatus } from '../../../shared/email/status.ts';

const words: Readonly<Record<EmailStatus, readonly [text: string, tone: 'good' | 'warn' | 'bad' | '']>> = {
  config_error: ['Not set up', 'warn'],
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

/** The status of a signup email (§3.1). */
export function EmailTag({ status }: { status: EmailStatus | null }) {
  if (status === null) return <span class="soft">Not sent yet</span>;
  const [text, tone] = words[status];
  return <span class={`tag ${tone}`}>{text}</span>;
}
