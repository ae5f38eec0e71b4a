import { isIP } from 'node:net';
import { z } from 'zod';
import {
  type ReasonAction,
  reasonActions,
  reasonCodes,
  reasonDefaults,
  reasonTexts,
} from '../../list/signals/reasons.ts';
import { boundedList } from '../../platform/schema/bounded.ts';
import { EmailDomain } from '../../platform/schema/email-address.ts';
import { boundedText } from '../../platform/schema/text.ts';

const modes = ['off', 'monitor', 'enforce'] as const;

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (rest.length > 0 || bits < 0 || address.includes('%')) return false;
  return prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= bits);
}
const Network = boundedText(49)
  .transform((text) => text.trim())
  .refine(isNetwork, 'must be an address or a network such as 192.0.2.0/24');

const Domains = boundedList(z.array(EmailDomain), 200, 'domains').transform((domains) => [
  ...new Set(domains),
]);
const Networks = boundedList(z.array(Network), 100, 'networks').transform((all) => [...new Set(all)]);

/** A network alone never withholds: colleagues and students share one. */
const FlagOnly = z.enum(['ignore', 'flag']);
const Action = z.enum(reasonActions);
const actionOf = (code: (typeof reasonCodes)[number]) => (code === 'network' ? FlagOnly : Action);

const texts = {
  abuse: 'Whether referrals are judged before they credit anybody.',
  mode: '`off`: every referral credits. `monitor`: every referral credits, and what would be withheld is shown. `enforce`: suspicious referrals credit nobody until they settle or somebody approves them.',
  velocity:
    'How fast one code may earn credits. A referral beyond that has the reason `velocity` and settles by itself.',
  per_hour: 'Credits per hour.',
  burst: 'Credits at once.',
  settle_hours:
    'After how many hours a referral settles whose only reason is `velocity`, if its mail was delivered.',
  hold_email:
    'Whether the mail of a withheld signup waits for the decision, too. Against people who sign up addresses of others.',
  reasons:
    'What each reason comes to: `ignore`, `flag` (shown only) or `withhold`. `network` cannot withhold.',
  block_domains: 'Domains whose referrals have the reason `blocked_domain`, with all below them.',
  allow_domains: 'Domains that are trusted, with all below them: nothing about the domain is a reason.',
  allow_networks: 'Networks that are trusted, such as that of an office: `network` is no reason there.',
} as const;

const maxPerHour = 100_000;

/** The group `abuse` of a waitlist's settings, whole (N4). */
export const AbuseSettings = z.object({
  mode: z.enum(modes).default('off').describe(texts.mode),
  velocity: z
    .object({
      per_hour: z.int().default(20).describe(texts.per_hour),
      burst: z.int().default(20).describe(texts.burst),
    })
    .prefault({})
    .describe(texts.velocity),
  settle_hours: z.int().default(48).describe(texts.settle_hours),
  hold_email: z.boolean().default(false).describe(texts.hold_email),
  reasons: z
    .object(
      Object.fromEntries(
        reasonCodes.map((code) => [
          code,
          z.enum(reasonActions).default(reasonDefaults[code]).describe(reasonTexts[code]),
        ]),
      ) as Record<(typeof reasonCodes)[number], z.ZodDefault<z.ZodEnum<{ [A in ReasonAction]: A }>>>,
    )
    .prefault({})
    .describe(texts.reasons),
  block_domains: z.array(z.string()).default([]).describe(texts.block_domains),
  allow_domains: z.array(z.string()).default([]).describe(texts.allow_domains),
  allow_networks: z.array(z.string()).default([]).describe(texts.allow_networks),
});
export type AbuseSettings = z.infer<typeof AbuseSettings>;
export const abuseText = texts.abuse;

/** The same in a JSON merge patch. */
export const AbusePatch = z
  .strictObject({
    mode: z.enum(modes).nullable().describe(texts.mode),
    velocity: z
      .strictObject({
        per_hour: z.int().min(1).max(maxPerHour).nullable().describe(texts.per_hour),
        burst: z.int().min(1).max(maxPerHour).nullable().describe(texts.burst),
      })
      .partial()
      .nullable()
      .describe(texts.velocity),
    settle_hours: z.int().min(1).max(720).nullable().describe(texts.settle_hours),
    hold_email: z.boolean().nullable().describe(texts.hold_email),
    reasons: z
      .strictObject(
        Object.fromEntries(
          reasonCodes.map((code) => [code, actionOf(code).nullable().describe(reasonTexts[code])]),
        ) as Record<(typeof reasonCodes)[number], z.ZodNullable<typeof Action>>,
      )
      .partial()
      .nullable()
      .describe(texts.reasons),
    block_domains: Domains.nullable().describe(texts.block_domains),
    allow_domains: Domains.nullable().describe(texts.allow_domains),
    allow_networks: Networks.nullable().describe(texts.allow_networks),
  })
  .partial();

/** What the functions of the database read of the settings: `waitlist_settings.abuse_policy`. */
export function toPolicy({ velocity, ...abuse }: AbuseSettings) {
  return { ...abuse, ...velocity };
}
export type AbusePolicy = ReturnType<typeof toPolicy>;
