import { type SmtpConfig, smtp } from './providers/smtp.ts';

/** The provider and settings behind an address such as `smtp://user:password@host:587` (C9.4). */
export function toManagedProvider(url: string): { provider: typeof smtp; config: SmtpConfig } {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    provider: smtp,
    config: {
      host: hostname,
      port: Number(port || (secure ? 465 : 587)),
      secure,
      ...(username !== '' && {
        username: decodeURIComponent(username),
        password: decodeURIComponent(password),
      }),
    },
  };
}
