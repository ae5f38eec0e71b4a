import { monthlyAllowance } from '../../account/accounts/allowance.ts';
import { isTestAccount } from '../../account/accounts/test-account.ts';
import type { ManagedEmail } from '../allowance/managed.ts';
import type { EmailRoute, KeptEmail } from '../mails/mails.ts';
import { type EmailProviderType, emailProviderOf } from '../providers/index.ts';
import { testProvider } from '../providers/test-transport.ts';
import type { DueEmailRow } from './start-queries.ts';

/** Whose credentials a mail goes out on, and what tells these from other ones. */
export interface ChosenRoute {
  readonly route: EmailRoute;
  readonly provider: EmailProviderType | typeof testProvider;
  /** Of the account's settings; null on the service's own credentials. */
  readonly version: string | null;
  readonly from: string;
}

/**
 * Nowhere in a test mode (N8); the account's own provider where there is one, else the service's within the
 * plan (C6.2).
 */
export function routeOf(mail: DueEmailRow, managed: ManagedEmail | null): ChosenRoute | undefined {
  if (isTestAccount(mail.account_id)) {
    const from = managed?.from ?? 'Test mode <test@localhost>';
    return { route: 'own', provider: testProvider, version: null, from };
  }
  if (mail.own_provider && mail.own_sender) {
    return {
      route: 'own',
      provider: mail.own_provider as EmailProviderType,
      version: mail.own_version,
      from: mail.own_sender,
    };
  }
  if (managed && monthlyAllowance(mail) > 0)
    return { route: 'managed', provider: managed.type, version: null, from: managed.from };
  return undefined;
}

/** Whether a provider sends a repeated mail once. */
export function knowsRepeats(provider: ChosenRoute['provider']): boolean {
  return provider === testProvider || emailProviderOf(provider).idempotent;
}

/** An idempotent provider knows a repeated request for 24 h; an hour is kept back for clocks and queues. */
const repeatableHours = 23;

/**
 * The mail as its provider saw it before, if it may see it again; undefined where it is new to this route, or
 * went to an address that was corrected since.
 */
export function keptFor(mail: DueEmailRow, chosen: ChosenRoute): KeptEmail | undefined {
  const isSameRoute =
    mail.route === chosen.route &&
    mail.provider === chosen.provider &&
    mail.provider_version === chosen.version &&
    mail.started_generation === mail.address_generation;
  const isFresh = mail.rendered_hours_ago !== null && mail.rendered_hours_ago < repeatableHours;
  return knowsRepeats(chosen.provider) && isSameRoute && isFresh && mail.rendered ? mail.rendered : undefined;
}
