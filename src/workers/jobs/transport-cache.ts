import type { Context } from '../../shared/context.ts';
import { openManagedSender } from '../../shared/email/allowance/managed.ts';
import type { EmailSender } from '../../shared/email/providers/provider.ts';
import type { StartedEmail } from '../../shared/email/sending/start-signup-emails.ts';
import { findProviderSettings } from '../../shared/email/settings/email-provider.ts';
import { openProviderTools } from '../../shared/email/settings/provider-tools.ts';
import { openAddressGuard } from '../../shared/outbound/address-guard.ts';

/** The open mail providers of a worker: the service's own, and those of the accounts that it mails for. */
export interface Senders {
  /** @throws Error where there is none any more: the settings went, or became others, while the mail was on its way here */
  find(mail: Pick<StartedEmail, 'route' | 'accountId' | 'version'>): Promise<EmailSender>;
  close(): void;
}

const maxOpen = 200;

interface OpenSender {
  readonly version: string;
  readonly sender: EmailSender;
}

/** Opens an account's provider at its first mail; again when its settings change. The least recently used are closed. */
export function openSenders(ctx: Context): Senders {
  const { managed } = ctx.config.email;
  const managedSender = managed && openManagedSender(ctx.config, managed);
  const tools = openProviderTools(ctx.config, openAddressGuard(ctx.config.outbound));
  const open = new Map<string, OpenSender>();

  async function findOwn(accountId: string, version: string | null): Promise<EmailSender> {
    const settings = await findProviderSettings(ctx, accountId);
    if (settings && settings.version !== version) throw new Error('The account has other settings by now');
    const known = open.get(accountId);
    open.delete(accountId); // and in again behind the others: the first one is the least recently used
    if (settings && known?.version === settings.version) {
      open.set(accountId, known);
      return known.sender;
    }
    known?.sender.close();
    if (!settings) throw new Error('The account has no mail provider any more');
    const sender = settings.provider.open(settings.config, tools);
    open.set(accountId, { version: settings.version, sender });
    for (const [oldest, { sender: idle }] of open) {
      if (open.size <= maxOpen) break;
      open.delete(oldest);
      idle.close();
    }
    return sender;
  }

  return {
    async find({ route, accountId, version }) {
      if (route === 'own') return findOwn(accountId, version);
      if (!managedSender) throw new Error('This worker has no MANAGED_EMAIL_URL');
      return managedSender;
    },
    close() {
      managedSender?.close();
      for (const { sender } of open.values()) sender.close();
    },
  };
}
