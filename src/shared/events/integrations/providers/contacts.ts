import { z } from 'zod';
import type { DeclaredField } from '../../../list/fields/queries.ts';
import type { IncludedData, SignupEvent } from '../../../list/publishing/events.ts';
import { AppError } from '../../../platform/errors.ts';
import type { HttpClient } from '../../../platform/outbound/http-client.ts';
import { Credential } from '../../../platform/schema/text.ts';
import { Include, Retries, someEvents } from './config-fields.ts';
import type { Attempt, IntegrationProvider, SignupDelivery } from './provider.ts';
import {
  firstFailed,
  hasSucceeded,
  openServiceApi,
  type ServiceApi,
  succeedAt,
  unexpectedAnswer,
} from './service-api.ts';

/** A delivered or opened mail changes nothing in Loops (§4.7). */
const ContactsConfig = z.strictObject({
  api_key: Credential.describe('A Loops API key. It is verified with Loops.'),
  mailing_list_id: z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/, 'must be the id of a mailing list, which has letters and digits')
    .optional()
    .describe('The mailing list that contacts join.'),
  events: someEvents(['signup.created', 'signup.updated', 'signup.removed', 'signup.email_clicked']),
  include: Include,
  retries: Retries,
});
type ContactsConfig = z.infer<typeof ContactsConfig>;

/** Keeps contacts in Loops. Whether a contact is subscribed is that person's choice and is never written. */
export const contacts = {
  config: ContactsConfig,
  secrets: ['api_key'],
  verify,
  deliver,
} satisfies IntegrationProvider<ContactsConfig>;

const Refusal = z.object({ message: z.string() }).or(z.object({ error: z.string() }));

function openLoops({ api_key }: ContactsConfig, { fetch, apiUrls }: HttpClient): ServiceApi {
  return openServiceApi(
    {
      name: 'Loops',
      url: apiUrls.loops ?? 'https://app.loops.so/api',
      headers: { authorization: `Bearer ${api_key}` },
      secrets: [api_key],
      messageIn(body) {
        const { data } = Refusal.safeParse(body);
        return data && ('message' in data ? data.message : data.error);
      },
    },
    fetch,
  );
}

/** Makes missing properties last, so a refused configuration leaves nothing behind in Loops. */
async function verify(
  config: ContactsConfig,
  httpClient: HttpClient,
  fields: readonly DeclaredField[] = [],
): Promise<void> {
  const loops = openLoops(config, httpClient);
  await loops.check(
    { method: 'GET', path: '/v1/api-key' },
    z.object({ success: z.literal(true) }),
    'config.api_key: is not accepted.',
  );
  if (config.mailing_list_id !== undefined) await assertList(loops, config.mailing_list_id);
  const properties = propertiesFor(config, fields);
  if (properties.size > 0) await makeProperties(loops, properties);
}

async function assertList(loops: ServiceApi, listId: string): Promise<void> {
  const lists = await loops.check(
    { method: 'GET', path: '/v1/lists' },
    z.array(z.object({ id: z.string() })),
    'config.mailing_list_id: the mailing lists could not be read.',
  );
  if (lists.some(({ id }) => id === listId)) return;
  throw new AppError('invalid_request', 'config.mailing_list_id: Loops has no mailing list with this id.');
}

/** Names that Loops uses or refuses, and those of this service. */
const takenNames = new Set([
  ...['createdAt', 'email', 'id', 'listId', 'mailingLists', 'notes', 'optInStatus', 'softDeleteAt'],
  ...['source', 'subscribed', 'teamId', 'updatedAt', 'userGroup', 'userId'],
  ...['displayPosition', 'position', 'referralLink', 'waitlistId', 'waitlistName'],
]);

/** Loops has them for every contact: custom fields of these names fill them. */
const ownNames: ReadonlySet<string> = new Set(['firstName', 'lastName']);

/**
 * The name of a custom field's property: its key in camelCase, as Loops wants it, with a prefix if that is
 * taken.
 */
