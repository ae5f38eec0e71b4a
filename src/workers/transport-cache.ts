import { isTestAccount } from '../shared/account/accounts/test-account.ts';
import type { Context } from '../shared/context.ts';
import { openManagedTransport } from '../shared/mail/allowance/managed.ts';
import type { EmailTransport } from '../shared/mail/providers/provider.ts';
import { testTransport } from '../shared/mail/providers/test-transport.ts';
import type { StartedEmail } from '../shared/mail/sending/start-emails.ts';
import { findProviderSettings } from '../shared/mail/settings/email-provider.ts';

/** The open mail providers of a worker: the service's own, and those of the accounts that it mails for. */
export interface TransportCache {
  /**
   * Of a test mode: one that sends nothing. @throws Error where the account has cleared or changed its
   * settings since the mail was started
   */
  find(mail: Pick<StartedEmail, 'route' | 'accountId' | 'version'>): Promise<EmailTransport>;
  close(): void;
}

const maxOpen = 200;

interface OpenTransport {
  /** Of the account's settings that it was opened with. */
  readonly version: string;
  readonly transport: EmailTransport;
}

/**
 * Opens an account's provider at its first mail; again when its settings change. The least recently used are
 * closed.
 */
export function openTransportCache(ctx: Context): TransportCache {
  const { managed } = ctx.config.email;
  const managedTransport = managed && openManagedTransport(ctx.config, managed);
  const open = new Map<string, OpenTransport>();

  async function findOwn(accountId: string, version: string | null): Promise<EmailTransport> {
    const settings = await findProviderSettings(ctx, accountId);
    if (settings && settings.version !== version) throw new Error('The account has other settings by now');
    const known = open.get(accountId);
    open.delete(accountId); // and in again behind the others: the first one is the least recently used
    if (settings && known?.version === settings.version) {
      open.set(accountId, known);
      return known.transport;
    }
    known?.transport.close();
    if (!settings) throw new Error('The account has no mail provider any more');
    const transport = settings.provider.open(settings.config, ctx.httpClient);
    open.set(accountId, { version: settings.version, transport });
    for (const [oldest, { transport: idle }] of open) {
      if (open.size <= maxOpen) break;
      open.delete(oldest);
      idle.close();
    }
    return transport;
  }

  return {
    async find({ route, accountId, version }) {
      if (isTestAccount(accountId)) return testTransport;
      if (route === 'own') return findOwn(accountId, version);
      if (!managedTransport) throw new Error('This worker has no MANAGED_EMAIL_URL');
      return managedTransport;
    },
    close() {
      managedTransport?.close();
      for (const { transport } of open.values()) transport.close();
    },
  };
}
