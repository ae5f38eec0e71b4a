import { readDomainList } from '../../src/shared/list/signals/domain-lists.ts';

/** Services that forward to a real mailbox. People use them against spam, not against us. */
const relays = [
  'addy.io',
  'anonaddy.com',
  'anonaddy.me',
  'duck.com',
  'mozmail.com',
  'passmail.net',
  'privaterelay.appleid.com',
  'simplelogin.com',
  'simplelogin.io',
  'slmail.me',
];
/** Where everybody has an address. */
const providers = ['gmail.com', 'hotmail.com', 'icloud.com', 'outlook.com', 'proton.me', 'yahoo.com'];

/** Says why a list must not replace the present one: one line for each reason, none if it may. */
export function findFaults(before: string, after: string): string[] {
  const [old, fresh] = [readDomainList(before), readDomainList(after)];
  const faults: string[] = [];
  if (fresh.size < old.size * 0.8) faults.push(`it shrinks from ${old.size} domains to ${fresh.size}`);
  for (const domain of [...relays, ...providers])
    if (fresh.has(domain)) faults.push(`it holds ${domain}, where real people have addresses`);
  for (const domain of fresh)
    if (!/^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain)) faults.push(`it holds ${domain}, which is no domain`);
  return faults;
}

/** The text of the file in the repository. */
export function toFile(source: string, commit: string, list: string): string {
  return [
    '# Domains of disposable mail addresses, one a line. A domain stands for those below it.',
    `# Source: ${source}`,
    `# Commit: ${commit}`,
    '# Licence: CC0 1.0 (public domain)',
    ...[...readDomainList(list)].sort(),
    '',
  ].join('\n');
}