function nameOf(key: string): string {
  const name = key.replace(/_+(.?)/g, (_, next: string) => next.toUpperCase());
  return takenNames.has(name) ? `field${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
}

type Properties = Readonly<Record<string, string | number | boolean>>;

/** Loops takes no longer text. */
const longestText = 500;
const halfCharacter = /[\ud800-\udbff]$/;

/** What is included, as properties. A text that is too long is cut; a link that is too long is left out. */
function propertiesOf({ fields = {}, display_position, referral_link }: IncludedData): Properties {
  const custom = Object.entries(fields).flatMap(([key, value]): [string, string | number | boolean][] => {
    const name = nameOf(key);
    const kept = ownNames.has(name) ? String(value) : value;
    if (typeof kept !== 'string') return [[name, kept]];
    return kept === '' ? [] : [[name, kept.slice(0, longestText).replace(halfCharacter, '')]];
  });
  const link = referral_link ?? '';
  return {
    ...Object.fromEntries(custom),
    ...(typeof display_position === 'number' && { displayPosition: display_position }),
    ...(link !== '' && link.length <= longestText && { referralLink: link }),
  };
}

/** The types of the properties that deliveries write, by their names. */
function propertiesFor(
  { include = [] }: ContactsConfig,
  fields: readonly DeclaredField[],
): Map<string, DeclaredField['type']> {
  return new Map([
    ...fields.map(({ key, type }) => [nameOf(key), type] as const).filter(([name]) => !ownNames.has(name)),
    ...(include.includes('display_position') ? [['displayPosition', 'number'] as const] : []),
    ...(include.includes('referral_link') ? [['referralLink', 'string'] as const] : []),
  ]);
}

/** @throws AppError invalid_request */
async function makeProperties(
  loops: ServiceApi,
  properties: ReadonlyMap<string, DeclaredField['type']>,
): Promise<void> {
  const known = await loops.check(
    { method: 'GET', path: '/v1/contacts/properties?list=custom' },
    z.array(z.object({ key: z.string() })),
    'config.include: the contact properties could not be read.',
  );
  for (const [name, type] of properties) {
    if (known.some(({ key }) => key === name)) continue;
    await loops.check(
      { method: 'POST', path: '/v1/contacts/properties', body: { name, type } },
      z.object({ success: z.literal(true) }),
      `config.include: the contact property ${name} could not be created.`,
    );
  }
}

async function deliver(
  config: ContactsConfig,
  { id, event }: SignupDelivery,
  httpClient: HttpClient,
): Promise<Attempt> {
  const loops = openLoops(config, httpClient);
  if (event.type === 'signup.created') return saveContact(loops, event, config);
  if (event.type === 'signup.updated') return rewriteContact(loops, event, config);
  if (event.type === 'signup.removed') return leaveList(loops, event.data.email, config);
  return sendEvent(loops, event, id);
}

/** Creates or updates the contact. */
async function saveContact(
  loops: ServiceApi,
  { data }: SignupEvent,
  { mailing_list_id: listId }: ContactsConfig,
): Promise<Attempt> {
  const body = {
    ...propertiesOf(data),
    email: data.email,
    source: 'waitlist',
    ...(listId !== undefined && { mailingLists: { [listId]: true } }),
  };
  return (await loops.step('Saving the contact', { method: 'PUT', path: '/v1/contacts/update', body }))
    .attempt;
}

/** Loops knows a contact by its address: another one is another contact. The first one leaves the list. */
async function rewriteContact(
  loops: ServiceApi,
  event: Extract<SignupEvent, { type: 'signup.updated' }>,
  config: ContactsConfig,
): Promise<Attempt> {
  const { previous_email: previous } = event.data;
  const saved = await saveContact(loops, event, config);
  if (previous === undefined || !hasSucceeded(saved)) return saved;
  return firstFailed(saved, await leaveList(loops, previous, config));
}

/** Looks for the contact first: an update would create it. Without a list, there is none to leave. */
async function leaveList(
  loops: ServiceApi,
  email: string,
  { mailing_list_id: listId }: ContactsConfig,
): Promise<Attempt> {
  const finding = 'Finding the contact';
  const path = `/v1/contacts/find?${new URLSearchParams({ email })}`;
  const { attempt, body } = await loops.step(finding, { method: 'GET', path });
  if (!hasSucceeded(attempt)) return attempt;
  if (!Array.isArray(body)) return unexpectedAnswer(finding, attempt);
  if (body.length === 0 || listId === undefined) return attempt;
  const change = { email, mailingLists: { [listId]: false } };
  return (
    await loops.step('Leaving the mailing list', { method: 'PUT', path: '/v1/contacts/update', body: change })
  ).attempt;
}

/** Loops answers a repeated key with 409: it has the event. */
async function sendEvent(
  loops: ServiceApi,
  { type, data }: SignupEvent,
  deliveryId: string,
): Promise<Attempt> {
  const { attempt } = await loops.step('Sending the event', {
    method: 'POST',
    path: '/v1/events/send',
    headers: { 'idempotency-key': deliveryId },
    body: {
      email: data.email,
      eventName: type,
      eventProperties: {
        waitlistId: data.waitlist_id,
        waitlistName: data.waitlist_name,
        position: data.position,
        ...propertiesOf(data),
      },
    },
  });
  return succeedAt(attempt, 409);
}
