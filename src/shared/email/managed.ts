import { openAddressGuard } from '../address-guard.ts';
import type { Config } from '../config.ts';
import { openProviderTools } from './provider-tools.ts';
import { type EmailProviderType, emailProviderOf } from './providers/index.ts';
import type { EmailProvider, EmailSender } from './providers/provider.ts';

/** The service's own mail credentials, as the operator set them (C9.4). */
export interface ManagedEmail {
  readonly type: EmailProviderType;
  readonly provider: EmailProvider<unknown>;
  readonly settings: unknown;
  readonly from: string;
  readonly webhookSecret: string | undefined;
}

/** Reads `MANAGED_EMAIL_URL`; null where it is not set. @throws Error that names the variable where it is not that provider's */
export function readManagedEmail({ email: { managed } }: Pick<Config, 'email'>): ManagedEmail | null {
  if (!managed) return null;
  const url = new URL(managed.url);
  const type = url.protocol === 'smtps:' ? 'smtp' : (url.protocol.slice(0, -1) as EmailProviderType);
  const provider = emailProviderOf(type);
  const settings = provider.config.safeParse(settingsFrom[type](url));
  if (!settings.success) throw new Error(`Bad environment: MANAGED_EMAIL_URL is no address of ${type}`);
  return {
    type,
    provider,
    settings: settings.data,
    from: managed.from,
    webhookSecret: managed.webhookSecret,
  };
}

/** Opens the operator's provider. Its address is the operator's choice: a mail server may well be inside. */
export function openManagedSender(config: Pick<Config, 'outbound'>, managed: ManagedEmail): EmailSender {
  const allowHosts = [...config.outbound.allowHosts, hostOf(managed.settings)];
  const tools = openProviderTools(config, openAddressGuard({ allowHosts }));
  return managed.provider.open(managed.settings, tools);
}

function hostOf(settings: unknown): string {
  return typeof settings === 'object' && settings !== null && 'host' in settings
    ? String(settings.host)
    : 'localhost';
}

const user = (url: URL) => decodeURIComponent(url.username);
const key = (url: URL) => decodeURIComponent(url.hostname || url.username);

/** The settings in each kind of address. A key stands where the host would; what is not in the address is left out. */
const settingsFrom: Readonly<Record<EmailProviderType, (url: URL) => unknown>> = {
  smtp: (url) => ({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    ...(url.username !== '' && { username: user(url), password: decodeURIComponent(url.password) }),
  }),
  resend: (url) => ({ api_key: key(url) }),
  postmark: (url) => ({ server_token: key(url) }),
  sendgrid: (url) => ({ api_key: key(url) }),
  mailgun: (url) => ({
    api_key: user(url),
    domain: url.hostname,
    ...(url.searchParams.has('region') && { region: url.searchParams.get('region') }),
  }),
  ses: (url) => ({
    access_key_id: user(url),
    secret_access_key: decodeURIComponent(url.password),
    region: url.hostname,
  }),
};
