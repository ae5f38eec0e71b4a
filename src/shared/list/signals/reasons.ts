/** What speaks against a referral, and what that comes to unless the settings say otherwise (N4). */
export const reasonDefaults = {
  disposable_domain: 'withhold',
  blocked_domain: 'withhold',
  alias: 'withhold',
  velocity: 'withhold',
  domain_cluster: 'withhold',
  scripted: 'flag',
  network: 'flag',
  no_mx: 'withhold',
  bounced: 'withhold',
  complained: 'withhold',
  failed: 'flag',
  tainted_code: 'withhold',
} as const satisfies Record<string, ReasonAction>;
export type ReasonCode = keyof typeof reasonDefaults;
export const reasonCodes = Object.keys(reasonDefaults) as [ReasonCode, ...ReasonCode[]];

export const reasonActions = ['ignore', 'flag', 'withhold'] as const;
export type ReasonAction = (typeof reasonActions)[number];

/** Each reason in a sentence, for people who review. */
export const reasonTexts: Readonly<Record<ReasonCode, string>> = {
  disposable_domain: 'The address is at a domain of disposable addresses.',
  blocked_domain: 'The settings of the waitlist block the domain.',
  alias: 'The same mailbox is on the list already, or is the referrer’s.',
  velocity: 'The code got more credits than the settings allow in that time.',
  domain_cluster: 'More than five signups of the code in a day are at this domain.',
  scripted: 'The browser is a program, or has no name.',
  network: 'More than five signups of the code in a day came from one network.',
  no_mx: 'The domain takes no mail.',
  bounced: 'The mail came back.',
  complained: 'The mail was reported as spam.',
  failed: 'The mail server refused the mail.',
  tainted_code: 'Many signups of this code were not real.',
};

export const verdicts = ['ok', 'flagged', 'withheld', 'held'] as const;
export type Verdict = (typeof verdicts)[number];
