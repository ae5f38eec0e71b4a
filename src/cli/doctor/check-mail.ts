import { promises as dns } from 'node:dns';
import type { OperatorConfig } from '../../shared/config.ts';
import type { EmailProviderType } from '../../shared/mail/providers/index.ts';
import { type Check, ok, problem, warning } from './check.ts';

const timeoutMs = 2_000;
const tries = 2;

/** The names of the keys with which providers sign. Those of ses, and of a mail server, are of one's own. */
const knownSelectors: Readonly<Record<EmailProviderType, readonly string[]>> = {
  resend: ['resend'],
  sendgrid: ['s1', 's2'],
  mailgun: ['smtp', 'mx', 'k1', 'pic', 'mta', 'email', 'mailo'],
  postmark: ['pm', 'pm1'],
  ses: [],
  smtp: [],
};

/** Domains that nobody can send from. */
const isLocal = (domain: string) =>
  !domain.includes('.') ||
  /(^|\.)(localhost|local|test|example|invalid)$|^example\.(com|org|net)$/.test(domain);

type Found = readonly string[] | 'none' | 'unanswered';

/** Checks the DNS of the domain that mails come from, as the servers of its recipients do. */
export async function checkMail(
  { email: { managed }, trust: { dnsServers } }: OperatorConfig,
  selectors: readonly string[],
): Promise<Check[]> {
  if (!managed)
    return [
      warning(
        'mail',
        'MANAGED_EMAIL_URL is not set. Accounts need a mail provider of their own, and users get no notices.',
        'Set MANAGED_EMAIL_URL and MANAGED_EMAIL_FROM.',
      ),
    ];
  const domain = (/@([^@>\s]+)>?$/.exec(managed.from)?.[1] ?? '').toLowerCase();
  const sender = `Mails go out over ${managed.type} from ${domain}.`;
  if (isLocal(domain))
    return [
      warning(
        'mail',
        `${sender} No mail server takes mails from it.`,
        'Set MANAGED_EMAIL_FROM to your domain.',
      ),
    ];
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const find = (name: string) => findTexts(resolver, name);
  return [
    ok('mail', sender),
    ...(await Promise.all([
      checkSpf(find, domain),
      checkDkim(find, domain, selectors.length > 0 ? selectors : knownSelectors[managed.type]),
      checkDmarc(find, domain),
    ])),
  ];
}

async function findTexts(resolver: dns.Resolver, name: string): Promise<Found> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENODATA' || code === 'ENOTFOUND' ? 'none' : 'unanswered';
  }
}

type Find = (name: string) => Promise<Found>;

const unanswered = (check: string, name: string) =>
  warning(check, `The DNS did not answer for ${name}.`, 'Try again, or set DNS_SERVERS.');

const matching = (found: readonly string[] | 'none', begins: RegExp) =>
  found === 'none' ? [] : found.filter((text) => begins.test(text));

async function checkSpf(find: Find, domain: string): Promise<Check> {
  const found = await find(domain);
  if (found === 'unanswered') return unanswered('spf', domain);
  const records = matching(found, /^v=spf1(\s|$)/i);
  const [record] = records;
  if (record === undefined)
    return warning(
      'spf',
      `${domain} has no SPF record.`,
      'Add the TXT record that your provider shows. Providers that send under a domain of their own need none.',
    );
  if (records.length > 1)
    return problem(
      'spf',
      `${domain} has ${records.length} SPF records, so none counts.`,
      'Merge them into one.',
    );
  if (/\s\+?all(\s|$)/i.test(record))
    return problem(
      'spf',
      `The SPF record of ${domain} lets everybody send in its name.`,
      'End it with `~all` or `-all`.',
    );
  return ok('spf', `${domain} has an SPF record.`);
}

async function checkDkim(find: Find, domain: string, selectors: readonly string[]): Promise<Check> {
  const advice = 'Add the DKIM record that your provider shows for this domain.';
  if (selectors.length === 0)
    return warning(
      'dkim',
      `The name of the DKIM key of ${domain} is not known here.`,
      'Run this again with `--dkim-selector`, the `s=` of the DKIM-Signature in a mail of yours.',
    );
  const names = selectors.map((selector) => `${selector}._domainkey.${domain}`);
  const found = await Promise.all(names.map(find));
  const records = found.flatMap((texts) => (typeof texts === 'string' ? [] : texts));
  const keys = records.filter((text) => /(^|;)\s*p=/.test(text));
  if (keys.some((text) => /(^|;)\s*p=\s*[A-Za-z0-9+/]/.test(text)))
    return ok('dkim', `${domain} has a DKIM key.`);
  if (keys.length > 0) return problem('dkim', `The DKIM key of ${domain} was revoked.`, advice);
  if (found.includes('unanswered')) return unanswered('dkim', names.join(', '));
  return problem(
    'dkim',
    `${domain} has no DKIM key at ${names.join(', ')}.`,
    `${advice} If it has another name, run this again with \`--dkim-selector\`.`,
  );
}

/** The policy of the domain, or of one above it. */
async function checkDmarc(find: Find, domain: string): Promise<Check> {
  const labels = domain.split('.');
  for (let from = 0; from <= labels.length - 2; from++) {
    const name = `_dmarc.${labels.slice(from).join('.')}`;
    const found = await find(name);
    if (found === 'unanswered') return unanswered('dmarc', name);
    const records = matching(found, /^v=DMARC1\s*(;|$)/i);
    const [record] = records;
    if (records.length > 1)
      return problem('dmarc', `${name} has ${records.length} DMARC records, so none counts.`, 'Keep one.');
    if (record === undefined) continue;
    const policy = /;\s*p=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase();
    if (policy === undefined)
      return problem(
        'dmarc',
        `The DMARC record at ${name} has no policy.`,
        'Add `p=none`, or a stricter one.',
      );
    return ok('dmarc', `${name} has the policy ${policy}.`);
  }
  return warning(
    'dmarc',
    `${domain} has no DMARC record. Gmail and Yahoo want one of everybody who sends many mails.`,
    `Add the TXT record \`v=DMARC1; p=none\` at _dmarc.${domain}.`,
  );
}
