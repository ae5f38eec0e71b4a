import { domainOf, foldAddress, suffixesOf } from './address-forms.ts';
import { disposableDomains, isFreeProvider } from './domain-lists.ts';
import { isScripted, networkMac, networkOf, publicAddressOf } from './visitor.ts';

/** What a caller tells of the visitor. */
export interface Visitor {
  readonly client_ip?: string | null | undefined;
  readonly user_agent?: string | null | undefined;
}

/** What the function `judge_referral` needs to know of a signup, and the database does not (N4). */
export interface Signals {
  /** The address without its tag. */
  readonly fold: string;
  readonly domain: string;
  readonly suffixes: readonly string[];
  readonly disposable: boolean;
  readonly free: boolean;
  readonly scripted: boolean;
  /** The visitor's public address, which is compared with networks and never stored. */
  readonly ip: string | null;
  /** The HMAC of the visitor's network in hex. */
  readonly net: string | null;
}

/** Where signals come from besides the request. */
export interface SignalSources {
  readonly networkKey: Buffer;
  /** The operator's list of disposable domains; null for the one that comes with the service. */
  readonly disposableFile: string | null;
}

/** Collects what there is to know of a signup's address and visitor. It decides nothing. */
export function toSignals(
  { networkKey, disposableFile }: SignalSources,
  { waitlistId, emailKey }: { waitlistId: string; emailKey: string },
  { client_ip, user_agent }: Visitor,
): Signals {
  const domain = domainOf(emailKey);
  const suffixes = suffixesOf(domain);
  const disposable = disposableDomains(disposableFile);
  const ip = client_ip ? publicAddressOf(client_ip) : null;
  const network = ip === null ? undefined : networkOf(ip);
  return {
    fold: foldAddress(emailKey),
    domain,
    suffixes,
    disposable: suffixes.some((suffix) => disposable.has(suffix)),
    free: isFreeProvider(domain),
    scripted: isScripted(user_agent),
    ip: network === undefined ? null : ip,
    net: network === undefined ? null : networkMac(networkKey, waitlistId, network),
  };
}
