import { AppError } from '../../platform/errors.ts';
import { type EmailProviderType, emailProviderOf } from './index.ts';

/**
 * Reads a MANAGED_EMAIL_URL (C9.4): its provider, and the settings in it. Undefined where that provider has
 * no such settings.
 */
export function readManagedAddress(text: string): { type: EmailProviderType; settings: unknown } | undefined {
  const url = new URL(text);
  const type = url.protocol === 'smtps:' ? 'smtp' : (url.protocol.slice(0, -1) as EmailProviderType);
  try {
    const settings = emailProviderOf(type).config.safeParse(settingsFrom[type](url));
    return settings.success ? { type, settings: settings.data } : undefined;
  } catch (error) {
    if (error instanceof URIError) return undefined; // a percent sign that stands for nothing
    throw error;
  }
}

/** Whether a provider could sign its events with this secret; with one that sends none it does no harm. */
export function couldSignEvents(type: EmailProviderType, secret: string): boolean {
  try {
    emailProviderOf(type).events?.checkSecret(secret);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Besides `smtps`: on the port that has no other use, or as addresses of other tools say it. */
const isEncryptedFromStart = ({ protocol, port, searchParams }: URL) =>
  protocol === 'smtps:' ||
  port === '465' ||
  searchParams.get('secure') === 'true' ||
  searchParams.get('encryption') === 'ssl';

const user = (url: URL) => decodeURIComponent(url.username);
const key = (url: URL) => decodeURIComponent(url.hostname || url.username);

/**
 * The settings in each kind of address. A key stands where the host would; what is not in the address is left
 * out.
 */
const settingsFrom: Readonly<Record<EmailProviderType, (url: URL) => unknown>> = {
  smtp: (url) => ({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isEncryptedFromStart(url) ? 465 : 587)),
    secure: isEncryptedFromStart(url),
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
