import { z } from 'zod';
import type { DeclaredField } from '../../../list/fields/queries.ts';
import { type SignupEvent, signupEventTypes } from '../../../list/publishing/events.ts';
import { AppError } from '../../../platform/errors.ts';
import type { HttpClient } from '../../../platform/outbound/http-client.ts';
import { NumericId } from '../../../platform/outbound/json-of-others.ts';
import { boundedList } from '../../../platform/schema/bounded.ts';
import { Credential } from '../../../platform/schema/text.ts';
import { eachOnce, Include, Retries, someEvents } from './config-fields.ts';
import type { Attempt, IntegrationProvider, SignupDelivery } from './provider.ts';
import {
  firstFailed,
  hasSucceeded,
  openServiceApi,
  type ServiceApi,
  type Step,
  succeedAt,
  unexpectedAnswer,
} from './service-api.ts';

const KitId = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,14}$/, 'must be the id of a form or a tag, which has digits only');

const maxTags = 20;

const NewsletterConfig = z.strictObject({
  api_key: Credential.describe('A Kit v4 API key. It is verified with Kit.'),
  form_id: KitId.optional().describe('The form that subscribers join. Left out, they join the account.'),
  tag_ids: boundedList(z.array(KitId).max(maxTags), maxTags, 'tags')
    .transform(eachOnce)
    .optional()
    .describe('The tags that subscribers get.'),
  events: someEvents(signupEventTypes),
  include: Include,
  retries: Retries,
});
type NewsletterConfig = z.infer<typeof NewsletterConfig>;

/** Keeps subscribers in Kit. It deletes nobody there, and subscribes nobody again who has left. */
export const newsletter = {
  config: NewsletterConfig,
  secrets: ['api_key'],
  verify,
  deliver,
} satisfies IntegrationProvider<NewsletterConfig>;

const Refusal = z.object({ errors: z.array(z.string()) });

function openKit({ api_key }: NewsletterConfig, { fetch, apiUrls }: HttpClient): ServiceApi {
  return openServiceApi(
    {
      name: 'Kit',
      url: apiUrls.kit ?? 'https://api.kit.com',
      headers: { 'x-kit-api-key': api_key },
      secrets: [api_key],
      messageIn: (body) => Refusal.safeParse(body).data?.errors.join(', '),
    },
    fetch,
  );
}

/** Kit derives the key of a field from its label; these labels are their own keys. */
const fieldLabels = ['service_position', 'service_waitlist_id', 'service_referral_code'] as const;
const includedLabels = ['service_display_position', 'service_referral_link'] as const;
const takenLabels: ReadonlySet<string> = new Set([...fieldLabels, ...includedLabels]);

/** Kit has it for every subscriber: a custom field of this name fills it. */
const ownName = 'first_name';

/** The name of a custom field in Kit: its key, with a prefix if that is taken. */
const nameOf = (key: string) => (takenLabels.has(key) ? `field_${key}` : key);

/** The labels of the custom fields that deliveries write. */
function labelsFor({ include = [] }: NewsletterConfig, fields: readonly DeclaredField[]): string[] {
  const [displayPosition, referralLink] = includedLabels;
  return [
    ...fieldLabels,
    ...(include.includes('display_position') ? [displayPosition] : []),
    ...(include.includes('referral_link') ? [referralLink] : []),
    ...fields.flatMap(({ key }) => (key === ownName ? [] : nameOf(key))),
  ];
}

/**
 * Requests that write come last, so a refused configuration leaves nothing behind in Kit. A field that exists
 * is answered like a new one or, if another request has just made it, refused as taken.
 */
async function verify(
  config: NewsletterConfig,
  httpClient: HttpClient,
  fields: readonly DeclaredField[] = [],
): Promise<void> {
  const kit = openKit(config, httpClient);
  await kit.check(
    { method: 'GET', path: '/v4/account' },
    z.object({ account: z.object({}) }),
    'config.api_key: is not accepted.',
  );
  if (config.form_id !== undefined) await assertForm(kit, config.form_id);
  for (const label of labelsFor(config, fields)) {
    await kit.ensure(
      { method: 'POST', path: '/v4/custom_fields', body: { label } },
      z.object({ custom_field: z.object({}) }),
      `The custom field ${label} could not be created.`,
      /already (been taken|taken|exists)/i,
    );
  }
}

/** At most 64 KiB of an answer are read (C7.4), and a form takes up to 1 KiB. */
const formsPerPage = 50;
const mostFormPages = 20;

const FormsPage = z.object({
  forms: z.array(z.object({ id: NumericId })),
  pagination: z.object({ has_next_page: z.boolean(), end_cursor: z.string().nullish() }),
});

