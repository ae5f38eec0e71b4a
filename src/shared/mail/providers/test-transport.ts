import type { EmailStatus } from '../../list/mail-state/status.ts';
import type { EmailTransport } from './provider.ts';

/** What stands where others have the type of a provider: no mail leaves a test mode (N8). */
export const testProvider = 'test';

/** What a mail to a test address reports, by how the address begins. */
const reports: readonly (readonly [name: string, statuses: readonly EmailStatus[]])[] = [
  ['deliver', ['delivered']],
  ['open', ['delivered', 'opened']],
  ['click', ['delivered', 'opened', 'clicked']],
  ['delay', ['delivery_delayed']],
  ['bounce', ['bounced']],
  ['complain', ['delivered', 'complained']],
];

/** Takes every mail and sends none. The answer has the events that its address asks for. */
export const testTransport: EmailTransport = {
  async send({ to }) {
    const [, statuses = []] = reports.find(([name]) => to.toLowerCase().startsWith(name)) ?? [];
    return { outcome: 'sent', providerMessageId: null, reports: statuses };
  },
  close() {},
};
