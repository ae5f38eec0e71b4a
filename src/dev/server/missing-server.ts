import { existsSync } from 'node:fs';
import type { ServerName } from '../supervisor/control-socket.ts';

const servers: Record<ServerName, { name: string; variable: string }> = {
  postgres: { name: 'Postgres', variable: 'DATABASE_URL' },
  redis: { name: 'Redis', variable: 'REDIS_URL' },
};

/** How systems install servers. The first whose program is on a machine is the one of that machine. */
const installers: readonly (Record<ServerName, string> & { program: string; command: string })[] = [
  { program: '/usr/bin/apt-get', command: 'apt-get install', postgres: 'postgresql', redis: 'redis-server' },
  { program: '/sbin/apk', command: 'apk add', postgres: 'postgresql', redis: 'redis' },
  { program: '/usr/bin/dnf', command: 'dnf install', postgres: 'postgresql-server', redis: 'valkey' },
  { program: '/usr/bin/pacman', command: 'pacman -S', postgres: 'postgresql', redis: 'valkey' },
  ...['/opt/homebrew/bin/brew', '/usr/local/bin/brew'].map((program) => ({
    program,
    command: 'brew install',
    postgres: 'postgresql@18',
    redis: 'redis',
  })),
];

/** A server that this machine lacks. */
export class MissingServer extends Error {
  override readonly name = 'MissingServer';
  readonly server: ServerName;

  /** @param details what else is known, in lines of their own */
  constructor(server: ServerName, details = '') {
    super(details);
    this.server = server;
  }
}

/**
 * Why servers did not start, for the person at the terminal. One line names all that this machine lacks, the
 * command that installs them, and the variables to set instead.
 */
export function explainFailures(
  errors: readonly Error[],
  isThere: (program: string) => boolean = existsSync,
): string {
  const missing = errors.filter((error) => error instanceof MissingServer);
  const lines = errors.map(({ message }) => message).filter((message) => message !== '');
  return (missing.length > 0 ? [sayMissing(missing, isThere), ...lines] : lines).join('\n');
}

function sayMissing(missing: readonly MissingServer[], isThere: (program: string) => boolean): string {
  const names = missing.map(({ server }) => servers[server].name).join(' and ');
  const variables = missing.map(({ server }) => servers[server].variable).join(' and ');
  const installer = installers.find(({ program }) => isThere(program));
  const packages = missing.map(({ server }) => installer?.[server]).join(' ');
  const install = installer ? `Run "${installer.command} ${packages}"` : 'Install what is missing';
  return `${names} ${missing.length > 1 ? 'are' : 'is'} not installed. ${install}, or, for npm start, set ${variables}.`;
}
