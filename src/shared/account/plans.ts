/** The limits of a plan (§8). `null` means unlimited. */
export interface Plan {
  /** The limit of stored signups over all waitlists, as shown to the account. */
  readonly signups: number | null;
  /** The enforced limit: `signups` and a buffer of 10 % (§8 rule 2). */
  readonly acceptedSignups: number | null;
  readonly waitlists: number | null;
  readonly apiKeys: number | null;
  readonly requestsPerMinute: number;
  /** Emails per UTC month on the service's own credentials, without the burst. */
  readonly managedEmails: number;
  /** How many days before today statistics are available. */
  readonly statsDays: number | null;
  /** Whether events of email providers are recorded on signups. */
  readonly emailEvents: boolean;
  /** Whether integrations can be set up and receive events. */
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
  /** The operator can set requestsPerMinute and managedEmails per account (C5.4). */
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

/** What people read: `the Launch plan`. The API has the key. */
export const planTitle = (plan: PlanName): string => `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;

/** What a test mode may have (N8), on every plan. Its plan decides all else. */
const testLimits = { signups: 1_000, acceptedSignups: 1_000, waitlists: 20, apiKeys: 20 } as const;

/** The limits of an account on this plan, or of its test mode. */
export function limitsOf(plan: PlanName, isTest: boolean): Plan {
  return isTest ? { ...plans[plan], ...testLimits } : plans[plan];
}

/** What the refusal of one more says. `verb` makes room for it. */
export function describeLimit(
  plan: PlanName,
  isTest: boolean,
  limit: number,
  [noun, verb]: [string, string],
): string {
  const nouns = `${limit} ${noun}${limit === 1 ? '' : 's'}`;
  return isTest
    ? `The test mode is limited to ${nouns}. ${verb} one.`
    : `The ${planTitle(plan)} plan is limited to ${nouns}. ${verb} one or upgrade the plan.`;
}

/** For queries: accounts on other plans fire no integrations. */
export const plansWithIntegrations = planNames.filter((name) => plans[name].integrations);

/** The limit of new signups per waitlist and IP address, on every plan (§8 rule 1). */
export const signupsPerMinutePerAddress = 20;
