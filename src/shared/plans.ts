/** What each plan allows (§8). `null` means unlimited. */
export interface Plan {
  /** Stored signups over all waitlists, as shown to the account. */
  readonly signups: number | null;
  /** Stored signups that are really accepted: the limit and its 10 % buffer (§8 rule 2). */
  readonly acceptedSignups: number | null;
  readonly waitlists: number | null;
  readonly apiKeys: number | null;
  readonly requestsPerMinute: number;
  /** Mails a UTC month on the service's own credentials, before the burst. */
  readonly managedEmails: number;
  /** How many days before today statistics reach back. */
  readonly statsDays: number | null;
  /** Whether what providers report is stamped onto signups. */
  readonly emailEvents: boolean;
  /** Whether integrations can be set up, and fire. */
  readonly integrations: boolean;
}

export const plans = {
  free: {
    signups: 500,
    acceptedSignups: 550,
    waitlists: 1,
    apiKeys: 1,
    requestsPerMinute: 60,
    managedEmails: 0,
    statsDays: 30,
    emailEvents: false,
    integrations: false,
  },
  launch: {
    signups: null,
    acceptedSignups: null,
    waitlists: 5,
    apiKeys: 5,
    requestsPerMinute: 300,
    managedEmails: 5_000,
    statsDays: null,
    emailEvents: true,
    integrations: true,
  },
  scale: {
    signups: null,
    acceptedSignups: null,
    waitlists: null,
    apiKeys: null,
    requestsPerMinute: 1_000,
    managedEmails: 25_000,
    statsDays: null,
    emailEvents: true,
    integrations: true,
  },
  /** Its two custom numbers are the operator's to set per account (C5.4). */
  enterprise: {
    signups: null,
    acceptedSignups: null,
    waitlists: null,
    apiKeys: null,
    requestsPerMinute: 10_000,
    managedEmails: 250_000,
    statsDays: null,
    emailEvents: true,
    integrations: true,
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof plans;
export const planNames = Object.keys(plans) as [PlanName, ...PlanName[]];
/** For statements that ask whether an account's integrations fire. */
export const plansWithIntegrations = planNames.filter((name) => plans[name].integrations);

/** Signup creation per waitlist and caller address, every plan (§8 rule 1). */
export const signupsPerMinutePerAddress = 20;