/** Kit lists all forms, but has no request for one of them. @throws AppError invalid_request */
async function assertForm(kit: ServiceApi, formId: string): Promise<void> {
  let after: string | undefined;
  for (let page = 1; page <= mostFormPages; page++) {
    const query = new URLSearchParams({ per_page: String(formsPerPage), status: 'active' });
    if (after !== undefined) query.set('after', after);
    const { forms, pagination } = await kit.check(
      { method: 'GET', path: `/v4/forms?${query}` },
      FormsPage,
      'config.form_id: the forms could not be listed.',
    );
    if (forms.some(({ id }) => id === formId)) return;
    after = pagination.end_cursor ?? undefined;
    if (!pagination.has_next_page || after === undefined) {
      throw new AppError('invalid_request', 'config.form_id: Kit has no active form with this id.');
    }
  }
  throw new AppError(
    'invalid_request',
    `config.form_id: not found among the first ${formsPerPage * mostFormPages} active forms.`,
  );
}

async function deliver(
  config: NewsletterConfig,
  { event }: SignupDelivery,
  httpClient: HttpClient,
): Promise<Attempt> {
  const kit = openKit(config, httpClient);
  if (event.type === 'signup.created') return subscribe(kit, event, config);
  if (event.type !== 'signup.removed' && event.type !== 'signup.unsubscribed')
    return event.type === 'signup.updated'
      ? rewrite(kit, event, config)
      : (await saveSubscriber(kit, event)).attempt;
  const [tagId, ...others] = config.tag_ids ?? [];
  return tagId === undefined
    ? unsubscribe(kit, event, config)
    : removeTags(kit, event.data.email, [tagId, ...others]);
}

const saving = 'Saving the subscriber';

function saveSubscriber(kit: ServiceApi, event: SignupEvent): Promise<Step> {
  const firstName = String(event.data.fields?.[ownName] ?? '');
  return kit.step(saving, {
    method: 'POST',
    path: '/v4/subscribers',
    body: {
      email_address: event.data.email,
      ...(firstName !== '' && { first_name: firstName }),
      fields: fieldsOf(event),
    },
  });
}

/** All values are text, and none is empty. */
function fieldsOf({ type, data }: SignupEvent): Record<string, string> {
  const { fields = {}, display_position, referral_link } = data;
  const custom = Object.entries(fields).flatMap(([key, value]) =>
    key === ownName || value === '' ? [] : [[nameOf(key), String(value)]],
  );
  return {
    service_position: String(data.position),
    service_waitlist_id: data.waitlist_id,
    ...(type === 'signup.created' && { service_referral_code: data.referral_code }),
    ...(typeof display_position === 'number' && { service_display_position: String(display_position) }),
    ...(typeof referral_link === 'string' && { service_referral_link: referral_link }),
    ...Object.fromEntries(custom),
  };
}

/**
 * Forms and tags only take subscribers, so saving comes first. The other requests do not depend on each
 * other.
 */
async function subscribe(
  kit: ServiceApi,
  event: SignupEvent,
  { form_id: formId, tag_ids: tagIds = [] }: NewsletterConfig,
): Promise<Attempt> {
  const saved = await saveSubscriber(kit, event);
  let record = saved.attempt;
  if (!hasSucceeded(record)) return record;
  if (record.response_status === 200) record = firstFailed(record, await writeFields(kit, event, saved));
  const { email } = event.data;
  if (formId !== undefined) {
    record = firstFailed(record, await add(kit, 'Adding to the form', formPath(formId), email));
  }
  const warnings: string[] = [];
  for (const tagId of tagIds) {
    const { error } = await add(kit, `Adding the tag ${tagId}`, tagPath(tagId), email);
    if (error !== null) warnings.push(error);
  }
  return warnings.length > 0 ? { ...record, warnings } : record;
}

type Updated = Extract<SignupEvent, { type: 'signup.updated' }>;

/** Fields have changed, or the address. */
async function rewrite(kit: ServiceApi, event: Updated, config: NewsletterConfig): Promise<Attempt> {
  const { previous_email: previous } = event.data;
  if (previous !== undefined) return readdress(kit, event, previous, config);
  const saved = await saveSubscriber(kit, event);
  return hasSucceeded(saved.attempt) ? writeFields(kit, event, saved) : saved.attempt;
}

/**
 * Gives the subscriber another address. One that Kit does not list, or whose new address is another
 * subscriber's, is subscribed like a new one instead; what the earlier address has from here, it loses.
 */
async function readdress(
  kit: ServiceApi,
  event: Updated,
  previous: string,
  config: NewsletterConfig,
): Promise<Attempt> {
  const found = await findSubscriber(kit, previous);
  if ('failed' in found) return found.failed;
  if (found.id !== undefined) {
    const { attempt } = await changeSubscriber(kit, event, found.id);
    if (attempt.response_status !== 422) return attempt; // not taken
  }
  const joined = await subscribe(kit, event, config);
  if (found.id === undefined || !hasSucceeded(joined)) return joined;
  const [tagId, ...others] = config.tag_ids ?? [];
  const left = await (tagId === undefined
    ? leave(kit, found.id)
    : removeTags(kit, previous, [tagId, ...others]));
  return firstFailed(joined, left);
}

