import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type SignupEvent, signupEventTypes, specOf, timeOf } from '../../../list/publishing/events.ts';
import { askJson } from '../../../platform/outbound/ask-json.ts';
import { describeAnswer, readJson } from '../../../platform/outbound/http-answer.ts';
import type { HttpClient } from '../../../platform/outbound/http-client.ts';
import { parseUrl } from '../../../platform/outbound/parse-url.ts';
import type { SafeResponse } from '../../../platform/outbound/safe-fetch.ts';
import { Credential } from '../../../platform/schema/text.ts';
import { attempt } from './attempt.ts';
import { Include, Retries, someEvents, UrlText } from './config-fields.ts';
import type { Attempt, IntegrationProvider, SignupDelivery } from './provider.ts';

/** It may be a reverse proxy with a path, to which the path of a capture is added. */
const Host = UrlText.refine(isHost, 'must be an address that starts with http:// or https://')
  .refine((text) => !/[?#]/.test(text), 'must have no query and no fragment')
  .refine((text) => !text.endsWith('/'), 'must have no slash at the end');

const AnalyticsConfig = z.strictObject({
  api_key: Credential.regex(/^phc_./, 'must be a project API key, which starts with phc_').describe(
    'The key of a PostHog project.',
  ),
  host: Host.default('https://us.i.posthog.com').describe(
    'The address of PostHog: its US or EU cloud, or your own, without a slash at the end.',
  ),
  events: someEvents(signupEventTypes),
  include: Include,
  retries: Retries,
});
type AnalyticsConfig = z.infer<typeof AnalyticsConfig>;

/**
 * Captures each event in PostHog, which accepts wrong keys too: only the beginning of a key can be checked.
 */
export const analytics = {
  config: AnalyticsConfig,
  secrets: ['api_key'],
  secretsGoTo: ['host'],
  async verify({ host }, { guard }) {
    await guard.checkUrl(host);
  },
  deliver,
} satisfies IntegrationProvider<AnalyticsConfig>;

/** Checks the text itself: the URL parser forgives backslashes, line breaks and missing slashes. */
function isHost(text: string): boolean {
  return /^https?:\/\/[^\s\\/]/i.test(text) && !/[\s\\]/.test(text) && parseUrl(text) !== undefined;
}

function deliver(
  { api_key, host }: AnalyticsConfig,
  { id, event }: SignupDelivery,
  httpClient: HttpClient,
): Promise<Attempt> {
  return attempt(
    'PostHog',
    () => askJson(httpClient, `${host}/i/v0/e/`, { body: { api_key, ...toCapture(event), uuid: id } }),
    (response) => describeAnswer('PostHog', response, messageIn(response), [api_key, host]),
  );
}

/** The names of event data, of every type, and two that PostHog reads. */
const takenNames = new Set([
  ...signupEventTypes.flatMap((type) => Object.keys(specOf(type).data.shape)),
  'distinct_id',
  'token',
]);

/** The name of a custom field: its key, with a prefix if that is taken. */
const nameOf = (key: string) => (takenNames.has(key) ? `field_${key}` : key);

/**
 * The data under its own names, and custom fields under theirs, which the person gets too. PostHog itself
 * reads what begins with `$`; where this service runs is not where the person is.
 */
function toCapture(event: SignupEvent) {
  const {
    type,
    data: { fields = {}, ...data },
  } = event;
  const custom = Object.fromEntries(Object.entries(fields).map(([key, value]) => [nameOf(key), value]));
  return {
    event: type,
    distinct_id: distinctIdOf(data.email),
    timestamp: timeOf(event),
    properties: {
      ...custom,
      ...data,
      $lib: 'waitlist',
      $geoip_disable: true,
      $set: { email: data.email, ...custom },
    },
  };
}

const longestDistinctId = 200;

/** The address. If it is too long, a hash of it: the same one each time. */
function distinctIdOf(email: string): string {
  if (email.length <= longestDistinctId) return email;
  return `sha256:${createHash('sha256').update(email).digest('hex')}`;
}

const Refusal = z.object({ detail: z.string() });

/** PostHog refuses in plain text, older versions in JSON. Anything else comes from a proxy. */
function messageIn(response: SafeResponse): string | undefined {
  if (response.status >= 300 && response.status <= 399) return 'redirects are not followed';
  const { data } = Refusal.safeParse(readJson(response));
  return data?.detail ?? /^[^<>{}[\]]{1,200}$/.exec(response.body.trim())?.[0];
}
