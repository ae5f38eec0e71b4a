import { z } from 'zod';
import { referralLink } from '../links/page-urls.ts';
import { signupPageUrl } from '../links/signup-page.ts';
import { toSettings } from '../settings/schema.ts';
import { displayPosition } from '../waitlists/display-position.ts';
import {
  type EventInclude,
  eventIncludes,
  type IncludedData,
  isSignupEvent,
  type OutboundEvent,
  type SignupEvent,
} from './events.ts';

/** What a row of `signups` knows and no event has. The event of a deleted signup carries it. */
const FactsOfRow = z.object({
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  referral_code: z.string(),
  referral_count: z.int(),
});
export type FactsOfRow = z.infer<typeof FactsOfRow>;

/**
 * What the fan-out reads of an event's signup for an integration that includes more than events have (N1).
 */
export const SignupFacts = z.object({
  /** Null if the signup was deleted before. */
  signup: FactsOfRow.nullable(),
  referral_bonus: z.int().nullable(),
  /** The groups that tell where people sign up. Those of an older release have `site_url` instead. */
  settings: z.record(z.string(), z.unknown()).nullish(),
  site_url: z.string().nullish(),
});
export type SignupFacts = z.infer<typeof SignupFacts>;

/** Whose event it is, and where the service is. */
interface FactsSource {
  readonly accountId: string;
  readonly baseUrl: string;
}

/**
 * Adds what an integration includes to the data of an event, behind all other keys and in a fixed order.
 * `facts` is null for an event that was fanned out before the integration included anything: its values are
 * empty, like those of a deleted signup.
 */
export function includeFacts(
  event: OutboundEvent,
  include: readonly EventInclude[],
  facts: SignupFacts | null,
  of: FactsSource,
): OutboundEvent {
  if (include.length === 0 || !isSignupEvent(event)) return event;
  const values = valuesOf(event, facts, of);
  const asked = eventIncludes.filter((key) => include.includes(key));
  const data = { ...event.data, ...Object.fromEntries(asked.map((key) => [key, values[key]])) };
  return { ...event, data } as OutboundEvent;
}

function valuesOf(
  { data }: SignupEvent,
  facts: SignupFacts | null,
  { accountId, baseUrl }: FactsSource,
): Required<IncludedData> {
  if (!facts?.signup) return { fields: {}, display_position: null, referral_link: null };
  const { signup, referral_bonus, settings, site_url } = facts;
  const page = site_url ?? signupPageUrl(toSettings(settings), accountId, baseUrl);
  return {
    fields: signup.fields,
    display_position: displayPosition(data.position, signup.referral_count, referral_bonus),
    referral_link: page === null ? null : referralLink(page, signup.referral_code),
  };
}