const Saved = z.object({ subscriber: z.object({ id: NumericId }) });

/** For an existing subscriber: whether saving one writes the fields is not documented. */
async function writeFields(kit: ServiceApi, event: SignupEvent, { attempt, body }: Step): Promise<Attempt> {
  const { data: saved } = Saved.safeParse(body);
  if (!saved) return unexpectedAnswer(saving, attempt);
  return (await changeSubscriber(kit, event, saved.subscriber.id)).attempt;
}

function changeSubscriber(kit: ServiceApi, event: SignupEvent, id: string | number): Promise<Step> {
  return kit.step('Writing the custom fields', {
    method: 'PUT',
    path: `/v4/subscribers/${idInPath(id)}`,
    body: { email_address: event.data.email, fields: fieldsOf(event) },
  });
}

async function add(kit: ServiceApi, doing: string, path: string, email: string): Promise<Attempt> {
  return (await kit.step(doing, { method: 'POST', path, body: { email_address: email } })).attempt;
}

/** Removes each tag, even if another one fails. An unknown subscriber or tag has nothing to remove. */
async function removeTags(
  kit: ServiceApi,
  email: string,
  [tagId, ...others]: readonly [string, ...string[]],
): Promise<Attempt> {
  const remove = async (id: string) => {
    const call = { method: 'DELETE', path: tagPath(id), body: { email_address: email } } as const;
    return succeedAt((await kit.step(`Removing the tag ${id}`, call)).attempt, 404);
  };
  let record = await remove(tagId);
  for (const other of others) record = firstFailed(record, await remove(other));
  return record;
}

const Found = z.object({ subscribers: z.array(z.object({ id: NumericId, email_address: z.string() })) });

/** An address that Kit does not know is subscribed to nothing. */
async function unsubscribe(kit: ServiceApi, event: Left, { events }: NewsletterConfig): Promise<Attempt> {
  const { email } = event.data;
  const found = await findSubscriber(kit, email);
  if ('failed' in found) return found.failed;
  if (found.id !== undefined) return leave(kit, found.id);
  return events.includes('signup.created') && isMaybeUnlisted(event)
    ? leaveUnlisted(kit, email)
    : found.attempt;
}

/** The subscriber with an address; without an id, Kit does not list one. */
async function findSubscriber(
  kit: ServiceApi,
  email: string,
): Promise<{ readonly id: string | undefined; readonly attempt: Attempt } | { readonly failed: Attempt }> {
  const finding = 'Finding the subscriber';
  const query = new URLSearchParams({ email_address: email, status: 'all' });
  const { attempt, body } = await kit.step(finding, { method: 'GET', path: `/v4/subscribers?${query}` });
  if (!hasSucceeded(attempt)) return { failed: attempt };
  const { data: found } = Found.safeParse(body);
  if (!found) return { failed: unexpectedAnswer(finding, attempt) };
  return { id: found.subscribers.find((one) => isSameAddress(one.email_address, email))?.id, attempt };
}
type Left = Extract<SignupEvent, { type: 'signup.removed' | 'signup.unsubscribed' }>;

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

async function leave(kit: ServiceApi, id: string): Promise<Attempt> {
  const path = `/v4/subscribers/${idInPath(id)}/unsubscribe`;
  return succeedAt((await kit.step('Unsubscribing', { method: 'POST', path, body: {} })).attempt, 404);
}

/** Kit's lists lag behind by up to 5 minutes, and the delivery of the signup took some time before that. */
const listLagMs = 10 * 60_000;

function isMaybeUnlisted({ type, data }: Left): boolean {
  return type === 'signup.removed' && Date.parse(data.removed_at) - Date.parse(data.created_at) < listLagMs;
}

/**
 * For a subscriber whom the lists do not show yet: saving returns the id at once. One who is new after all is
 * never subscribed.
 */
async function leaveUnlisted(kit: ServiceApi, email: string): Promise<Attempt> {
  const { attempt, body } = await kit.step(saving, {
    method: 'POST',
    path: '/v4/subscribers',
    body: { email_address: email, state: 'cancelled' },
  });
  if (!hasSucceeded(attempt)) return attempt;
  const { data: saved } = Saved.safeParse(body);
  return saved ? leave(kit, saved.subscriber.id) : unexpectedAnswer(saving, attempt);
}

function formPath(formId: string): string {
  return `/v4/forms/${idInPath(formId)}/subscribers`;
}

function tagPath(tagId: string): string {
  return `/v4/tags/${idInPath(tagId)}/subscribers`;
}

function idInPath(id: string | number): string {
  return encodeURIComponent(id);
}
